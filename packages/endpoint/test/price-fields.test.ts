import { expect, test } from 'vitest';
import { pricesIn } from '../src/price-fields.ts';

test.each<[string, unknown, ReturnType<typeof pricesIn>]>([
  [
    'OpenRouter',
    { pricing: { prompt: '0.0000025', completion: '0.00001', image: '0.003', input_cache_read: '0.00000025' } },
    { input: 2.5, output: 10, cached: 0.25 },
  ],
  [
    'a gateway like it',
    { pricing: { input: '0.0000003', output: '0.0000012', input_cache_write: '0.000000375' } },
    { input: 0.3, output: 1.2, cacheWritten: 0.375 },
  ],
  ['a model that costs nothing', { pricing: { prompt: '0', completion: '0' } }, { input: 0, output: 0 }],
  [
    'LiteLLM',
    { input_cost_per_token: 0.000003, output_cost_per_token: 0.000015, cache_read_input_token_cost: 3e-7 },
    { input: 3, output: 15, cached: 0.3 },
  ],
  [
    'LiteLLM, of its models',
    { model_info: { input_cost_per_token: 1e-6, output_cost_per_token: 5e-6, cache_read_input_token_cost: null } },
    { input: 1, output: 5 },
  ],
  ['one that depends', { pricing: { prompt: '-1', completion: '-1' } }, null],
  ['one half', { pricing: { prompt: '0.000001' } }, null],
  ['numbers whose unit nobody says', { pricing: { input: 0.2, output: 0.8 } }, null],
  ['money for a million, in text', { pricing: { prompt: '2.5', completion: '10' } }, null],
  ['words', { pricing: { prompt: 'free', completion: 'free' } }, null],
  ['no model', null, null],
])('%s', (_, model, prices) => {
  expect(pricesIn(model)).toEqual(prices);
});
