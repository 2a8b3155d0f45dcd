/** Permission rules as they stand in a file: in the configuration under `permissions`, or in a file of a project. */
import { parseRule } from '@tagma/core';
import * as z from 'zod/mini';
import { ruleIn } from './rule-in.ts';

/** A rule alone, or with when and by whom it was set. */
const entry = z.union(
  [z.string(), z.strictObject({ rule: z.string(), at: z.optional(z.string()), by: z.optional(z.string()) })],
  'should be a rule, such as "Bash(npm test)"',
);

const entries = z.array(entry).check(
  z.superRefine((all, context) => {
    for (const [index, one] of all.entries()) {
      const read = parseRule(ruleIn(one), 'deny', 'user');
      if (!read.ok) context.addIssue({ code: 'custom', path: [index], message: read.message });
    }
  }),
);

export const rulesSchema = z.strictObject({
  $schema: z.optional(z.string()),
  allow: z.optional(entries),
  ask: z.optional(entries),
  deny: z.optional(entries),
});

export type RuleEntry = z.infer<typeof entry>;
export type RulesInFile = z.infer<typeof rulesSchema>;
