/** What the lists of models tell of a window, and of pictures, each server in a field of its own. */

/** How much a model takes in and gives out together, in tokens. */
export type Window = {
  readonly tokens: number;
  /** Who says so, in a few words for the person. */
  readonly source: string;
};

/** What a server tells of a model; null where it does not tell. */
export type Told = {
  readonly window: Window | null;
  /** Whether the model takes pictures. */
  readonly images: boolean | null;
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

/** Fields that say so outright, and lists of what the model takes in, or can do. */
const IMAGE_FLAGS = ['capabilities.vision', 'supports_image_in', 'supports_vision', 'model_info.supports_vision'];
const IMAGE_LISTS = [
  'architecture.input_modalities',
  'input_modalities',
  'supported_input_modalities',
  'modalities.input',
  'capabilities',
];
const IMAGE_WORDS = ['image', 'vision', 'multimodal'];

/** Of one entry of such a list, whether the model takes pictures; null where it does not tell. */
export function imagesIn(model: unknown): boolean | null {
  for (const path of IMAGE_FLAGS) {
    const flag = valueAt(model, path);
    if (typeof flag === 'boolean') return flag;
  }
  for (const path of IMAGE_LISTS) {
    const list = valueAt(model, path);
    if (Array.isArray(list)) return list.some((word) => IMAGE_WORDS.includes(word));
  }
  return null;
}

/** A whole number of tokens at the path of keys, or null. */
export function tokensAt(value: unknown, path: string): number | null {
  const at = valueAt(value, path);
  return typeof at === 'number' && Number.isSafeInteger(at) && at > 0 ? at : null;
}

/** What is at the path of keys; null or undefined where nothing is. */
export function valueAt(value: unknown, path: string): unknown {
  let at: unknown = value;
  for (const key of path.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : null;
  return at;
}

function serverOf(model: unknown): string {
  const { owned_by: owner } = model as { owned_by?: unknown };
  return owner === 'sglang' ? 'SGLang' : owner === 'vllm' ? 'vLLM' : 'its list of models,';
}
