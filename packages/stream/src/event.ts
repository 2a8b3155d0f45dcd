/**
 * What a session tells another program, one event a line: `--output-format stream-json`, and `tagma serve`. Members may be
 * added without a new number, and so may types: who reads takes what it knows. What is there keeps its meaning.
 * The published schema (docs/stream.schema.json) is made of this. At work only its types are needed: zod is not loaded.
 */
import * as z from 'zod/mini';
import { askedSchema } from './asked.ts';
import {
  amount,
  attached,
  call,
  count,
  flag,
  mode,
  named,
  number,
  params,
  request,
  text,
  time,
  tool,
} from './members.ts';
import { resultSchema } from './result.ts';
import { SCHEMA_VERSION } from './version.ts';

const at = { at: time };
const warning = z
  .optional(text)
  .check(z.describe('What the person should know of the mode: in words, where there is something.'));
const steers = flag.check(z.describe('It was said for the turn that runs.'));

const sessionStarted = z
  .object({
    type: z.literal('session_started'),
    schema_version: z.literal(SCHEMA_VERSION),
    session_id: text,
    program: text.check(z.describe('The name and the version, as in "tagma 0.1.0".')),
    resumed: flag.check(z.describe('It goes on; what was before stands in its history.')),
    folder: text,
    history: text.check(z.describe('The file that records it.')),
    endpoint: text,
    model: text,
    mode,
    sandbox: flag.check(z.describe('Whether commands run in a sandbox.')),
    warning,
    tools: z.array(text),
    can_answer: flag.check(z.describe('Whether questions (asked) can be answered; if not, what would ask is denied.')),
    ...at,
  })
  .check(named('session_started', 'Always the first event.'));

const notice = z
  .object({ type: z.literal('notice'), message: text })
  .check(named('notice', 'Something that the person should know; it changes nothing.'));

const error = z
  .object({
    type: z.literal('error'),
    message: text,
    line: z.optional(count).check(z.describe('Of the input, from 1.')),
    id: z.optional(text).check(z.describe('Of the command, where it has one.')),
  })
  .check(named('error', 'A command could not be taken, or nothing more can be recorded.'));

const prompt = z
  .object({
    type: z.literal('prompt'),
    text,
    attached,
    steers,
    waits: flag.check(z.describe('It is taken up later (prompt_taken).')),
    number: z.optional(number).check(z.describe('Where it waits.')),
    ...at,
  })
  .check(named('prompt', 'Something was said to the model.'));

const promptTaken = z
  .object({ type: z.literal('prompt_taken'), number, text, attached, steers, ...at })
  .check(named('prompt_taken', 'What waited is told to the model now.'));

const promptWithdrawn = z
  .object({ type: z.literal('prompt_withdrawn'), number, ...at })
  .check(named('prompt_withdrawn', 'What waited is taken back: the model is not told of it.'));

const turnStarted = z
  .object({ type: z.literal('turn_started'), turn: count, ...at })
  .check(named('turn_started', 'The work on a prompt begins. The event result ends it.'));

const requestStarted = z
  .object({
    type: z.literal('request_started'),
    request,
    purpose: z.enum(['reply', 'summary']),
    endpoint: text,
    model: text,
    ...at,
  })
  .check(named('request_started', 'The model is asked.'));

const tokens = z
  .object({ input_tokens: count, output_tokens: count, cost: z.optional(amount) })
  .check(named('tokens', 'As the server counted them.'));

const retry = z
  .object({ after_ms: count, retry: count, retries_max: count })
  .check(named('retry', 'It is asked again after a while.'));

const requestEnded = z
  .object({
    type: z.literal('request_ended'),
    request,
    finish: z.enum(['stop', 'length', 'aborted', 'failed']),
    tokens: z.nullable(tokens),
    problem: z.nullable(text).check(z.describe('Why it has failed.')),
    retry: z.nullable(retry),
    ...at,
  })
  .check(named('request_ended', 'The model has answered, or has not.'));

const replyDelta = z
  .object({
    type: z.literal('reply_delta'),
    request,
    part: z.enum(['thought', 'final', 'loose']),
    index: count.check(z.describe('Which thought, from 0; else 0.')),
    text,
  })
  .check(
    named(
      'reply_delta',
      'A piece of a reply as it streams in, to be shown: as it is written, before anything is decoded. The event reply has what holds. Only where deltas are wanted.',
    ),
  );

const action = z
  .object({ call, tool, params, problem: z.nullable(text).check(z.describe('Why it cannot be carried out.')) })
  .check(named('action', 'What the model wants done.'));

const reply = z
  .object({
    type: z.literal('reply'),
    request,
    thoughts: z.array(text),
    actions: z.array(action),
    final: z.nullable(text),
    loose: text.check(z.describe('What stands outside of every element.')),
    repairs: z.array(text).check(z.describe('How it was mended before it was understood.')),
    problem: z.nullable(text).check(z.describe('Why nothing of it could be taken.')),
    ...at,
  })
  .check(named('reply', 'A reply, understood.'));

const callJudged = z
  .object({ type: z.literal('call_judged'), call, verdict: z.enum(['allow', 'ask', 'deny']), by: text, ...at })
  .check(named('call_judged', 'May it run? By whom: a rule or the mode.'));

const answered = z
  .object({ type: z.literal('answered'), request, answer: text, reason: text, ...at })
  .check(named('answered', 'A question (asked) has its answer.'));

const callStarted = z
  .object({ type: z.literal('call_started'), request, call, tool, params, ...at })
  .check(named('call_started', 'A tool runs. Several may at once.'));

const callOutput = z
  .object({ type: z.literal('call_output'), call, text })
  .check(
    named(
      'call_output',
      'A piece of what the tool puts out, to be shown; of much, pieces are left out. Only where deltas are wanted.',
    ),
  );

const callEnded = z
  .object({
    type: z.literal('call_ended'),
    call,
    status: text.check(z.describe('ok, error, denied, skipped, aborted, timeout.')),
    content: text.check(z.describe('What the model is shown, where no hook has changed it.')),
    notes: z.array(text),
    duration_ms: z.nullable(count).check(z.describe('Null where nothing ran.')),
    ...at,
  })
  .check(named('call_ended', 'A call has its outcome.'));

const hookEnded = z
  .object({
    type: z.literal('hook_ended'),
    request,
    point: text.check(z.describe('Of the session: before_tool_call, on_tool_result and so on.')),
    call: z.nullable(call),
    outcome: z.nullable(text).check(z.describe('refused: it is not done. content: the model is told other words.')),
    text: text.check(z.describe('Why it was refused, or what the model is told instead.')),
    failed: z.array(z.object({ hook: text, problem: text })).check(z.describe('Those that were passed over, and why.')),
    ...at,
  })
  .check(named('hook_ended', 'Hooks were asked, and have changed something, or have failed.'));

const abortRequested = z
  .object({ type: z.literal('abort_requested'), by: z.enum(['person', 'signal']), ...at })
  .check(named('abort_requested', 'The turn that runs is to end.'));

const paused = z
  .object({ type: z.literal('paused'), ...at })
  .check(named('paused', 'Nothing runs, and nothing is begun until the command resume.'));

const resumed = z
  .object({ type: z.literal('resumed'), ...at })
  .check(named('resumed', 'The turn goes on: it was paused, or had failed.'));

const undone = z
  .object({ type: z.literal('undone'), status: text, content: text, ...at })
  .check(named('undone', 'Changes of files were taken back: ok, and which; or another status, and why not.'));

const modeChanged = z
  .object({ type: z.literal('mode_changed'), mode, warning, ...at })
  .check(named('mode_changed', 'From here on another mode holds.'));

const modelChanged = z
  .object({
    type: z.literal('model_changed'),
    endpoint: text,
    model: text,
    why: z.enum(['chosen', 'failing', 'new turn']),
    ...at,
  })
  .check(named('model_changed', 'From here on another model is asked.'));

const ruleAdded = z
  .object({ type: z.literal('rule_added'), says: z.enum(['allow', 'ask', 'deny']), rule: text, ...at })
  .check(named('rule_added', 'The answer "always" has added a rule.'));

const compacted = z
  .object({
    type: z.literal('compacted'),
    how: z.enum(['pruned', 'summarised', 'cut']),
    why: z.enum(['threshold', 'command', 'overflow']),
    tokens_before: count,
    tokens_after: count,
    problem: z.nullable(text).check(z.describe('Why there is no summary, where one was wanted.')),
    ...at,
  })
  .check(named('compacted', 'The conversation has been made smaller.'));

/**
 * One line of `--output-format stream-json`: a discriminated union by `type`. Members that it does not know are left out, for a
 * later version may have more.
 */
export const eventSchema = z
  .discriminatedUnion('type', [
    sessionStarted,
    ...([
      notice,
      error,
      prompt,
      promptTaken,
      promptWithdrawn,
      turnStarted,
      requestStarted,
      replyDelta,
      requestEnded,
      reply,
    ] as const),
    ...([callJudged, askedSchema, answered, callStarted, callOutput, callEnded, hookEnded] as const),
    ...([abortRequested, paused, resumed, undone, modeChanged, modelChanged, ruleAdded, compacted] as const),
    resultSchema,
  ])
  .check(named('event', 'One line of the stream.'));

/** One line of `--output-format stream-json`, as `eventSchema` reads it. */
export type StreamEvent = z.infer<typeof eventSchema>;
