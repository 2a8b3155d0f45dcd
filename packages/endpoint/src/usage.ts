/**
 * What a reply has cost, wherever and in whatever words a server says so. What is no count is passed over: a wrong figure is
 * worse than none.
 */
import type { Usage } from '@tagma/protocol';

type Fields = { readonly [name: string]: unknown };

/** A thousand times the largest window there is. What is above was not counted. */
const TOKENS_MAX = 10_000_000_000;
/** xAI bills in ten-thousand-millionths of a dollar: https://docs.x.ai/developers/cost-tracking */
const TICKS_PER_DOLLAR = 10_000_000_000;

/** What the chunk says of the whole reply so far, or null. */
export function usageIn(chunk: Fields, choice: Fields | null): Usage | null {
  return (
    usageOf(fieldsOf(chunk.usage)) ??
    // Moonshot, in the last chunk.
    usageOf(fieldsOf(choice?.usage)) ??
    // Groq, where it was not asked for.
    usageOf(fieldsOf(fieldsOf(chunk.x_groq)?.usage)) ??
    // Ollama's own form.
    counted(chunk.prompt_eval_count, chunk.eval_count)
  );
}

/** What llama.cpp's server says of its work, also where it says no usage: `prompt_n` leaves out what it had in its cache. */
export function usageInTimings(chunk: Fields): Usage | null {
  const timings = fieldsOf(chunk.timings);
  const cached = countOf(timings?.cache_n) ?? 0;
  const read = countOf(timings?.prompt_n);
  const usage = read === null ? null : counted(read + cached, timings?.predicted_n);
  return usage !== null && cached > 0 ? { ...usage, cached } : usage;
}

function usageOf(usage: Fields | null): Usage | null {
  if (usage === null) return null;
  const said = counted(usage.prompt_tokens ?? usage.input_tokens, usage.completion_tokens ?? usage.output_tokens);
  if (said === null) return null;
  const cached = cachedIn(usage);
  const reasoning = reasoningIn(usage);
  // Anthropic's form counts what it had in its cache, and what it has put there, beside the input.
  const beside = usage.prompt_tokens === undefined && !fieldsOf(usage.input_tokens_details) ? cacheOf(usage) : 0;
  const input = said.input + beside;
  // xAI counts what the model thought beside the output: only the total tells.
  const apart = reasoning !== null && usage.total_tokens === said.input + said.output + reasoning;
  const output = said.output + (apart ? reasoning : 0);
  const cost = costIn(usage);
  return {
    input,
    output,
    ...(cached !== null && cached <= input ? { cached } : {}),
    ...(reasoning !== null && reasoning <= output ? { reasoning } : {}),
    ...(cost === null ? {} : { cost }),
  };
}

/** Nothing at all was counted where both are 0: a prompt is never empty. */
function counted(input: unknown, output: unknown): Usage | null {
  const [read, said] = [countOf(input), countOf(output)];
  return read === null || said === null || read + said === 0 ? null : { input: read, output: said };
}

function cachedIn(usage: Fields): number | null {
  return (
    countOf(fieldsOf(usage.prompt_tokens_details)?.cached_tokens) ??
    countOf(fieldsOf(usage.input_tokens_details)?.cached_tokens) ??
    // DeepSeek.
    countOf(usage.prompt_cache_hit_tokens) ??
    // Moonshot.
    countOf(usage.cached_tokens) ??
    // Anthropic, also by way of gateways.
    countOf(usage.cache_read_input_tokens)
  );
}

function cacheOf(usage: Fields): number {
  return (countOf(usage.cache_read_input_tokens) ?? 0) + (countOf(usage.cache_creation_input_tokens) ?? 0);
}

function reasoningIn(usage: Fields): number | null {
  return (
    countOf(fieldsOf(usage.completion_tokens_details)?.reasoning_tokens) ??
    countOf(fieldsOf(usage.output_tokens_details)?.reasoning_tokens) ??
    // Perplexity, and gateways.
    countOf(usage.reasoning_tokens)
  );
}

function costIn(usage: Fields): number | null {
  const ticks = amountOf(usage.cost_in_usd_ticks);
  return (
    // OpenRouter, and gateways like it.
    amountOf(usage.cost) ??
    // Perplexity.
    amountOf(fieldsOf(usage.cost)?.total_cost) ??
    // DeepInfra.
    amountOf(usage.estimated_cost) ??
    (ticks === null ? null : ticks / TICKS_PER_DOLLAR)
  );
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= TOKENS_MAX ? value : null;
}

function amountOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}
