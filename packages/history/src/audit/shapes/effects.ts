/** Effects: what the machine asked for. */
import { type Effect, HOOK_POINTS } from '@tagma/core';
import * as z from 'zod';
import { flag, number, object, type Shapes, text, texts, whole } from './kinds.ts';
import { callRef, facts, fault, request, undoSteps } from './members.ts';
import { modelRef, rule } from './setup.ts';

const id = { id: whole };
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
  op: z.enum(['compact', 'fork', 'switch']).optional(),
  why: text.optional(),
  record: whole.nullable().optional(),
  to: text.nullable().optional(),
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

export const EFFECTS = {
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
    bounds: object({
      writes: z.enum(['nothing', 'project']),
      network: flag,
      beyond: texts,
      sharesMachine: flag.optional(),
      selfRunning: texts.optional(),
      installs: texts.optional(),
      movesWorkTree: flag.optional(),
    }).optional(),
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
