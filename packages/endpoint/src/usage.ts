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
    // Google's own form, and Bedrock's, by way of gateways that hand them on.
    usageOf(fieldsOf(chunk.usageMetadata)) ??
    usageOf(fieldsOf(chunk['amazon-bedrock-invocationMetrics'])) ??
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
  const said = counted(inputIn(usage), outputIn(usage));
  if (said === null) return null;
  const held = { cached: cachedIn(usage), cacheWritten: cacheWrittenIn(usage) };
  const besides = (held.cached ?? 0) + (held.cacheWritten ?? 0);
  const isBeside = isCacheBeside(usage, said, besides);
  const input = said.input + (isBeside ? besides : 0);
  const cached = atMost(held.cached, input);
  const cacheWritten = atMost(held.cacheWritten, input - (cached ?? 0));
  // Where more was cached than read, the total tells of that: what it is beyond is no thought.
  const apart = isBeside || besides > input ? 0 : thoughtApart(usage, said);
  const reasoning = atMost(reasoningIn(usage) ?? (apart > 0 ? apart : null), said.output + apart);
  const output = said.output + apart;
  const cost = costIn(usage);
  return {
    input,
    output,
    ...(cached === null ? {} : { cached }),
    ...(cacheWritten === null ? {} : { cacheWritten }),
    ...(reasoning === null ? {} : { reasoning }),
    ...(cost === null ? {} : { cost }),
  };
}

/**
 * What the model thought where it is counted beside the output (xAI), or where nothing but the total tells of it (Google):
 * it is paid for like the rest of the output.
 */
function thoughtApart(usage: Fields, said: Usage): number {
  const reasoning = reasoningIn(usage);
  const beyond = beyondIn(usage, said);
  return beyond > 0 && beyond === (reasoning ?? beyond) ? beyond : 0;
}

function inputIn(usage: Fields): unknown {
  // Google's words, and Bedrock's, after those of OpenAI and Anthropic.
  return usage.prompt_tokens ?? usage.input_tokens ?? usage.promptTokenCount ?? usage.inputTokenCount;
}

function outputIn(usage: Fields): unknown {
  const said = usage.completion_tokens ?? usage.output_tokens ?? usage.candidatesTokenCount ?? usage.outputTokenCount;
  // Google leaves it out of a reply that is nothing but thought.
  return said ?? (usage.thoughtsTokenCount === undefined ? undefined : 0);
}

/** How much more the total is than input and output. */
function beyondIn(usage: Fields, { input, output }: Usage): number {
  return (countOf(usage.total_tokens ?? usage.totalTokenCount) ?? 0) - input - output;
}

/**
 * Anthropic counts what it had in its cache, and what it has put there, beside the input; gateways to it do so in the words of
 * others, which only the total tells, unless the model has thought as much. All others count it within the input.
 */
function isCacheBeside(usage: Fields, said: Usage, besides: number): boolean {
  if (besides > 0 && beyondIn(usage, said) === besides && reasoningIn(usage) !== besides) return true;
  const isAnthropic = usage.input_tokens !== undefined && !fieldsOf(usage.input_tokens_details);
  const isBedrock = usage.inputTokenCount !== undefined;
  return usage.prompt_tokens === undefined && (isAnthropic || isBedrock);
}

/** A part is no larger than the whole: one that is was not counted. */
function atMost(part: number | null, whole: number): number | null {
  return part !== null && part <= whole ? part : null;
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
    // Anthropic, also by way of gateways; Bedrock; Google.
    countOf(usage.cache_read_input_tokens) ??
    countOf(usage.cacheReadInputTokenCount) ??
    countOf(usage.cachedContentTokenCount)
  );
}

function cacheWrittenIn(usage: Fields): number | null {
  const details = fieldsOf(usage.prompt_tokens_details);
  return (
    // OpenRouter, and LiteLLM.
    countOf(details?.cache_write_tokens) ??
    countOf(details?.cache_creation_tokens) ??
    // Anthropic, also by way of gateways; Bedrock.
    countOf(usage.cache_creation_input_tokens) ??
    countOf(usage.cacheWriteInputTokenCount)
  );
}

function reasoningIn(usage: Fields): number | null {
  return (
    countOf(fieldsOf(usage.completion_tokens_details)?.reasoning_tokens) ??
    countOf(fieldsOf(usage.output_tokens_details)?.reasoning_tokens) ??
    // Perplexity, and gateways.
    countOf(usage.reasoning_tokens) ??
    // Google.
    countOf(usage.thoughtsTokenCount)
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
