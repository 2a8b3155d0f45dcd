/** What several types of record hold. */
import * as z from 'zod';
import { flag, json, number, object, text, texts, whole } from './kinds.ts';

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
  secrets: z.array(object({ name: text, from: text, to: text })).optional(),
  runsByItself: texts.optional(),
  lookingPrefixes: texts.optional(),
  changed: z.array(object({ path: text, by: text, since: text, mark: text })).optional(),
  installs: texts.optional(),
  movesWorkTree: z.literal(true).optional(),
};

export const facts = object({
  ...effectsOfCall,
  parts: z.array(object({ ...effectsOfCall, command: text })).optional(),
});
export const status = z.enum(['ok', 'error', 'denied', 'aborted', 'timeout', 'skipped']);
export const outcome = object({
  status: z.enum(['ok', 'error', 'aborted', 'timeout']),
  content: text,
  details: json,
  notes: texts.optional(),
});

export const fault = object({
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

export const request = { request: whole };
export const undoSteps = z.union([number, z.literal('turn')]);
export const attachedName = {
  kind: z.enum(['file', 'folder', 'input']),
  path: text,
  lines: object({ from: whole, to: whole, of: whole }).nullable(),
  isCut: flag,
  problem: text.nullable(),
};

export const callRef = { call: whole, tool: text };
