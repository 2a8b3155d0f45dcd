/** Lists one folder. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { fileProblem } from './file-problem.ts';
import { failed, succeeded } from './outcome.ts';
import { outputLimitsOf, sizeInWords } from './output-limits.ts';
import { resolvePath, shownName, shownPath } from './paths.ts';
import type { Tool } from './tool.ts';
import { type Truncation, truncateHead } from './truncate.ts';

const ENTRIES_DEFAULT = 500;

const input = z.strictObject({
  path: z.optional(z.string().check(z.describe('The folder.'))),
  limit: z.optional(z.int().check(z.gte(1), z.describe(`Names, ${ENTRIES_DEFAULT} by default.`))),
});

export const ls: Tool<z.infer<typeof input>> = {
  name: 'ls',
  description: 'Lists one folder; folders in it end with "/".',
  body: 'path',
  readOnly: true,
  input,

  async run({ path: written = '.', limit = ENTRIES_DEFAULT }, context) {
    const resolved = resolvePath(written, context);
    if (!resolved.ok) return failed(resolved.problem);
    const { path } = resolved;
    let entries: Dirent[];
    try {
      entries = await readdir(path, { withFileTypes: true });
    } catch (error) {
      const shown = shownPath(path, context.folder);
      const isFile = (await stat(path).catch(() => null))?.isDirectory() === false;
      if (isFile) return failed(`Not a directory: ${shown} is a file. Use read to see it.`);
      return failed(fileProblem(error, path, context.folder));
    }
    if (entries.length === 0) {
      return succeeded('', { path, entryCount: 0, truncated: false }, ['empty directory']);
    }

    const sorted = entries.sort((a, b) => byName(a.name, b.name));
    const lines = await Promise.all(sorted.slice(0, limit).map((entry) => lineOf(entry, path)));
    const page = truncateHead(lines.join('\n'), { linesMax: limit, bytesMax: outputLimitsOf(context).bytesMax });
    const left = entries.length - page.outputLines;
    const notes = left === 0 ? [] : [leftNote(page, left)];
    return succeeded(page.content, { path, entryCount: entries.length, truncated: left > 0 }, notes);
  },
};

/** Without regard to case, then by code unit: the same order everywhere. */
function byName(one: string, other: string): number {
  return compare(one.toLowerCase(), other.toLowerCase()) || compare(one, other);
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** A link to a folder counts as one; a link that leads nowhere is listed as it is. */
async function lineOf(entry: Dirent, folder: string): Promise<string> {
  const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await leadsToFolder(join(folder, entry.name))));
  return shownName(isFolder ? `${entry.name}/` : entry.name);
}

async function leadsToFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/** Where the names that were asked for did not fit, asking for more of them does not help. */
function leftNote({ outputLines, truncatedBy, bytesMax }: Truncation, left: number): string {
  const all = outputLines + left;
  const shown = `showing ${outputLines} of ${all} entries`;
  if (truncatedBy === 'bytes')
    return `${shown} (${sizeInWords(bytesMax)} limit), ${left} more; use glob for some of them`;
  return `${shown}, ${left} more; use limit=${all}, or glob for some of them`;
}
