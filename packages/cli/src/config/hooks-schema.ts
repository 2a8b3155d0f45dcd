/** Hooks, as the configuration names them: a program or a module, and the points that it is for. Described in docs/hooks.md. */
import { HOOK_POINTS } from '@tagma/core';
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));
const point = z.enum(HOOK_POINTS);
/** An hour: whoever waits for a person needs some. */
const TIMEOUT_SECONDS_MAX = 3_600;

const hook = z
  .strictObject({
    name: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
    on: z.union([point, z.array(point).check(z.minLength(1))], `should be one or more of ${HOOK_POINTS.join(', ')}`),
    /** The program and its arguments; no shell is in between. */
    command: z.optional(z.array(text).check(z.minLength(1))),
    /** A file of JavaScript, relative to the folder of the file that names it. */
    module: z.optional(text),
    tools: z.optional(z.array(text)),
    /** Whether what a project brings reaches hosts: it runs in the sandbox. */
    network: z.optional(z.boolean()),
    timeout: z.optional(z.number().check(z.positive(), z.maximum(TIMEOUT_SECONDS_MAX))),
  })
  .check(
    z.refine(
      ({ command, module }) => (command === undefined) !== (module === undefined),
      'should have either command or module',
    ),
  );

export const hooksSchema = z.array(hook);

export type ConfiguredHook = z.infer<typeof hook>;
