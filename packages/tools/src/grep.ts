/**
 * Finds lines by a regular expression: with ripgrep where there is one, else by a slower search of our own. Both report
 * the same lines, so that what is written here knows nothing of who searched.
 */
import { stat } from 'node:fs/promises';
import type { Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { type HeadEncoding, headEncoding } from './file-encoding.ts';
import { HEAD_BYTES } from './file-kind.ts';
import { fileProblem } from './file-problem.ts';
import { searchHere } from './grep-here.ts';
import { patternProblem, searchProblem } from './grep-problem.ts';
import { reportMatches } from './grep-report.ts';
import { searchWithRipgrep } from './grep-ripgrep.ts';
import { type GrepQuery, MATCHES_MAX } from './grep-search.ts';
import { headOf, openFile } from './open-file.ts';
import { operationsOf } from './operations.ts';
import { aborted, failed, succeeded } from './outcome.ts';
import { outputLimitsOf } from './output-limits.ts';
import { resolvePath, shownPath } from './paths.ts';
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
    const pattern = asked.pattern.replace(/\r?\n$/, '');
    const problem = patternProblem(pattern, asked.literal ?? false);
    if (problem !== null) return failed(problem);
    const shown = shownPath(target, context.folder);
    try {
      const targetIsFolder = (await stat(target)).isDirectory();
      let encoding: HeadEncoding = 'UTF-8';
      if (!targetIsFolder) {
        const opened = await openFile(target, shown);
        if (!opened.ok) return failed(opened.problem);
        const head = await headOf(opened.file, HEAD_BYTES).finally(() => opened.file.close());
        encoding = headEncoding(head);
        if (encoding === null) {
          const details = { path: target, matchCount: 0, fileCount: 0, truncated: false };
          return succeeded('', details, [`${shown} is a binary file, which is not searched`]);
        }
      }
      const query: GrepQuery = {
        pattern,
        target,
        targetIsFolder,
        ...(encoding === 'UTF-8' ? {} : { encoding }),
        folder: context.folder,
        glob: asked.glob || null,
        reach: reachOf([target], context.folder, operationsOf(context).closed()),
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
  const byRipgrep = ripgrep ? await searchWithRipgrep(ripgrep, query) : null;
  const found = byRipgrep && byRipgrep.kind !== 'not-started' ? byRipgrep : await searchHere(query);
  if (found.kind === 'found') return reportMatches(found, query, outputLimitsOf(context));
  return failed(searchProblem(found.message, query.pattern, query.literal), { path: query.target });
}
