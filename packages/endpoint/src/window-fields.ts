/** What the lists of models tell of a window, each server in a field of its own. */

export type Window = {
  readonly tokens: number;
  /** Who says so, in a few words for the person. */
  readonly source: string;
};

/** In this order: what the server gives the model now comes before what the model could take. */
const FIELDS: readonly { readonly path: string; readonly source: string }[] = [
  { path: 'meta.n_ctx', source: 'llama.cpp /models' },
  { path: 'loaded_context_length', source: 'LM Studio' },
  { path: 'max_model_len', source: 'max_model_len' },
  { path: 'top_provider.context_length', source: 'its list of models' },
  { path: 'context_window', source: 'its list of models' },
  { path: 'context_length', source: 'its list of models' },
  { path: 'max_context_length', source: 'its list of models' },
  { path: 'max_input_tokens', source: 'its list of models' },
  { path: 'inputTokenLimit', source: 'its list of models' },
  { path: 'model_info.max_input_tokens', source: 'LiteLLM /model/info' },
  { path: 'meta.n_ctx_train', source: 'llama.cpp /models, as trained' },
];

/** Of one entry of such a list; null where it does not tell. */
export function windowIn(model: unknown): Window | null {
  for (const { path, source } of FIELDS) {
    const tokens = tokensAt(model, path);
    if (tokens !== null)
      return { tokens, source: source === 'max_model_len' ? `${serverOf(model)} max_model_len` : source };
  }
  return null;
}

/** A whole number of tokens at the path of keys, or null. */
export function tokensAt(value: unknown, path: string): number | null {
  let at: unknown = value;
  for (const key of path.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : null;
  return typeof at === 'number' && Number.isSafeInteger(at) && at > 0 ? at : null;
}

function serverOf(model: unknown): string {
  const { owned_by: owner } = model as { owned_by?: unknown };
  return owner === 'sglang' ? 'SGLang' : owner === 'vllm' ? 'vLLM' : 'its list of models,';
}
