/** The servers that are known, and short names for models. */
import { CLOUD_PROVIDERS } from './cloud.ts';
import { LOCAL_PROVIDERS } from './local.ts';
import type { Provider } from './types.ts';

/** Those that are paid for first: in this order their keys are looked for in the environment. */
export const PROVIDERS: readonly Provider[] = [...CLOUD_PROVIDERS, ...LOCAL_PROVIDERS];

/** What a person may write for `provider:model`. A provider's own name stands for its default model. */
export const MODEL_ALIASES: { readonly [alias: string]: string } = {
  sonnet: 'anthropic:claude-sonnet-5-5',
  opus: 'anthropic:claude-opus-5-5',
  haiku: 'anthropic:claude-haiku-4-5',
  claude: 'anthropic:claude-sonnet-5-5',
  gpt: 'openai:gpt-5.6',
  gpt4: 'openai:gpt-4.1',
  'gpt-mini': 'openai:gpt-5-mini',
  deepseek: 'deepseek:deepseek-flash',
  'deepseek-pro': 'deepseek:deepseek-v4-pro',
  r1: 'deepseek:deepseek-v4-pro',
  gemini: 'google:gemini-3.8-flash',
  'gemini-pro': 'google:gemini-3.1-pro-preview',
  grok: 'xai:grok-4.7',
  mistral: 'mistral:mistral-medium-3.5',
  qwen: 'qwen:qwen3.7-plus',
  'qwen-coder': 'qwen:qwen3-coder-plus',
  kimi: 'kimi:kimi-k3',
  glm: 'zhipu:glm-5.2',
  minimax: 'minimax:MiniMax-M3',
  doubao: 'doubao:doubao-seed-2-1-pro-260628',
  step: 'stepfun:step-3.7-flash',
  yi: 'yi:yi-lightning',
  baichuan: 'baichuan:Baichuan4-Turbo',
};
