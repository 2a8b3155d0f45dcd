import { expect, test } from 'vitest';
import { readChunk } from '../src/chunk.ts';

const COUNTS = { prompt_tokens: 10, completion_tokens: 5 };
const details = (name: string, fields: object) => ({ ...COUNTS, [name]: fields });

const rows: [title: string, chunk: object, usage: object | null][] = [
  ['input and output', { usage: COUNTS }, { input: 10, output: 5 }],
  ['under their other names', { usage: { input_tokens: 10, output_tokens: 5 } }, { input: 10, output: 5 }],
  ['cached', { usage: details('prompt_tokens_details', { cached_tokens: 4 }) }, { input: 10, output: 5, cached: 4 }],
  [
    'none cached',
    { usage: details('prompt_tokens_details', { cached_tokens: 0 }) },
    { input: 10, output: 5, cached: 0 },
  ],
  ['cached (DeepSeek)', { usage: { ...COUNTS, prompt_cache_hit_tokens: 4 } }, { input: 10, output: 5, cached: 4 }],
  ['cached (Moonshot)', { usage: { ...COUNTS, cached_tokens: 4 } }, { input: 10, output: 5, cached: 4 }],
  [
    'cached, in the newer form',
    { usage: { input_tokens: 10, output_tokens: 5, input_tokens_details: { cached_tokens: 4 } } },
    { input: 10, output: 5, cached: 4 },
  ],
  [
    'cached within the input (gateways to Anthropic)',
    { usage: { ...COUNTS, cache_read_input_tokens: 4, cache_creation_input_tokens: 2 } },
    { input: 10, output: 5, cached: 4, cacheWritten: 2 },
  ],
  [
    'cached beside the input (Anthropic)',
    { usage: { input_tokens: 3, output_tokens: 5, cache_read_input_tokens: 4, cache_creation_input_tokens: 2 } },
    { input: 9, output: 5, cached: 4, cacheWritten: 2 },
  ],
  [
    'put into the cache (OpenRouter)',
    { usage: details('prompt_tokens_details', { cached_tokens: 0, cache_write_tokens: 8 }) },
    { input: 10, output: 5, cached: 0, cacheWritten: 8 },
  ],
  [
    'put into the cache (LiteLLM)',
    { usage: details('prompt_tokens_details', { cache_creation_tokens: 8 }) },
    { input: 10, output: 5, cacheWritten: 8 },
  ],
  [
    "in Google's own form, the thought beside the output",
    {
      usageMetadata: {
        ...{ promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 18 },
        ...{ cachedContentTokenCount: 4, thoughtsTokenCount: 3 },
      },
    },
    { input: 10, output: 8, cached: 4, reasoning: 3 },
  ],
  [
    "nothing but a thought, in Google's own form",
    { usageMetadata: { promptTokenCount: 21, thoughtsTokenCount: 60, totalTokenCount: 81 } },
    { input: 21, output: 60, reasoning: 60 },
  ],
  [
    "in Bedrock's words, the cache beside the input",
    {
      'amazon-bedrock-invocationMetrics': {
        ...{ inputTokenCount: 3, outputTokenCount: 5 },
        ...{ cacheReadInputTokenCount: 4, cacheWriteInputTokenCount: 2 },
      },
    },
    { input: 9, output: 5, cached: 4, cacheWritten: 2 },
  ],
  ['the same words in the usage', { usage: { inputTokenCount: 10, outputTokenCount: 5 } }, { input: 10, output: 5 }],
  [
    'thought, within the output',
    { usage: { ...details('completion_tokens_details', { reasoning_tokens: 3 }), total_tokens: 15 } },
    { input: 10, output: 5, reasoning: 3 },
  ],
  [
    'thought, beside the output (xAI)',
    { usage: { ...details('completion_tokens_details', { reasoning_tokens: 30 }), total_tokens: 45 } },
    { input: 10, output: 35, reasoning: 30 },
  ],
  [
    'thought, of which only the total tells (Google)',
    { usage: { ...COUNTS, total_tokens: 45 } },
    { input: 10, output: 35, reasoning: 30 },
  ],
  [
    'a total that tells of something else',
    { usage: { ...details('completion_tokens_details', { reasoning_tokens: 3 }), total_tokens: 45 } },
    { input: 10, output: 5, reasoning: 3 },
  ],
  ['a total of less', { usage: { ...COUNTS, total_tokens: 12 } }, { input: 10, output: 5 }],
  ['thought (Perplexity)', { usage: { ...COUNTS, reasoning_tokens: 3 } }, { input: 10, output: 5, reasoning: 3 }],
  [
    'thought, in the newer form',
    { usage: { input_tokens: 10, output_tokens: 5, output_tokens_details: { reasoning_tokens: 3 } } },
    { input: 10, output: 5, reasoning: 3 },
  ],
  ['cost (OpenRouter)', { usage: { ...COUNTS, cost: 0.25 } }, { input: 10, output: 5, cost: 0.25 }],
  ['cost (Perplexity)', { usage: { ...COUNTS, cost: { total_cost: 0.25 } } }, { input: 10, output: 5, cost: 0.25 }],
  ['cost (DeepInfra)', { usage: { ...COUNTS, estimated_cost: 0.25 } }, { input: 10, output: 5, cost: 0.25 }],
  ['cost (xAI)', { usage: { ...COUNTS, cost_in_usd_ticks: 2_500_000_000 } }, { input: 10, output: 5, cost: 0.25 }],
  ['in the choice (Moonshot)', { choices: [{ delta: {}, usage: COUNTS }] }, { input: 10, output: 5 }],
  ['beside it (Groq)', { choices: [], x_groq: { id: 'x', usage: COUNTS } }, { input: 10, output: 5 }],
  ["in Ollama's own form", { done: true, prompt_eval_count: 10, eval_count: 5 }, { input: 10, output: 5 }],
  ['null', { usage: null }, null],
  ['one half', { usage: { prompt_tokens: 10 } }, null],
  ['both zero', { usage: { prompt_tokens: 0, completion_tokens: 0 } }, null],
  ['negative', { usage: { prompt_tokens: -1, completion_tokens: 5 } }, null],
  ['a part of a token', { usage: { prompt_tokens: 1.5, completion_tokens: 5 } }, null],
  ['in words', { usage: { prompt_tokens: '10', completion_tokens: '5' } }, null],
  ['beyond belief', { usage: { prompt_tokens: 1e300, completion_tokens: 5 } }, null],
  ['a list', { usage: [10, 5] }, null],
  ['more cached than read', { usage: { ...COUNTS, cached_tokens: 11 } }, { input: 10, output: 5 }],
  [
    'more put into the cache than was not there',
    { usage: { ...COUNTS, cached_tokens: 9, cache_creation_input_tokens: 2 } },
    { input: 10, output: 5, cached: 9 },
  ],
  [
    'cached beside the input, as the total tells',
    { usage: { ...details('prompt_tokens_details', { cached_tokens: 100 }), total_tokens: 115 } },
    { input: 110, output: 5, cached: 100 },
  ],
  [
    'cached and put into the cache beside the input, as the total tells',
    { usage: { ...COUNTS, cached_tokens: 4, cache_creation_input_tokens: 2, total_tokens: 21 } },
    { input: 16, output: 5, cached: 4, cacheWritten: 2 },
  ],
  [
    'cached beside the input, in words of which each could be thought',
    { usage: { ...COUNTS, cached_tokens: 4, total_tokens: 19, reasoning_tokens: 4 } },
    { input: 10, output: 9, cached: 4, reasoning: 4 },
  ],
  [
    'more cached than read, and a total of which the cache is a part',
    { usage: { ...COUNTS, cached_tokens: 100, total_tokens: 200 } },
    { input: 10, output: 5 },
  ],
  [
    'more cached than read, and something put into the cache',
    { usage: { ...COUNTS, cached_tokens: 11, cache_creation_input_tokens: 10 } },
    { input: 10, output: 5, cacheWritten: 10 },
  ],
  ['more thought than said', { usage: { ...COUNTS, reasoning_tokens: 6 } }, { input: 10, output: 5 }],
  ['a negative cost', { usage: { ...COUNTS, cost: -1 } }, { input: 10, output: 5 }],
];

test.each(rows)('usage: %s', (_, chunk, usage) => {
  expect(readChunk(chunk)?.usage).toEqual(usage);
});

test.each([
  ['all of it read', { prompt_n: 10, predicted_n: 5 }, { input: 10, output: 5 }],
  ['a part from its cache', { prompt_n: 1, cache_n: 9, predicted_n: 5 }, { input: 10, output: 5, cached: 9 }],
  ['nonsense', { prompt_n: -1, predicted_n: 5 }, null],
  ['none', undefined, null],
])("usage from llama.cpp's timings: %s", (_, timings, usage) => {
  expect(readChunk({ choices: [], timings })?.timed).toEqual(usage);
});
