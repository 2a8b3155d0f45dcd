/**
 * Whether a server says that the conversation does not fit into the model's window. Each has words of its own, so this is a
 * table. Never asked of a 429: what is too much for a minute may well fit.
 */
import { type Complaint, fieldIn, textOf } from './complaint.ts';

export type OverflowWords = {
  readonly servers: string;
  /** Its group `window`, where there is one, is the window in tokens. */
  readonly pattern: RegExp;
  /** How it looks. */
  readonly example: string;
};

export const OVERFLOW_WORDS: readonly OverflowWords[] = [
  {
    servers: 'OpenAI, Azure OpenAI, DeepSeek, Yi, OpenRouter, vLLM, llama-cpp-python',
    pattern: /maximum context length (?:is|of) (?<window>\d+)/i,
    example: "This model's maximum context length is 128000 tokens. However, your messages resulted in 130012 tokens.",
  },
  {
    servers: 'OpenAI (newer models)',
    pattern: /exceeds? the (?:model's )?context window/i,
    example: 'Your input exceeds the context window of this model.',
  },
  {
    servers: 'Anthropic',
    pattern: /prompt is too long:? \d+ tokens > (?<window>\d+)/i,
    example: 'prompt is too long: 213462 tokens > 200000 maximum',
  },
  {
    servers: 'Anthropic (input and output together)',
    pattern: /input length and `?max_tokens`? exceed context limit: \d+ \+ \d+ > (?<window>\d+)/i,
    example: 'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000',
  },
  {
    servers: 'Google',
    pattern: /input token count(?: \(?\d+\)?)? exceeds the maximum number of tokens allowed \(?(?<window>\d+)/i,
    example: 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
  },
  {
    servers: 'xAI',
    pattern: /maximum prompt length is (?<window>\d+)/i,
    example: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
  },
  {
    servers: 'Cerebras',
    pattern: /current length is \d+ while limit is (?<window>\d+)/i,
    example: 'Please reduce the length of the messages or completion. Current length is 9050 while limit is 8192',
  },
  {
    servers: 'Groq',
    pattern: /reduce the length of the (?:messages|prompt|input)/i,
    example: 'Please reduce the length of the messages or completion.',
  },
  {
    servers: 'Mistral',
    pattern: /too large for model with (?<window>\d+) maximum context length/i,
    example: 'Prompt contains 40012 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
  },
  {
    servers: 'Qwen (DashScope)',
    pattern: /range of input length should be \[\d+, ?(?<window>\d+)\]/i,
    example: '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]',
  },
  {
    servers: 'Zhipu GLM, z.ai',
    pattern: /prompt exceeds max(?:imum)? length|prompt\s*超长/i,
    example: 'Prompt exceeds max length',
  },
  {
    servers: 'Moonshot Kimi',
    pattern: /exceeded model token limit:? (?<window>\d+)/i,
    example: 'Invalid request: Your request exceeded model token limit: 262144 (requested: 300152)',
  },
  {
    servers: 'MiniMax',
    pattern: /context window exceeds limit/i,
    example: 'invalid params, context window exceeds limit (2013)',
  },
  {
    servers: 'Doubao (Ark)',
    pattern: /exceed max message tokens|OutofContext|input length \d+ exceeds the maximum length (?<window>\d+)/i,
    example: 'Input length 130000 exceeds the maximum length 98304',
  },
  {
    servers: 'Together, Hugging Face (TGI)',
    pattern: /`?inputs`? tokens \+ `?max_new_tokens`? must be <= (?<window>\d+)/i,
    example: 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens',
  },
  {
    servers: 'Hugging Face (TGI), the input alone',
    pattern: /`?inputs`? must have less than (?<window>\d+) tokens/i,
    example: 'Input validation error: `inputs` must have less than 4095 tokens. Given: 5011',
  },
  {
    servers: 'Fireworks',
    pattern: /prompt is too long: \d+, model maximum context length: (?<window>\d+)/i,
    example: 'The prompt is too long: 140012, model maximum context length: 131071',
  },
  {
    servers: 'GitHub Copilot',
    pattern: /prompt token count of \d+ exceeds the limit of (?<window>\d+)|model_max_prompt_tokens_exceeded/i,
    example: 'prompt token count of 130012 exceeds the limit of 128000',
  },
  {
    servers: 'Cohere',
    pattern: /tokens in the prompt cannot exceed (?<window>\d+)/i,
    example: 'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5012.',
  },
  {
    servers: 'Amazon Bedrock and gateways to it',
    pattern: /input is too long(?: for requested model)?/i,
    example: 'Input is too long for requested model.',
  },
  {
    servers: 'Replicate',
    pattern: /prompt length exceeds maximum input length/i,
    example: 'Prompt length exceeds maximum input length (E1002)',
  },
  {
    servers: 'LiteLLM',
    pattern: /ContextWindowExceededError/i,
    example: 'litellm.ContextWindowExceededError: litellm.BadRequestError: the request is too long',
  },
  {
    servers: 'llama.cpp',
    pattern: /exceeds the available context size(?: \((?<window>\d+) tokens\))?|exceed_context_size_error/i,
    example: 'request (9216 tokens) exceeds the available context size (8192 tokens), try increasing it',
  },
  {
    servers: 'llama-cpp-python (in a stream)',
    pattern: /requested tokens \(\d+\) exceed context window of (?<window>\d+)/i,
    example: 'Requested tokens (2311) exceed context window of 2048',
  },
  {
    servers: 'vLLM (newer)',
    pattern: /longer than the maximum model length of (?<window>\d+)/i,
    example: 'The decoder prompt (length 5012) is longer than the maximum model length of 4096.',
  },
  {
    servers: 'SGLang',
    pattern: /longer than the model's context length(?: \((?<window>\d+) tokens\))?/i,
    example: "The input (5012 tokens) is longer than the model's context length (4096 tokens).",
  },
  {
    servers: 'TensorRT-LLM, Triton',
    pattern:
      /prompt length.{0,80}(?:should not exceed|exceeds?) max_(?:num_tokens|seq_len|input_len)\D{0,20}(?<window>\d+)?/i,
    example: 'The prompt length (5012) exceeds max_input_len (4096).',
  },
  {
    servers: 'LMDeploy',
    pattern: /INPUT_LENGTH_ERROR/,
    example: 'internal error happened, status code ResponseType.INPUT_LENGTH_ERROR',
  },
  {
    servers: 'Ollama',
    pattern: /exceed(?:s|ed) (?:the )?max(?:imum)? context length|input length exceeds the context length/i,
    example: 'prompt too long; exceeded max context length by 812 tokens',
  },
  {
    servers: 'LM Studio',
    pattern: /greater than the context length|loaded with context length of only (?<window>\d+)/i,
    example:
      'Trying to keep the first 5012 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
  },
  {
    servers: 'TabbyAPI',
    pattern: /(?:context|prompt) length \d+ is greater than max_seq_len (?<window>\d+)/i,
    example: 'Context length 5012 is greater than max_seq_len 4096',
  },
  {
    servers: 'any other',
    pattern:
      /context[_ ](?:length|window|size|limit)[_ ](?:is[_ ])?(?:exceeded|full|too small)|exceed(?:s|ed)? (?:the |your |its )?(?:maximum |model'?s? )?context (?:length|window|size|limit)|prompt is too long|too many (?:input |prompt )?tokens(?! per)/i,
    example: 'context_length_exceeded',
  },
];

/** What speaks of tokens, and of something else than the window. */
const OTHER_LIMIT = /per[ -](?:second|minute|hour|day|month)|\b[TR]P[MD]\b|rate[_ -]?limit|quota/i;
/** vLLM counts the reply that is asked for, which alone may be too much: a shorter conversation does not help there. */
const REPLY_TOO_LONG = /max_(?:completion_)?tokens'?\)? (?:is|are) too large: (?<asked>\d+)/i;

const STATUSES: readonly (number | null)[] = [null, 400, 413, 422, 500];

/** The window in tokens, or null where the words do not name it; undefined where it is no overflow. */
export function overflowOf(complaint: Complaint): number | null | undefined {
  const text = textOf(complaint);
  if (!STATUSES.includes(complaint.status) || OTHER_LIMIT.test(text)) return undefined;
  const found = OVERFLOW_WORDS.find(({ pattern }) => pattern.test(text));
  if (found === undefined) return undefined;
  const window = windowIn(complaint, text);
  const asked = Number(REPLY_TOO_LONG.exec(text)?.groups?.asked ?? 0);
  return asked > 0 && window !== null && asked >= window ? undefined : window;
}

/** llama.cpp names it in a field. Of several patterns one may know it where another does not. */
function windowIn({ value }: Complaint, text: string): number | null {
  const named = [fieldIn(value, 'n_ctx'), ...OVERFLOW_WORDS.map(({ pattern }) => pattern.exec(text)?.groups?.window)];
  return named.map(Number).find((tokens) => Number.isInteger(tokens) && tokens > 0) ?? null;
}
