/** Finds files by name. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fixedNames } from '@tagma/protocol';
import * as z from 'zod/mini';
import { listFiles, listNotes } from './file-list.ts';
import { fileProblem } from './file-problem.ts';
import { newestFirst } from './newest-first.ts';
import { operationsOf } from './operations.ts';
import { aborted, failed, succeeded } from './outcome.ts';
import { outputLimitsOf } from './output-limits.ts';
import { resolvePath, shownPath } from './paths.ts';
import { reachOf } from './reach.ts';
import type { Tool } from './tool.ts';
import { truncateHead } from './truncate.ts';

const FILES_SHOWN_MAX = 1_000;
/** So many are collected to be sorted; a tree with more is answered with those found first. */
const FILES_FOUND_MAX = 100_000;

const input = z.strictObject({
  pattern: z.string().check(z.describe('As "src/**/*.{js,ts}"; without "/": at any depth.')),
  path: z.optional(z.string().check(z.describe('The folder to look in.'))),
});

export const glob: Tool<z.infer<typeof input>> = {
  name: 'glob',
  description: `Finds files by their paths, newest first, at most ${FILES_SHOWN_MAX}. Leaves out .git, node_modules and what .gitignore names.`,
  body: 'pattern',
  readOnly: true,
  input,

  async run({ pattern, path: written = '.' }, context) {
    const resolved = resolvePath(written, context);
    if (!resolved.ok) return failed(resolved.problem);
    const folder = resolved.path;
    if (pattern === '') return failed('The pattern is empty. To find all files use **/*.');
    const shownFolder = shownPath(folder, context.folder);
    const below = patternBelow(pattern, folder);
    if (below === null)
      return failed(
        `The pattern ${pattern} leads out of the folder that is searched (${shownFolder}). Give the other folder as path, and a pattern below it.`,
      );
    try {
      if (!(await stat(folder)).isDirectory())
        return failed(`Not a directory: ${shownFolder} is a file. Use read to see it.`);
      const list = await listFiles({
        folder,
        pattern: below,
        reach: reachOf([folder, join(folder, ...fixedNames(below))], context.folder, operationsOf(context).closed()),
        pathsMax: FILES_FOUND_MAX,
        signal: context.signal,
      });
      const { paths, isCut, isLate } = list;
      const found = (await newestFirst(paths, context.signal)).map((path) => shownPath(path, context.folder));
      const notes = listNotes(list, context.folder);
      const count = isCut ? `more than ${FILES_FOUND_MAX}` : `${found.length}`;
      if (found.length === 0) {
        const details = { path: folder, matchCount: 0, truncated: isLate };
        return succeeded('', details, [
          `No files in ${shownFolder} match ${pattern}${await hintFor(join(folder, below))}`,
          ...notes,
        ]);
      }
      const { bytesMax } = outputLimitsOf(context);
      const page = truncateHead(found.join('\n'), { linesMax: FILES_SHOWN_MAX, bytesMax });
      const details = { path: folder, matchCount: found.length, truncated: page.truncated || isLate };
      if (!page.truncated) return succeeded(page.content, details, notes);
      return succeeded(page.content, details, [
        `showing the first ${page.outputLines} of ${count} files; use a narrower pattern or path`,
        ...notes,
      ]);
    } catch (error) {
      if (context.signal.aborted) return aborted('The search was aborted.');
      return failed(fileProblem(error, folder, context.folder));
    }
  },
};

/** Where the pattern names a folder: most likely its files were meant. */
async function hintFor(path: string): Promise<string> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  if (isFolder) return ', which is a folder: give it as path, or add /** to it';
  return path.endsWith('/') ? ': only files are found, ls shows folders' : '';
}

/** A `..` as a whole name, in alternatives too. */
const LEADS_UP = /(^|[/{,])\.\.([/},]|$)/;

/** The pattern relative to the folder, or null where it leads out of it. */
function patternBelow(pattern: string, folder: string): string | null {
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  const below = pattern.startsWith(start) ? pattern.slice(start.length) : pattern;
  return /^(\/|~\/)/.test(below) || LEADS_UP.test(below) ? null : below;
}
