/**
 * What each kind and type of record holds, as `@tagma/core` and `@tagma/protocol` declare it: the compiler sees to it that
 * no event, effect or note is missing here, nor any of their members.
 */
import { BEHAVIOUR, chartOf, type Fact } from '@tagma/core';
import type { HistoryRecord } from '@tagma/protocol';
import type * as z from 'zod';
import { EFFECTS } from './shapes/effects.ts';
import { FACTS } from './shapes/facts.ts';
import { json, object, text } from './shapes/kinds.ts';
import { NOTES } from './shapes/notes.ts';

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
