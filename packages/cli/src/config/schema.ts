/** What the configuration file may hold: every key, and the values that it takes. Described in docs/configuration.md. */
import { COMPACT_AT_MAX, COMPACT_AT_MIN, MODES } from '@tagma/core';
import type { Quirks } from '@tagma/endpoint';
import type { Json, JsonObject } from '@tagma/protocol';
import * as z from 'zod/mini';
import { OUTPUT_FORMATS } from '../headless/formats.ts';
import { PROMPTS } from '../prompts.ts';
import { hooksSchema } from './hooks-schema.ts';
import { logSchema } from './log-schema.ts';
import { rulesSchema } from './rules-schema.ts';

const text = z.string().check(z.minLength(1));
const names = z.record(z.string(), z.string());
const amount = z.number().check(z.nonnegative());
const count = z.int().check(z.nonnegative());
const days = z.int().check(z.positive(), z.maximum(36_500));
const compactShare = z.number().check(z.minimum(COMPACT_AT_MIN), z.maximum(COMPACT_AT_MAX));
const seconds = z.number().check(z.positive(), z.maximum(86_400));

const json: z.ZodMiniType<Json> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(json), z.record(z.string(), json)]),
);
const fields: z.ZodMiniType<JsonObject> = z.record(z.string(), json);

const quirks = z.strictObject({
  untaken: z.optional(z.array(z.string())),
  maxTokensField: z.optional(z.enum(['max_tokens', 'max_completion_tokens'])),
  systemRole: z.optional(z.enum(['system', 'developer', 'user'])),
  reasoningBack: z.optional(z.enum(['reasoning_content', 'reasoning', 'reasoning_details', 'content'])),
  takesStop: z.optional(z.boolean()),
  takesImages: z.optional(z.boolean()),
  grammarField: z.optional(z.enum(['grammar', 'ebnf', 'structured_outputs', 'guided_grammar'])),
  grammarHarmsReasoning: z.optional(z.literal(true)),
  startsInThought: z.optional(z.literal(true)),
  overflowsWithoutWords: z.optional(z.literal(true)),
  overflowsInSilence: z.optional(z.literal(true)),
});

const model = z.strictObject({
  window: z.optional(z.int().check(z.positive())),
  prices: z.optional(
    z.strictObject({ input: amount, output: amount, cached: z.optional(amount), cacheWritten: z.optional(amount) }),
  ),
  fields: z.optional(fields),
  quirks: z.optional(quirks),
});

const variable = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'should be the name of an environment variable'));

const provider = z.strictObject({
  url: z.optional(text),
  kind: z.optional(text),
  model: z.optional(text),
  key: z.optional(text),
  keyVariable: z.optional(variable),
  keyHeader: z.optional(text),
  headers: z.optional(names),
  query: z.optional(names),
  ca: z.optional(text),
  timeouts: z.optional(
    z.strictObject({
      connect: z.optional(seconds),
      firstByte: z.optional(seconds),
      idle: z.optional(seconds),
      whole: z.optional(seconds),
    }),
  ),
  quirks: z.optional(quirks),
  fields: z.optional(fields),
  models: z.optional(z.record(z.string(), model)),
});

/** A tool of the person's own; `parameters` is a JSON Schema of an object. */
const customTool = z.strictObject({
  description: text,
  command: z.array(z.string()).check(z.minLength(1)),
  parameters: fields,
  body: z.optional(text),
  readOnly: z.optional(z.boolean()),
  timeout: z.optional(seconds),
  /** Whether what a project brings reaches hosts: it runs in the sandbox. */
  network: z.optional(z.boolean()),
});
/** A program, or one with words before it (`nix develop -c bash`). */
const shell = z.union(
  [text, z.array(text).check(z.minLength(1))],
  'should be a text, or a list of texts that are not empty',
);
const toolName = z.string().check(z.regex(/^[a-z][a-z0-9_-]*$/, 'should be small letters, digits, - and _'));

/** What stands in the place of a secret: `[redacted:NAME~k3f9]`. */
const redactionName = z
  .string()
  .check(z.regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, 'should be at most 40 letters, digits, - and _, a letter first'));
const pattern = z.string().check(z.minLength(1), z.maxLength(1_000));

const force = z.enum(['auto', 'on', 'off']);
const providerName = z.string().check(z.regex(/^[^:/\s]+$/, 'should hold no colon, slash or blank'));

export const configSchema = z.strictObject({
  $schema: z.optional(z.string()),
  model: z.optional(text),
  provider: z.optional(text),
  endpoint: z.optional(text),
  fallbacks: z.optional(z.array(text)),
  summaryModel: z.optional(text),
  mode: z.optional(z.enum(MODES)),
  prompt: z.optional(z.enum(PROMPTS)),
  prompts: z.optional(text),
  limits: z.optional(
    z.strictObject({
      turns: z.optional(z.int().check(z.positive())),
      tokensTotal: z.optional(count),
      cost: z.optional(amount),
      promptTokens: z.optional(count),
      promptCost: z.optional(amount),
      time: z.optional(count),
    }),
  ),
  retries: z.optional(count),
  window: z.optional(count),
  set: z.optional(z.strictObject({ bashFence: z.optional(z.boolean()) })),
  outputFormat: z.optional(z.enum(OUTPUT_FORMATS)),
  constrain: z.optional(force),
  stop: z.optional(force),
  images: z.optional(force),
  context: z.optional(
    z.strictObject({ guides: z.optional(z.boolean()), map: z.optional(force), compactAt: z.optional(compactShare) }),
  ),
  theme: z.optional(text),
  permissions: z.optional(rulesSchema),
  sandbox: z.optional(
    z.strictObject({
      off: z.optional(z.boolean()),
      readable: z.optional(z.array(text)),
      writable: z.optional(z.array(text)),
      hidden: z.optional(z.array(text)),
    }),
  ),
  keepVariables: z.optional(z.array(variable)),
  screen: z.optional(
    z.strictObject({
      renderer: z.optional(z.enum(['full', 'inline', 'accessible'])),
      title: z.optional(z.boolean()),
      notify: z.optional(z.enum(['auto', 'always', 'off'])),
      mouse: z.optional(z.boolean()),
      openTools: z.optional(z.boolean()),
      openThoughts: z.optional(z.boolean()),
    }),
  ),
  // Read by keys.ts: what is wrong in it stops nothing.
  keys: z.optional(z.unknown()),
  tools: z.optional(text),
  bash: z.optional(
    z.strictObject({ shell: z.optional(shell), prefix: z.optional(text), timeout: z.optional(seconds) }),
  ),
  search: z.optional(z.strictObject({ searxng: z.optional(text) })),
  read: z.optional(z.strictObject({ numbered: z.optional(z.boolean()) })),
  outputDays: z.optional(days),
  log: z.optional(logSchema),
  history: z.optional(z.strictObject({ dir: z.optional(text), days: z.optional(days) })),
  secrets: z.optional(z.enum(['file', 'keyring'])),
  redact: z.optional(z.record(redactionName, pattern)),
  customTools: z.optional(z.record(toolName, customTool)),
  hooks: z.optional(hooksSchema),
  providers: z.optional(z.record(providerName, provider)),
});

export type ConfiguredTool = z.infer<typeof customTool>;
export type ConfiguredModel = z.infer<typeof model>;
export type ConfiguredProvider = z.infer<typeof provider>;
export type ConfigValues = z.infer<typeof configSchema>;

/** What the file calls quirks are the endpoint's: a key that only one of them knows does not compile. */
type Same<A, B> = { [K in keyof A]: true } extends { [K in keyof B]: true } ? true : never;
true satisfies Same<Required<Quirks>, Required<z.infer<typeof quirks>>>;
true satisfies Same<Required<z.infer<typeof quirks>>, Required<Quirks>>;
