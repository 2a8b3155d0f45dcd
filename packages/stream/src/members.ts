/** What members of events and commands hold, said once; each with the sentence that the published schema has of it. */
import type { Json, JsonObject } from '@tagma/protocol';
import * as z from 'zod/mini';

export const text = z.string();
export const count = z.int().check(z.nonnegative());
export const amount = z.number().check(z.nonnegative());
export const flag = z.boolean();
/** Those of the machine, said here so that who reads lines needs no machine. */
export const mode = z.enum(['plan', 'default', 'accept-edits', 'auto-in-project', 'trust']);

const json: z.ZodMiniType<Json> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(json), z.record(z.string(), json)]),
);
/** The parameters of a call, by their names. */
export const params: z.ZodMiniType<JsonObject> = z
  .record(z.string(), json)
  .check(z.describe('By name, as the tool takes them.'));

export const time = text.check(z.describe('When, by this machine: ISO 8601 in UTC.'));
export const request = count.check(z.describe('The number of what was asked for; what answers it names it.'));
export const call = count.check(z.describe('The number of the call in its session, from 1.'));
export const tool = text.check(z.describe('The name of the tool.'));
export const attached = z
  .array(text)
  .check(z.describe('What goes with it (files that it names, what was piped in), a line each.'));

export const number = count.check(z.describe('Of a message that waits, or has waited; the command withdraw names it.'));

/** Names a schema for the published one, and says what it is. */
export function named<T>(id: string, description: string) {
  return z.meta<T>({ id, description });
}
