/** How a session is set up: its model, its rules, its limits. */
import { HOOK_POINTS } from '@tagma/core';
import * as z from 'zod';
import { flag, json, number, object, text, whole } from './kinds.ts';

export const modelRef = { endpoint: text, model: text };
const prices = object({
  input: number,
  output: number,
  cached: number.optional(),
  cacheWritten: number.optional(),
});

export const modelChoice = object({
  ...modelRef,
  windowTokens: number,
  reasoningBack: flag,
  startsInThought: flag,
  prices: prices.optional(),
});

export const mode = z.enum(['plan', 'default', 'accept-edits', 'auto-in-project', 'trust']);
export const rule = object({
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
  held: object({ network: flag }).optional(),
  parameters: json,
});

export const session = {
  session: text,
  behaviour: whole,
  program: text,
  redactionMark: text.optional(),
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
