/**
 * A file as text to be changed, so that what is not changed keeps every byte: characters where the file is UTF-8, else
 * one character a byte. A byte-order mark stays in the text.
 */
import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { fileProblem } from './file-problem.ts';
import { shownPath } from './paths.ts';

export const EDITED_BYTES_MAX = 64 * 1024 * 1024;
/** A file with a NUL among so many of its first bytes is no text. The number is git's. */
const BINARY_PROBE_BYTES = 8_000;

export type TextEncoding = 'utf8' | 'latin1';
export type TextFile = { readonly text: string; readonly encoding: TextEncoding };
export type OpenedText =
  | { readonly ok: true; readonly file: TextFile }
  | { readonly ok: false; readonly problem: string };

/** `path` is absolute. */
export async function openText(path: string, folder: string): Promise<OpenedText> {
  const shown = shownPath(path, folder);
  const refuse = (problem: string): OpenedText => ({ ok: false, problem });
  try {
    const stats = await stat(path);
    const problem = problemOfKind(stats, shown);
    if (problem) return refuse(problem);
    if (stats.size > EDITED_BYTES_MAX) {
      const limitMb = EDITED_BYTES_MAX / 1024 / 1024;
      return refuse(`${shown} has ${stats.size} bytes; edit takes files up to ${limitMb} MB. Change it with bash.`);
    }
    const bytes = await readFile(path);
    if (isBinary(bytes)) return refuse(`${shown} is a binary file (${stats.size} bytes); edit changes text only.`);
    const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
    return { ok: true, file: { text: bytes.toString(encoding), encoding } };
  } catch (error) {
    return refuse(fileProblem(error, path, folder));
  }
}

/** A text as it stands in a file of that encoding, once the file has been read. */
export function inEncoding(text: string, encoding: TextEncoding): string {
  return encoding === 'utf8' ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** A text of a file that was read, for the eye. */
export function readable({ text, encoding }: TextFile): string {
  return encoding === 'utf8' ? text : Buffer.from(text, 'latin1').toString('utf8');
}

/** Why this is no file to open (opening a pipe would wait for ever), or null. */
export function problemOfKind(stats: Stats, shown: string): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return `${shown} is a directory, not a file. Use ls to see what is in it.`;
  return `${shown} is not a regular file (a device, a pipe or a socket), so it is not opened.`;
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, BINARY_PROBE_BYTES).includes(0);
}
