/** What the configuration file may hold: every key, and the values that it takes. Described in docs/configuration.md. */
import type { Quirks } from '@tagma/endpoint';
import type { Json, JsonObject } from '@tagma/protocol';
import { z } from 'zod';

const names = z.record(z.string(), z.string());
const amount = z.number().nonnegative();
const seconds = z.number().positive().max(86_400);

const json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(json), z.record(z.string(), json)]),
);
const fields: z.ZodType<JsonObject> = z.record(z.string(), json);

const quirks = z.strictObject({
  untaken: z.array(z.string()).optional(),
  maxTokensField: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  systemRole: z.enum(['system', 'developer', 'user']).optional(),
  reasoningBack: z.enum(['reasoning_content', 'reasoning', 'reasoning_details', 'content']).optional(),
  takesStop: z.boolean().optional(),
  grammarField: z.enum(['grammar', 'ebnf', 'structured_outputs', 'guided_grammar']).optional(),
  grammarHarmsReasoning: z.literal(true).optional(),
  startsInThought: z.literal(true).optional(),
  overflowsWithoutWords: z.literal(true).optional(),
  overflowsInSilence: z.literal(true).optional(),
});

const model = z.strictObject({
  window: z.int().positive().optional(),
  prices: z.strictObject({ input: amount, output: amount, cached: amount.optional() }).optional(),
  fields: fields.optional(),
  quirks: quirks.optional(),
});

const provider = z.strictObject({
  url: z.string().min(1).optional(),
  kind: z.string().min(1).optional(),
  model: z.string().min(1).optional(),
  key: z.string().min(1).optional(),
  keyVariable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'should be the name of an environment variable')
    .optional(),
  keyHeader: z.string().min(1).optional(),
  headers: names.optional(),
  query: names.optional(),
  ca: z.string().min(1).optional(),
  timeouts: z
    .strictObject({
      connect: seconds.optional(),
      firstByte: seconds.optional(),
      idle: seconds.optional(),
      whole: seconds.optional(),
    })
    .optional(),
  quirks: quirks.optional(),
  fields: fields.optional(),
  models: z.record(z.string(), model).optional(),
});

const force = z.enum(['auto', 'on', 'off']);

export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  model: z.string().min(1).optional(),
  fallbacks: z.array(z.string().min(1)).optional(),
  summaryModel: z.string().min(1).optional(),
  constrain: force.optional(),
  stop: force.optional(),
  providers: z.record(z.string().regex(/^[^:/\s]+$/, 'should hold no colon, slash or blank'), provider).optional(),
});

export type ConfiguredModel = z.infer<typeof model>;
export type ConfiguredProvider = z.infer<typeof provider>;
export type ConfigValues = z.infer<typeof configSchema>;

/** What the file calls quirks are the endpoint's: a key that only one of them knows does not compile. */
type Same<A, B> = { [K in keyof A]: true } extends { [K in keyof B]: true } ? true : never;
true satisfies Same<Required<Quirks>, Required<z.infer<typeof quirks>>>;
true satisfies Same<Required<z.infer<typeof quirks>>, Required<Quirks>>;
