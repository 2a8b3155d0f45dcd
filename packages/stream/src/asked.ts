/** The questions of a session, each with the answers that it takes (the command `answer`). */
import * as z from 'zod/mini';
import { amount, call, flag, named, params, request, text, time, tool } from './members.ts';

const asked = { type: z.literal('asked'), request, at: time };

const secret = z.object({
  name: text.check(z.describe('Its name, as it stands in its place.')),
  from: text.check(z.describe('Where it was seen: the absolute path of a file, or words.')),
  to: text.check(z.describe('Where it would go: the absolute path of a file, or words.')),
  sentence: text.check(z.describe('All three, for a person.')),
});

const permission = z
  .object({
    ...asked,
    kind: z.literal('permission'),
    call,
    tool,
    params,
    why: text,
    outside: flag.check(z.describe('It would run again, outside of the sandbox.')),
    always: z.nullable(text).check(z.describe('The rule that "always" would add; null where it is not offered.')),
    secrets: z
      .array(secret)
      .check(z.describe('Secrets that it would put in elsewhere than in the file that they were seen in.')),
    preview: text.check(z.describe('The change that it would make of a file, as a unified diff; else empty.')),
  })
  .check(named('permission_asked', 'May this call run? Answers: once, always, no (with a reason for the model).'));

const question = z
  .object({
    ...asked,
    kind: z.literal('question'),
    call,
    question: text,
    options: z.array(text).check(z.describe('Proposals: any answer will do.')),
  })
  .check(named('question_asked', 'The model asks. Answer: any text.'));

const plan = z
  .object({ ...asked, kind: z.literal('plan'), call, file: text, text })
  .check(named('plan_asked', 'Shall the plan be carried out? Answers: approve, reject (with a reason for the model).'));

const limit = z
  .object({
    ...asked,
    kind: z.literal('limit'),
    limit: text,
    used: amount,
    max: amount,
    why: text.check(z.describe('What was reached, in words.')),
  })
  .check(named('limit_asked', 'A limit is reached: shall the turn go on? Answers: go on, stop.'));

export const askedSchema = z.discriminatedUnion('kind', [permission, question, plan, limit]);
