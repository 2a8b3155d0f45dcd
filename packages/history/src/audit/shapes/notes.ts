/** Notes: what the machine concluded. */
import type { Note } from '@tagma/core';
import * as z from 'zod';
import { flag, json, number, object, type Shapes, text, texts, whole } from './kinds.ts';
import { attachedName, request, status } from './members.ts';
import { mode, modelRef, rule } from './setup.ts';

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

export const NOTES = {
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
