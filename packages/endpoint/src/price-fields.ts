/**
 * What a list of models tells of their prices. Only forms whose unit is beyond doubt are read: a figure that is off by a million
 * is worse than none.
 */
import type { Prices } from '@tagma/protocol';
import { valueAt } from './window-fields.ts';

const TOKENS_PRICED = 1_000_000;
/** Of a cent: what is written in decimals for one token is not exact any more for a million. */
const ROUNDED_TO = 1e8;
/** More for one token is no price. */
const PER_TOKEN_MAX = 1;

/** Money for one token, in each form under these names. */
type Form = { readonly [price in keyof Required<Prices>]: string };

/** OpenRouter and gateways like it write decimals, in text: https://openrouter.ai/docs/api-reference/models/get-models */
const IN_TEXT: readonly Form[] = [
  {
    ...{ input: 'pricing.prompt', output: 'pricing.completion' },
    ...{ cached: 'pricing.input_cache_read', cacheWritten: 'pricing.input_cache_write' },
  },
  {
    ...{ input: 'pricing.input', output: 'pricing.output' },
    ...{ cached: 'pricing.input_cache_read', cacheWritten: 'pricing.input_cache_write' },
  },
];
/** LiteLLM: the unit is in the names. */
const IN_NUMBERS: readonly Form[] = ['', 'model_info.'].map((at) => ({
  ...{ input: `${at}input_cost_per_token`, output: `${at}output_cost_per_token` },
  ...{ cached: `${at}cache_read_input_token_cost`, cacheWritten: `${at}cache_creation_input_token_cost` },
}));

/** Of one entry of such a list, for a million tokens; null where it does not tell, or it depends. */
export function pricesIn(model: unknown): Prices | null {
  for (const form of IN_TEXT) {
    const prices = pricesBy(form, (path) => perTokenInText(valueAt(model, path)));
    if (prices !== null) return prices;
  }
  for (const form of IN_NUMBERS) {
    const prices = pricesBy(form, (path) => perToken(valueAt(model, path)));
    if (prices !== null) return prices;
  }
  return null;
}

function pricesBy(form: Form, perTokenAt: (path: string) => number | null): Prices | null {
  const at = (path: string) => {
    const price = perTokenAt(path);
    return price === null ? null : Math.round(price * TOKENS_PRICED * ROUNDED_TO) / ROUNDED_TO;
  };
  const [input, output, cached, cacheWritten] = [form.input, form.output, form.cached, form.cacheWritten].map(at);
  if (typeof input !== 'number' || typeof output !== 'number') return null;
  return {
    ...{ input, output },
    ...(typeof cached === 'number' && { cached }),
    ...(typeof cacheWritten === 'number' && { cacheWritten }),
  };
}

function perTokenInText(value: unknown): number | null {
  return typeof value === 'string' && /^\d+(\.\d+)?(e-?\d+)?$/i.test(value) ? perToken(Number(value)) : null;
}

/** OpenRouter says -1 of a model that stands for several. */
function perToken(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= PER_TOKEN_MAX ? value : null;
}
