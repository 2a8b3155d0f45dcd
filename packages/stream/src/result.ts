/** How a turn has ended: the one object of `--output-format json`, and the event `result` of the others. */
import * as z from 'zod/mini';
import { amount, call, count, flag, named, text, tool } from './members.ts';

/** In the order of the exit codes that they lead to. */
export const SUBTYPES = ['success', 'failed', 'denied', 'limit', 'uncorrected', 'aborted', 'broken'] as const;

const subtype = z
  .enum(SUBTYPES)
  .check(
    z.describe(
      'success: a final answer. denied: one too, but something was denied on the way and nothing made it good. failed: the model could not be asked. limit: a limit was reached. uncorrected: no usable reply came. aborted: by the person or a signal. broken: the history could not be written, or Tagma made a mistake.',
    ),
  );

const usage = z
  .object({
    input_tokens: count.check(z.describe('Sent; what came from a cache is among them.')),
    output_tokens: count.check(z.describe('Received; what the model thought is among them.')),
    cache_read_tokens: count,
    cache_write_tokens: count,
    reasoning_tokens: count,
    replies: count.check(z.describe('Replies of the model, those of summaries among them.')),
    estimated_replies: count.check(z.describe('Those of them whose tokens the server did not count.')),
    unpriced_replies: count.check(z.describe('Those of them whose cost is not known.')),
  })
  .check(named('usage', 'What the turn has used up.'));

const denial = z
  .object({ call, tool, why: text })
  .check(named('denial', 'A call that was denied, with what the model was told.'));

const limit = z.enum(['turns', 'tokens', 'cost', 'time', 'session-tokens', 'session-cost', 'repetition']);

const fault = z
  .object({
    kind: text.check(z.describe('network, timeout, auth, rate-limit, quota, overloaded, context-overflow and so on.')),
    status: z.nullable(count).check(z.describe('Of HTTP, or null where none came.')),
    advice: text,
  })
  .check(named('fault', 'Why the model could not be asked.'));

/** The result object: the last line of `stream-json`, and all of the output of `--output-format json`. */
export const resultSchema = z
  .object({
    type: z.literal('result'),
    subtype,
    is_error: flag.check(z.describe('Whether the exit code is another than 0.')),
    exit_code: count.check(z.describe('What the process would end with now.')),
    duration_ms: count.check(z.describe('From the prompt to the end of its turn.')),
    num_turns: count.check(z.describe('Replies of the model that were asked for.')),
    session_id: text,
    usage,
    total_cost_usd: z
      .nullable(amount)
      .check(z.describe('As the server says it, else by the prices that are known; null where neither is.')),
    result: text.check(z.describe('The final answer; where there is none, why.')),
    permission_denials: z.array(denial),
    limit: z.optional(limit),
    fault: z.optional(fault),
  })
  .check(named('result', 'A turn has ended.'));

/** How a run has ended, as `resultSchema` reads it. */
export type Result = z.infer<typeof resultSchema>;
