/**
 * Reads a file. Text in pages, as plain text by default: an `edit` copies from it exactly. What a file is, its first bytes say,
 * not its name: an image is described, and kept for models that take pictures, of a PDF or a notebook the text is shown, and
 * anything else is refused with what it is.
 */
import type { Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { headEncoding } from './file-encoding.ts';
import { type FileKind, HEAD_BYTES, kindOf } from './file-kind.ts';
import { fileProblem } from './file-problem.ts';
import { headOf, openFile } from './open-file.ts';
import { aborted, failed } from './outcome.ts';
import { outputLimitsOf } from './output-limits.ts';
import { resolveFile, shownPath } from './paths.ts';
import { NOTEBOOK_BYTES_MAX, reportBinary, reportImage, reportNotebook, reportPdf } from './read-others.ts';
import { type Reading, reportPage } from './read-report.ts';
import { readPage } from './text-page.ts';
import type { Tool } from './tool.ts';
import { OUTPUT_BYTES_MAX, OUTPUT_LINES_MAX } from './truncate.ts';

const input = z.strictObject({
  path: z.string().check(z.describe('The file.')),
  offset: z.optional(z.int().check(z.gte(1), z.describe('The first line, from 1.'))),
  limit: z.optional(z.int().check(z.gte(1), z.describe('Lines.'))),
});

type Read = Tool<z.infer<typeof input>>;

/** `numbered`: each line with its number and a tab before it, which are no part of the file. */
export function readWith({ numbered }: { readonly numbered: boolean }): Read {
  const form = numbered ? 'Lines begin with their number and a tab, which are not in the file. ' : '';
  const size = `at most ${OUTPUT_LINES_MAX} lines or ${OUTPUT_BYTES_MAX / 1024} KB at a time`;
  return {
    name: 'read',
    description: `Shows a file (text, picture, PDF, notebook), ${size}; a note says how to go on. ${form}`.trimEnd(),
    body: 'path',
    readOnly: true,
    input,

    async run({ path: written, offset = 1, limit = OUTPUT_LINES_MAX }, context) {
      const resolved = resolveFile(written, context);
      if (!resolved.ok) return failed(resolved.problem);
      const { path } = resolved;
      const { signal, outputFolder } = context;
      const shown = shownPath(path, context.folder);
      const { linesMax, bytesMax } = outputLimitsOf(context);
      const limits = { linesMax: Math.min(limit, linesMax), bytesMax };
      try {
        const opened = await openFile(path, shown);
        if (!opened.ok) return failed(opened.problem);
        const { file, bytes, stats } = opened;
        try {
          const outcome = await show({
            file,
            path,
            shown,
            bytes,
            query: { offset, limits, numbered },
            signal,
            outputFolder,
          });
          if (outcome.status === 'ok') await context.memory.seen.read(path, stats);
          return outcome;
        } finally {
          await file.close();
        }
      } catch (error) {
        if (signal.aborted) return aborted(`Reading ${shown} was aborted.`);
        return failed(fileProblem(error, path, context.folder));
      }
    },
  };
}

export const read: Read = readWith({ numbered: false });

async function show(reading: Reading): Promise<Outcome> {
  const { file, path, shown, bytes, query, signal } = reading;
  const head = await headOf(file, HEAD_BYTES);
  const encoding = headEncoding(head);
  const kind: FileKind = kindOf(head, encoding !== null);
  if (kind.form === 'image') return reportImage(kind, reading);
  if (kind.form === 'pdf') return reportPdf(reading);
  if (kind.form === 'binary' || encoding === null) return reportBinary(kind, reading);
  if (path.endsWith('.ipynb') && bytes <= NOTEBOOK_BYTES_MAX) {
    const notebook = await reportNotebook(reading);
    if (notebook) return notebook;
  }
  return reportPage(await readPage(file, encoding, query, signal), query, { path, shown, isRaw: true });
}
