/**
 * Finds lines by a regular expression: with ripgrep where there is one, else by a slower search of our own. Both report
 * the same lines, so that what is written here knows nothing of who searched.
 */
import { stat } from 'node:fs/promises';
import type { Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { fileProblem } from './file-problem.ts';
import { searchHere } from './grep-here.ts';
import { reportMatches } from './grep-report.ts';
import { searchWithRipgrep } from './grep-ripgrep.ts';
import { type GrepQuery, MATCHES_MAX } from './grep-search.ts';
import { operationsOf } from './operations.ts';
import { aborted, failed } from './outcome.ts';
import { resolvePath } from './paths.ts';
import { reachOf } from './reach.ts';
import type { Tool, ToolContext } from './tool.ts';

const MATCHES_DEFAULT = 100;
const CONTEXT_LINES_MAX = 50;

const input = z.strictObject({
  pattern: z.string().check(z.describe('A regular expression.')),
  path: z.optional(z.string().check(z.describe('The folder or the file to search.'))),
  glob: z.optional(z.string().check(z.describe('Only such files, as "*.ts".'))),
  ignoreCase: z.optional(z.boolean().check(z.describe('Case does not count.'))),
  literal: z.optional(z.boolean().check(z.describe('The pattern is plain text.'))),
  context: z.optional(z.int().check(z.gte(0), z.lte(CONTEXT_LINES_MAX), z.describe('Lines around each match.'))),
  limit: z.optional(z.int().check(z.gte(1), z.lte(MATCHES_MAX), z.describe(`Matches, ${MATCHES_DEFAULT} by default.`))),
});

export const grep: Tool<z.infer<typeof input>> = {
  name: 'grep',
  description:
    'Searches files for a regular expression and shows path:line: text. Leaves out what glob does, and secrets (.env, keys) unless path names them.',
  body: 'pattern',
  readOnly: true,
  input,

  async run(asked, context) {
    const resolved = resolvePath(asked.path ?? '.', context);
    if (!resolved.ok) return failed(resolved.problem);
    const target = resolved.path;
    if (asked.pattern === '') return failed('The pattern is empty: it would match every line. Use read to see a file.');
    try {
      const query: GrepQuery = {
        pattern: asked.pattern,
        target,
        targetIsFolder: (await stat(target)).isDirectory(),
        folder: context.folder,
        glob: asked.glob || null,
        reach: reachOf([target], context.folder),
        ignoreCase: asked.ignoreCase ?? false,
        literal: asked.literal ?? false,
        contextLines: asked.context ?? 0,
        matchesMax: asked.limit ?? MATCHES_DEFAULT,
        signal: context.signal,
      };
      return await search(query, context);
    } catch (error) {
      if (context.signal.aborted) return aborted('The search was aborted.');
      return failed(fileProblem(error, target, context.folder));
    }
  },
};

async function search(query: GrepQuery, context: ToolContext): Promise<Outcome> {
  const ripgrep = operationsOf(context).ripgrep();
  const found = ripgrep ? await searchWithRipgrep(ripgrep, query) : await searchHere(query);
  if (found.kind === 'found') return reportMatches(found, query);
  const hint = query.literal ? '' : '\nTo search for the text as it is, set literal to true.';
  return failed(`The search failed: ${found.message}${hint}`, { path: query.target });
}
