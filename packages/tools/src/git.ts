/** The repository of the working folder: a look at its state, a commit, a push. */
import * as z from 'zod/mini';
import type { Tool } from './tool.ts';

const input = z.strictObject({
  action: z.enum(['status', 'diff', 'log', 'show', 'commit', 'push']).check(z.describe('What to do.')),
  ref: z.optional(z.string().check(z.describe('A commit, branch or range.'))),
  files: z.optional(z.array(z.string().check(z.meta({ format: 'path' }))).check(z.describe('Only these.'))),
  message: z.optional(z.string().check(z.describe('Of the commit.'))),
  remote: z.optional(z.string().check(z.describe('Where to push.'))),
  branch: z.optional(z.string().check(z.describe('What to push.'))),
});

export const git: Tool<z.infer<typeof input>> = {
  name: 'git',
  description: 'Shows or changes the repository.',
  body: 'action',
  input,

  async run(asked, context) {
    if (asked.action === 'commit') return (await import('./git-change.ts')).commit(asked, context);
    if (asked.action === 'push') return (await import('./git-change.ts')).push(asked, context);
    return (await import('./git-look.ts')).look(asked, context);
  },
};
