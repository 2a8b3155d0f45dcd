/**
 * Writes a whole file, creating the folders above it. What `read` does not show of the file before (a byte-order mark, CRLF,
 * whether the last line ends) stays as it was; a new text of several lines ends with a newline.
 */
import { readFile, stat } from 'node:fs/promises';
import type { Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { describeChange, type FileChange, inTurn, isLarge, makeChange } from './file-change.ts';
import { fileProblem } from './file-problem.ts';
import { CHANGED_BYTES_MAX } from './file-version.ts';
import { failed, succeeded } from './outcome.ts';
import { resolveFile, shownPath } from './paths.ts';
import { decode, encode, problemOfKind, readable } from './text-file.ts';
import type { Tool, ToolContext } from './tool.ts';
import { countLines } from './truncate.ts';
import { unifiedDiff } from './unified-diff.ts';

const input = z.strictObject({
  path: z.string().check(z.describe('The file.')),
  content: z.string().check(z.describe('All of it.')),
});

export const write: Tool<z.infer<typeof input>> = {
  name: 'write',
  description: 'Creates a file, or replaces all of one; folders above it are made.',
  input,

  async run({ path: written, content }, context) {
    const resolved = resolveFile(written, context);
    if (!resolved.ok) return failed(resolved.problem);
    if (/[/\\]$/.test(written)) {
      return failed(
        `${written} is the name of a folder. write makes files, and the folders above them: add the file's name.`,
      );
    }
    const { path } = resolved;
    try {
      return await inTurn(path, () => writeFile(path, content, context));
    } catch (error) {
      return failed(fileProblem(error, path, context.folder), { path });
    }
  },

  async preview({ path: written, content }, context) {
    const resolved = resolveFile(written, context);
    if (!resolved.ok || isLarge(resolved.path)) return null;
    const found = await look(resolved.path, written);
    if (!found.ok || !found.before) return null;
    const { text } = layOut(content, found.before.bytes);
    return diffOf(shownPath(resolved.path, context.folder), found.before.bytes, text);
  },
};

async function writeFile(path: string, content: string, context: ToolContext): Promise<Outcome> {
  const shown = shownPath(path, context.folder);
  const found = await look(path, shown);
  if (!found.ok) return failed(found.problem, { path });
  const { before } = found;
  if (before) {
    const standing = await context.memory.seen.standing(path, before.bytes);
    if (standing.kind === 'changed')
      return failed(await describeChange(shown, standing.before, before.bytes), { path });
  }
  const { after, text, notes } = layOut(content, before?.bytes ?? null);
  const problem = await makeChange({ tool: 'write', path, shown, before, after }, context);
  if (problem) return failed(problem, { path });
  await context.memory.seen.wrote(path, after);

  const lines = countLines(text);
  const size = `${after.length} ${after.length === 1 ? 'byte' : 'bytes'}, ${lines} ${lines === 1 ? 'line' : 'lines'}`;
  const diff = before && (await diffOf(shown, before.bytes, text));
  const details = { path, bytes: after.length, created: before === null, ...(diff === null ? {} : { diff }) };
  return succeeded(`Successfully wrote ${shown} (${size}): ${before ? 'replaced' : 'created'}.`, details, notes);
}

type Looked =
  | { readonly ok: true; readonly before: FileChange['before'] }
  | { readonly ok: false; readonly problem: string };

/** What is there now. A link that leads nowhere is nothing, and is written through. */
async function look(path: string, shown: string): Promise<Looked> {
  try {
    const stats = await stat(path);
    const problem = problemOfKind(stats, shown);
    if (problem) return { ok: false, problem };
    if (stats.size > CHANGED_BYTES_MAX) {
      const limitMb = CHANGED_BYTES_MAX / 1024 / 1024;
      return {
        ok: false,
        problem: `${shown} has ${stats.size} bytes; write replaces files up to ${limitMb} MB, so that it can be taken back. Move or remove it with bash first.`,
      };
    }
    return { ok: true, before: { bytes: await readFile(path), stats } };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { ok: true, before: null };
    throw error;
  }
}

type LaidOut = { readonly after: Buffer; readonly text: string; readonly notes: readonly string[] };

/** The bytes for a content: the model has not seen, and so cannot have meant to change, what is kept here. */
function layOut(content: string, before: Buffer | null): LaidOut {
  const file = before && decode(before);
  const old = file?.text ?? '';
  const notes: string[] = [];
  let text = content;
  if (/[^\n]$/.test(text) && (old === '' ? text.includes('\n') : old.endsWith('\n'))) {
    text += text.includes('\r\n') ? '\r\n' : '\n';
    notes.push('a newline was added at the end');
  }
  if (old.includes('\r\n') && !text.includes('\r') && !/(^|[^\r])\n/.test(old)) {
    text = text.replaceAll('\n', '\r\n');
    notes.push('the lines end with CRLF, as they did before');
  }
  if (old.startsWith('\ufeff') && !text.startsWith('\ufeff')) text = `\ufeff${text}`;
  const encoding = file && file.encoding !== 'bytes' ? file.encoding : 'UTF-8';
  return { after: encode(text, encoding) ?? Buffer.from(text, 'utf8'), text, notes };
}

/** Of a file that is new there is none: all of it is the content. */
async function diffOf(shown: string, before: Buffer, text: string): Promise<string | null> {
  const old = decode(before);
  return old && unifiedDiff(shown, readable(old), text.replace(/^\ufeff/, ''));
}
