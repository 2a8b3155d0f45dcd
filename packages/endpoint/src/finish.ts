/**
 * Why a reply ends, in the servers' words. By the book they are `stop`, `length`, `content_filter` and `tool_calls`; others
 * have words of their own, or hand on those of a server behind them. What is not listed is an end like any other.
 */

export type FinishMeaning =
  /** Cut by the greatest length of a reply. */
  | 'length'
  /** The window of the model is full. */
  | 'window'
  | 'filter'
  /** The server has no room for the rest: it may have later. */
  | 'overloaded'
  /** The server gave the reply up. */
  | 'given-up';

/** In lower case: Google and Cohere write theirs in capitals. */
export const FINISH_WORDS: { readonly [word: string]: FinishMeaning } = {
  // OpenAI, and with it nearly all.
  length: 'length',
  // Anthropic's, Google's and Cohere's, by way of gateways.
  max_tokens: 'length',
  // OpenAI's newer interface, by way of gateways.
  max_output_tokens: 'length',
  // Mistral: the reply ended at the model's own limit.
  model_length: 'length',
  // Zhipu, z.ai, Anthropic.
  model_context_window_exceeded: 'window',
  // Cohere.
  error_limit: 'window',

  // OpenAI, Azure, DeepSeek, Moonshot. Google's own endpoint writes `content_filter: PROHIBITED_CONTENT`.
  content_filter: 'filter',
  // Bedrock, by way of gateways.
  content_filtered: 'filter',
  guardrail_intervened: 'filter',
  // Anthropic, by way of gateways.
  refusal: 'filter',
  // Zhipu.
  sensitive: 'filter',
  // Cohere.
  error_toxic: 'filter',
  // Google's own words, as some of its endpoints and gateways hand them on.
  safety: 'filter',
  recitation: 'filter',
  prohibited_content: 'filter',
  blocklist: 'filter',
  spii: 'filter',
  image_safety: 'filter',
  image_prohibited_content: 'filter',
  image_recitation: 'filter',

  // DeepSeek.
  insufficient_system_resource: 'overloaded',
  // Zhipu.
  network_error: 'given-up',
  // OpenRouter, vLLM, Mistral.
  error: 'given-up',
  // vLLM, SGLang.
  abort: 'given-up',
  // Gateways.
  cancelled: 'given-up',
  // Cohere.
  timeout: 'given-up',
};

/** Null for an end like any other. What follows a colon is the word of a server behind the one that speaks. */
export function meaningOf(word: string): FinishMeaning | null {
  const known = word.toLowerCase().split(':', 1)[0]?.trim() ?? '';
  return Object.hasOwn(FINISH_WORDS, known) ? (FINISH_WORDS[known] ?? null) : null;
}
