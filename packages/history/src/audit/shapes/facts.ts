/** Events: what happened. */
import { type Fact, HOOK_POINTS } from '@tagma/core';
import * as z from 'zod';
import { flag, json, number, object, type Shapes, text, texts, whole } from './kinds.ts';
import { attachedName, facts, fault, outcome, request, undoSteps } from './members.ts';
import { mode, modelChoice, rule, session } from './setup.ts';

const usage = object({
  input: number,
  output: number,
  cached: number.optional(),
  cacheWritten: number.optional(),
  reasoning: number.optional(),
  cost: number.optional(),
});

const asSent = {
  stopSent: z.literal(true).optional(),
  imagesSent: z.literal(true).optional(),
  changes: texts.optional(),
};

const nativeCalls = { toolCalls: z.unknown().optional(), functionCall: z.unknown().optional() };
const image = object({ sha256: text, mediaType: text, width: whole, height: whole, bytes: whole });
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

export const FACTS = {
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
  'operation.requested': { op: z.enum(['fork', 'switch']), record: whole.nullable(), to: text.nullable() },
  'hook.failed': { hook: text, message: text },
  'hook.ended': { ...request, point: z.enum(HOOK_POINTS), outcome: hookOutcome.nullable(), ran: z.array(hookRan) },
} as const satisfies Shapes<Fact>;
