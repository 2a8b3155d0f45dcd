/**
 * Servers that people run themselves, on the ports where they listen unless told otherwise. Nothing is said of grammars, though
 * three of them take one: it depends on the model. Where its template opens a thought, llama.cpp takes all that a
 * grammar admits for a part of that thought, and every reply is empty. So `tagma doctor` finds it out for each model.
 */
import type { Provider } from './types.ts';

export const LOCAL_PROVIDERS: readonly Provider[] = [
  local('ollama', 'Ollama', 11434, 'https://docs.ollama.com/', { keyVariables: ['OLLAMA_API_KEY'] }),
  local('llamacpp', 'llama.cpp', 8080, 'https://github.com/ggml-org/llama.cpp/tree/master/tools/server', {
    aliases: ['llama.cpp', 'llama-cpp', 'llama-server'],
    keyVariables: ['LLAMA_API_KEY'],
  }),
  local('lmstudio', 'LM Studio', 1234, 'https://lmstudio.ai/docs/developer', { aliases: ['lm-studio'] }),
  local('vllm', 'vLLM', 8000, 'https://docs.vllm.ai/', {
    keyVariables: ['VLLM_API_KEY'],
  }),
  local('sglang', 'SGLang', 30000, 'https://docs.sglang.ai/'),
  local('litellm', 'LiteLLM', 4000, 'https://docs.litellm.ai/docs/proxy/virtual_keys', {
    keyVariables: ['LITELLM_API_KEY', 'LITELLM_MASTER_KEY'],
  }),
];

function local(name: string, title: string, port: number, page: string, more: Partial<Provider> = {}): Provider {
  const url = `http://127.0.0.1:${port}/v1`;
  return {
    name,
    aliases: [],
    title,
    url,
    keyVariables: [],
    page,
    local: true,
    defaultModel: null,
    models: [],
    ...more,
  };
}
