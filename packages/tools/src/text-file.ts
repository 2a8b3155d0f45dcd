/**
 * A file as text to be changed, so that what is not changed keeps every byte: as `read` shows it, but that a byte-order mark
 * stays in the text, and where bytes are strewn in that are no UTF-8, each byte is one character.
 */
import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { fromWindows1252, headEncoding, startJudge, toWindows1252 } from './file-encoding.ts';
import { HEAD_BYTES } from './file-kind.ts';
import { fileProblem } from './file-problem.ts';
import { CHANGED_BYTES_MAX } from './file-version.ts';
import { shownPath } from './paths.ts';

export type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252' | 'bytes';
export type TextFile = { readonly text: string; readonly encoding: TextEncoding };
/** The file with the bytes that it was made of, and what was known of it before they were read. */
export type ReadText = TextFile & { readonly bytes: Buffer; readonly stats: Stats };
export type OpenedText =
  | { readonly ok: true; readonly file: ReadText }
  | { readonly ok: false; readonly problem: string };

/** `path` is absolute. */
export async function openText(path: string, folder: string): Promise<OpenedText> {
  const shown = shownPath(path, folder);
  const refuse = (problem: string): OpenedText => ({ ok: false, problem });
  try {
    const stats = await stat(path);
    const problem = problemOfKind(stats, shown);
    if (problem) return refuse(problem);
    if (stats.size > CHANGED_BYTES_MAX) {
      const limitMb = CHANGED_BYTES_MAX / 1024 / 1024;
      return refuse(`${shown} has ${stats.size} bytes; edit takes files up to ${limitMb} MB. Change it with bash.`);
    }
    const bytes = await readFile(path);
    const file = decode(bytes);
    if (!file) return refuse(`${shown} is a binary file (${stats.size} bytes); edit changes text only.`);
    return { ok: true, file: { ...file, bytes, stats } };
  } catch (error) {
    return refuse(fileProblem(error, path, folder));
  }
}

/** Null where the bytes are no text, or would not be the same again when the text is written. */
export function decode(bytes: Buffer): TextFile | null {
  const encoding = headEncoding(bytes.subarray(0, HEAD_BYTES));
  if (encoding === null) return null;
  if (encoding !== 'UTF-8') {
    if (bytes.length % 2 !== 0) return null;
    const little = encoding === 'UTF-16LE' ? bytes : Buffer.from(bytes).swap16();
    return { text: little.toString('utf16le'), encoding };
  }
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), encoding };
  const judge = startJudge();
  judge.feed(bytes);
  if (judge.end() === 'UTF-8') return { text: bytes.toString('latin1'), encoding: 'bytes' };
  return { text: fromWindows1252(bytes).text, encoding: 'Windows-1252' };
}

/** The way back of `decode`. Null where the encoding has no such character. */
export function encode(text: string, encoding: TextEncoding): Buffer | null {
  switch (encoding) {
    case 'UTF-8':
      return Buffer.from(text, 'utf8');
    case 'UTF-16LE':
      return Buffer.from(text, 'utf16le');
    case 'UTF-16BE':
      return Buffer.from(text, 'utf16le').swap16();
    case 'Windows-1252':
      return toWindows1252(text);
    case 'bytes':
      return Buffer.from(text, 'latin1');
  }
}

/** A text as it would stand in a file of that encoding, once the file has been decoded. */
export function inEncoding(text: string, encoding: TextEncoding): string {
  return encoding === 'bytes' ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** A text of a file that was decoded, for the eye: no byte-order mark. */
export function readable({ text, encoding }: TextFile): string {
  const shown = encoding === 'bytes' ? Buffer.from(text, 'latin1').toString('utf8') : text;
  return shown.startsWith('\ufeff') ? shown.slice(1) : shown;
}

/** Why this is no file to open (opening a pipe would wait for ever), or null. */
export function problemOfKind(stats: Stats, shown: string): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return `${shown} is a directory, not a file. Use ls to see what is in it.`;
  return `${shown} is not a regular file (a device, a pipe or a socket), so it is not opened.`;
}
