/**
 * What each kind and type of record holds, as `@tagma/core` and `@tagma/protocol` declare it: the compiler sees to it that
 * no event, effect or note is missing here, nor any of their members.
 */
import { BEHAVIOUR, chartOf, type Effect, type Fact, HOOK_POINTS, type Note } from '@tagma/core';
import type { HistoryRecord, JsonObject } from '@tagma/protocol';
import * as z from 'zod';

/**
 * What is wrong with what a record holds, or null.
 * @param behaviour of the program that has written it
 */
export type ProblemIn = (record: HistoryRecord, behaviour: number) => Problem | null;

type Problem = {
  readonly code: 'unknown-type' | 'wrong-fields' | 'newer-program';
  readonly message: string;
};

/** Only the first few of a record's problems are told. */
const TOLD_MAX = 3;

const text = z.string();
const number = z.number();
const whole = z.int();
const flag = z.boolean();
const texts = z.array(text);
const object = z.strictObject;
const json: z.ZodType<JsonObject> = z.record(text, z.unknown()) as z.ZodType<JsonObject>;

const modelRef = { endpoint: text, model: text };
const prices = object({
  input: number,
  output: number,
  cached: number.optional(),
  cacheWritten: number.optional(),
});
const modelChoice = object({
  ...modelRef,
  windowTokens: number,
  reasoningBack: flag,
  startsInThought: flag,
  prices: prices.optional(),
});
const mode = z.enum(['plan', 'default', 'accept-edits', 'auto-in-project', 'trust']);
const rule = object({
  says: z.enum(['allow', 'ask', 'deny']),
  tool: text,
  pattern: text,
  from: z.enum(['option', 'user', 'project', 'local', 'answer']),
});
const settings = object({
  mode,
  rules: z.array(rule),
  headless: flag,
  turnsMax: number,
  tokensMax: number,
  costMax: number,
  sessionTokensMax: number.optional(),
  sessionCostMax: number.optional(),
  timeMsMax: number,
  findsWindow: flag,
  compactAt: number,
  outputShare: number,
  countsTokens: flag,
  guides: flag.optional(),
  map: z.enum(['auto', 'on', 'off']).optional(),
  correctionsMax: number,
  retriesMax: number,
  outageMsMax: number,
  sandbox: flag,
  plansWithPerson: flag.optional(),
  bashFence: flag,
  hooks: z.array(z.enum(HOOK_POINTS)).optional(),
});
const toolSpec = object({
  name: text,
  description: text,
  body: text.optional(),
  readOnly: flag.optional(),
  parameters: json,
});
const session = {
  session: text,
  behaviour: whole,
  program: text,
  folder: text,
  model: modelChoice,
  fallbacks: z.array(modelChoice),
  summaryModel: modelChoice.nullable(),
  system: text,
  systemSmall: text,
  correction: text,
  repair: text,
  summary: text,
  tools: z.array(toolSpec),
  settings,
};

const paths = z.array(object({ path: text, where: z.enum(['inside', 'outside', 'protected']) }));
const effectsOfCall = {
  reads: paths,
  writes: paths,
  deletes: paths,
  runs: texts,
  network: texts,
  readOnly: flag,
  unknown: text.nullable(),
  forbidden: text.nullable(),
  preview: text.optional(),
};
const facts = object({ ...effectsOfCall, parts: z.array(object({ ...effectsOfCall, command: text })).optional() });

const status = z.enum(['ok', 'error', 'denied', 'aborted', 'timeout', 'skipped']);
const outcome = object({
  status: z.enum(['ok', 'error', 'aborted', 'timeout']),
  content: text,
  details: json,
  notes: texts.optional(),
});
const fault = object({
  kind: z.enum([
    'network',
    'timeout',
    'auth',
    'rate-limit',
    'quota',
    'overloaded',
    'context-overflow',
    'bad-request',
    'not-found',
    'content-filter',
    'malformed',
  ]),
  message: text,
  advice: text,
  status: number.nullable(),
  retryAfterMs: number.optional(),
  windowTokens: number.optional(),
});
const usage = object({
  input: number,
  output: number,
  cached: number.optional(),
  cacheWritten: number.optional(),
  reasoning: number.optional(),
  cost: number.optional(),
});

const request = { request: whole };
const asSent = {
  stopSent: z.literal(true).optional(),
  imagesSent: z.literal(true).optional(),
  changes: texts.optional(),
};
const nativeCalls = { toolCalls: z.unknown().optional(), functionCall: z.unknown().optional() };
const undoSteps = z.union([number, z.literal('turn')]);

const image = object({ sha256: text, mediaType: text, width: whole, height: whole, bytes: whole });
const attachedName = {
  kind: z.enum(['file', 'folder', 'input']),
  path: text,
  lines: object({ from: whole, to: whole, of: whole }).nullable(),
  isCut: flag,
  problem: text.nullable(),
};
const attachment = object({ ...attachedName, text, notes: texts, image: image.optional() });
const said = { text, attached: z.array(attachment).optional() };
const guide = object({ path: text, text, isCut: flag, problem: text.nullable() });

const hookRan = object({ hook: text, durationMs: number, problem: text.optional() });
const messageEdit = object({
  at: whole,
  remove: whole,
  insert: z.array(object({ role: z.enum(['system', 'user', 'assistant']), content: text })),
});
const hookOutcome = z.discriminatedUnion('kind', [
  object({ kind: z.literal('refused'), by: text, reason: text }),
  object({ kind: z.literal('content'), content: text }),
  object({ kind: z.literal('text'), text }),
  object({ kind: z.literal('handled'), by: text, answer: text }),
  object({ kind: z.literal('briefed'), prompt: text.nullable(), system: text.nullable(), messages: texts }),
  object({ kind: z.literal('edited'), edits: z.array(messageEdit) }),
]);

const FACTS = {
  'session.started': session,
  'session.resumed': { ...session, parent: object({ session: text, record: whole, hash: text }).nullable() },
  'session.ended': { reason: z.enum(['done', 'quit', 'signal']) },
  'prompt.given': said,
  'steer.given': said,
  'message.withdrawn': { message: whole },
  'reply.ended': {
    ...request,
    text,
    reasoning: text,
    finish: z.enum(['stop', 'length', 'aborted']),
    usage: usage.nullable(),
    ...asSent,
    ...nativeCalls,
  },
  'reply.failed': { ...request, text, reasoning: text, fault, ...asSent, ...nativeCalls },
  'facts.taken': { ...request, facts },
  'facts.changed': request,
  'permission.answered': { ...request, answer: z.enum(['once', 'always', 'no']), reason: text },
  'question.answered': { ...request, answer: text },
  'plan.presented': { ...request, text },
  'plan.answered': { ...request, answer: z.enum(['approve', 'reject']), mode: mode.optional(), reason: text },
  'limit.answered': { ...request, answer: z.enum(['go on', 'stop']) },
  'tool.ended': { ...request, outcome, durationMs: number, guides: z.array(guide).optional() },
  'undo.requested': { steps: undoSteps },
  'undo.ended': { ...request, outcome },
  'shell.requested': { command: text },
  'shell.ended': { ...request, outcome, durationMs: number },
  'timer.fired': request,
  'abort.requested': { by: z.enum(['person', 'signal']) },
  'pause.requested': {},
  'resume.requested': {},
  'step.requested': {},
  'compact.requested': { focus: text },
  'mode.changed': { mode },
  'rule.removed': { rule },
  'model.changed': { model: modelChoice },
  'window.found': { ...request, tokens: number, source: text },
  'tokens.counted': { ...request, tokens: whole },
  'event.dropped': { by: text, event: json },
  'hook.failed': { hook: text, message: text },
  'hook.ended': { ...request, point: z.enum(HOOK_POINTS), outcome: hookOutcome.nullable(), ran: z.array(hookRan) },
} as const satisfies Shapes<Fact>;

const id = { id: whole };
const callRef = { call: whole, tool: text };
const limit = {
  limit: z.enum(['turns', 'tokens', 'cost', 'time', 'session-tokens', 'session-cost', 'repetition']),
  used: number,
  max: number,
  reason: text,
};
const asked = { ...id, messages: whole, digest: text, ...modelRef };
const turnResult = z.discriminatedUnion('kind', [
  object({
    kind: z.literal('done'),
    text,
    unstructured: flag,
    denials: z.array(object({ ...callRef, why: text })),
    madeGood: flag,
  }),
  object({ kind: z.literal('failed'), fault }),
  object({ kind: z.literal('limit'), ...limit }),
  object({ kind: z.literal('uncorrected'), message: text }),
  object({ kind: z.literal('aborted'), by: text }),
]);

/** What a hook is asked about: other members at each point. */
const hookAsked = {
  point: z.enum(HOOK_POINTS),
  call: whole.optional(),
  tool: text.optional(),
  op: z.enum(['compact']).optional(),
  why: text.optional(),
  steers: flag.optional(),
  messages: whole.optional(),
  digest: text.optional(),
};
const hookTold = {
  point: z.enum(HOOK_POINTS),
  reason: text.optional(),
  turn: whole.optional(),
  durationMs: number.optional(),
  steps: whole.optional(),
  result: text.optional(),
  index: whole.optional(),
  calls: z.array(object({ call: whole, tool: text, status: text })).optional(),
  endpoint: text.optional(),
  model: text.optional(),
  call: whole.optional(),
  tool: text.optional(),
  status: text.optional(),
  hook: text.optional(),
  where: text.optional(),
  problem: text.optional(),
};

const EFFECTS = {
  'model.ask': { ...asked, turn: whole },
  'summary.ask': asked,
  'facts.take': { ...id, ...callRef },
  'person.ask': {
    ...id,
    ...callRef,
    facts,
    why: text,
    outside: z.literal(true).optional(),
    always: rule.nullable(),
  },
  'question.ask': { ...id, ...callRef, question: text, options: texts },
  'plan.review': { ...id, ...callRef, file: text },
  'limit.ask': { ...id, ...limit },
  'tool.run': {
    ...id,
    ...callRef,
    bounds: object({ writes: z.enum(['nothing', 'project']), network: flag, beyond: texts }).optional(),
    outputBytesMax: whole.optional(),
  },
  'undo.run': { ...id, steps: undoSteps },
  'shell.run': { ...id, command: text, outputBytesMax: whole.optional() },
  'timer.start': { ...id, ms: number, retry: whole, retriesMax: whole },
  'window.find': { ...id, ...modelRef },
  'tokens.count': { ...id, messages: whole, digest: text },
  'hook.run': { ...id, ...hookAsked },
  'hook.tell': { ...id, ...hookTold },
  cancel: request,
  'turn.end': { result: turnResult },
} as const satisfies Shapes<Effect>;

const replyError = object({
  code: z.enum(['no-element', 'truncated', 'unknown-tool', 'bad-params']),
  message: text,
}).nullable();
const action = object({ tool: text, params: json, asWritten: z.record(text, text).optional(), error: replyError });
const reply = object({
  thoughts: z.array(object({ text, written: flag })),
  actions: z.array(action),
  final: text.nullable(),
  loose: text,
  repairs: texts,
  error: replyError,
  startedInThought: z.literal(true).optional(),
});

const summary = object({
  goal: text,
  constraints: text,
  done: text,
  doing: text,
  blocked: text,
  decisions: text,
  next: text,
  context: text,
});

const NOTES = {
  'reply.read': { ...request, reply },
  'call.judged': {
    call: whole,
    decision: object({ verdict: z.enum(['allow', 'ask', 'deny']), by: text }),
  },
  'call.answered': { call: whole, status, content: text },
  'rule.added': { rule },
  'mode.switched': { mode },
  'model.switched': { ...modelRef, why: z.enum(['chosen', 'failing', 'new turn']) },
  'message.taken': { message: whole, text, attached: z.array(object(attachedName)).optional() },
  'conversation.compacted': {
    how: z.enum(['pruned', 'summarised', 'cut']),
    why: z.enum(['threshold', 'command', 'overflow']),
    tokensBefore: number,
    tokensAfter: number,
    summary: summary.nullable(),
    repairs: texts,
    problem: text.nullable(),
  },
  'event.ignored': { event: text, why: z.enum(['late', 'not now']) },
} as const satisfies Shapes<Note>;

/** A shape for each type, with each of its members; what stands in the note `reply.read` is not written a second time. */
type Shapes<T extends { readonly type: string }> = {
  readonly [K in T['type']]: {
    readonly [M in Exclude<keyof Extract<T, { readonly type: K }>, 'type' | 'params' | 'asWritten'>]-?: z.ZodType;
  };
};

/** Somebody at the gate has changed the event. */
const CHANGED = { changed: object({ by: text, original: json }).optional() };

const SCHEMAS = {
  event: schemasOf(FACTS, CHANGED),
  effect: schemasOf(EFFECTS),
  note: schemasOf(NOTES),
  state: new Map(chartOf().states.map(({ name }) => [name, object({})] as const)),
};

export const problemIn: ProblemIn = (record, behaviour) => {
  const { kind, type } = record;
  const schema = SCHEMAS[kind].get(type);
  const problem: Problem | null =
    schema === undefined
      ? { code: 'unknown-type', message: `There is no ${kind} ${JSON.stringify(type)}.` }
      : problemWith(schema, record);
  if (problem === null || behaviour <= BEHAVIOUR) return problem;
  return { code: 'newer-program', message: `${problem.message} A newer program has written it (${behaviour}).` };
};

/** What is wrong with a fact that a person has written, in words; null where a history may hold it. */
export function problemInFact({ type, ...fields }: Fact): string | null {
  const schema = SCHEMAS.event.get(type);
  return schema === undefined ? `there is no event ${JSON.stringify(type)}` : issuesOf(schema, fields);
}

function schemasOf(
  shapes: { readonly [type: string]: z.ZodRawShape },
  more: z.ZodRawShape = {},
): ReadonlyMap<string, z.ZodType> {
  return new Map(Object.entries(shapes).map(([type, shape]) => [type, object({ ...shape, ...more })]));
}

function problemWith(schema: z.ZodType, { kind, type, fields }: HistoryRecord): Problem | null {
  const issues = issuesOf(schema, fields);
  if (issues === null) return null;
  return { code: 'wrong-fields', message: `The ${kind} ${type} does not hold what it should: ${issues}.` };
}

function issuesOf(schema: z.ZodType, fields: unknown): string | null {
  const read = schema.safeParse(fields);
  if (read.success) return null;
  const { issues } = read.error;
  const told = issues.slice(0, TOLD_MAX).map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  return told.join('; ') + (issues.length > TOLD_MAX ? `; and ${issues.length - TOLD_MAX} more` : '');
}
