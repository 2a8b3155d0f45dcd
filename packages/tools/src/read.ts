/** Reads a text file in pages, as plain text: an `edit` copies from it exactly. */
import { stat } from 'node:fs/promises';
import type { JsonObject } from '@tagma/protocol';
import * as z from 'zod/mini';
import { fileProblem } from './file-problem.ts';
import { aborted, failed, succeeded } from './outcome.ts';
import { resolvePath, shownPath } from './paths.ts';
import { problemOfKind } from './text-file.ts';
import { readPage, type TextPage } from './text-page.ts';
import type { Tool } from './tool.ts';
import { OUTPUT_BYTES_MAX, OUTPUT_LINES_MAX } from './truncate.ts';

const LIMIT_KB = OUTPUT_BYTES_MAX / 1024;

const input = z.strictObject({
  path: z.string().check(z.describe('The file.')),
  offset: z.optional(z.int().check(z.gte(1), z.describe('The first line, from 1.'))),
  limit: z.optional(z.int().check(z.gte(1), z.describe('Lines.'))),
});

export const read: Tool<z.infer<typeof input>> = {
  name: 'read',
  description: `Shows a text file, at most ${OUTPUT_LINES_MAX} lines or ${LIMIT_KB} KB at a time; a note says how to go on.`,
  body: 'path',
  readOnly: true,
  input,

  async run({ path: written, offset = 1, limit = OUTPUT_LINES_MAX }, context) {
    const resolved = resolvePath(written, context);
    if (!resolved.ok) return failed(resolved.problem);
    const { path } = resolved;
    const shown = shownPath(path, context.folder);
    const linesMax = Math.min(limit, OUTPUT_LINES_MAX);
    try {
      const stats = await stat(path);
      const problem = problemOfKind(stats, shown);
      if (problem) return failed(problem);
      const limits = { linesMax, bytesMax: OUTPUT_BYTES_MAX };
      const read = await readPage(path, { offset, limits, signal: context.signal });
      if (read.kind === 'binary') {
        return failed(`${shown} is a binary file (${stats.size} bytes), which cannot be shown as text.`, { path });
      }
      return report(read, { path, shown, offset, bytes: stats.size });
    } catch (error) {
      if (context.signal.aborted) return aborted(`Reading ${shown} was aborted.`);
      return failed(fileProblem(error, path, context.folder));
    }
  },
};

type Asked = { path: string; shown: string; offset: number; bytes: number };

function report(read: Extract<TextPage, { kind: 'text' }>, { path, shown, offset, bytes }: Asked) {
  const { page, totalLines } = read;
  if (offset > Math.max(1, totalLines)) {
    const lines = `${totalLines} ${totalLines === 1 ? 'line' : 'lines'}`;
    return failed(`Offset ${offset} is beyond the end of ${shown}, which has ${lines}.`, { path, totalLines });
  }
  const last = offset + page.outputLines - 1;
  const truncated = last < totalLines;
  const details: JsonObject = {
    path,
    bytes,
    totalLines,
    outputLines: page.outputLines,
    truncated,
    truncatedBy: page.by ?? (truncated ? 'lines' : null),
  };
  if (page.firstLineExceedsLimit) {
    return succeeded('', details, [
      `line ${offset} alone is over the limit of ${LIMIT_KB} KB; see it in pieces with bash: sed -n '${offset}p' ${quoted(shown)} | head -c ${OUTPUT_BYTES_MAX}${offset < totalLines ? `; continue with offset=${offset + 1}` : ''}`,
    ]);
  }
  const notes: string[] = [];
  if (totalLines === 0) notes.push('the file is empty');
  if (page.outputLines < totalLines) notes.push(pageNote(offset, last, totalLines, page.by === 'bytes'));
  if (read.isCrlf) notes.push('the lines of this file end with CRLF, shown as LF; edit keeps them');
  if (read.isReplaced) notes.push('bytes of this file that are not UTF-8 are shown as U+FFFD');
  return succeeded(page.content, details, notes);
}

/** `showing lines 1-2000 of 3500; continue with offset=2001` */
function pageNote(first: number, last: number, totalLines: number, byBytes: boolean): string {
  const limit = byBytes ? ` (${LIMIT_KB} KB limit)` : '';
  const rest = last < totalLines ? `; continue with offset=${last + 1}` : '';
  return `showing lines ${first}-${last} of ${totalLines}${limit}${rest}`;
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
