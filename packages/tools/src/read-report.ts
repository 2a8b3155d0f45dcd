/** A page for the model: its lines, and what is said about them: where they stand, how to go on, how the file is written. */
import type { FileHandle } from 'node:fs/promises';
import type { JsonObject, Outcome } from '@tagma/protocol';
import { failed, succeeded } from './outcome.ts';
import { sizeInWords } from './output-limits.ts';
import type { PageQuery, TextPage } from './text-page.ts';

/** A file that is open, and what is asked of it. */
export type Reading = {
  readonly file: FileHandle;
  /** Absolute. */
  readonly path: string;
  /** As the model reads it. */
  readonly shown: string;
  readonly bytes: number;
  readonly query: PageQuery;
  readonly signal: AbortSignal;
  /** Where a copy of a picture is kept. */
  readonly outputFolder: string;
};

export type Shown = {
  /** Absolute. */
  readonly path: string;
  /** As the model reads it. */
  readonly shown: string;
  /** Whether lines of the file itself are shown, so that commands on it find them. */
  readonly isRaw: boolean;
  /** What else is to be said, and kept. */
  readonly notes?: readonly string[];
  readonly details?: JsonObject;
};

export function reportPage(read: TextPage, { offset }: PageQuery, file: Shown): Outcome {
  const { page, totalLines, isCut } = read;
  const { path, shown } = file;
  if (offset > Math.max(1, totalLines)) {
    const lines = `${totalLines} ${totalLines === 1 ? 'line' : 'lines'}`;
    return failed(`Offset ${offset} is beyond the end of ${shown}, which has ${isCut ? 'more than ' : ''}${lines}.`, {
      path,
      totalLines,
    });
  }
  const last = offset + page.outputLines - 1;
  const truncated = last < totalLines || isCut;
  const details: JsonObject = {
    path,
    bytes: read.bytes,
    encoding: read.encoding,
    totalLines,
    outputLines: page.outputLines,
    truncated,
    truncatedBy: page.truncatedBy ?? (truncated ? 'lines' : null),
    ...(page.firstLineExceedsLimit ? { firstLineExceedsLimit: true } : {}),
    ...file.details,
  };
  const notes = [...(file.notes ?? []), ...placeNotes(read, offset, last, file), ...encodingNotes(read)];
  return succeeded(page.content, details, notes);
}

function placeNotes(read: TextPage, offset: number, last: number, { shown, isRaw }: Shown): string[] {
  const { page, totalLines, isCut } = read;
  if (totalLines === 0) return ['the file is empty'];
  if (page.firstLineExceedsLimit) {
    const next = offset < totalLines ? `; continue with offset=${offset + 1}` : '';
    const then = `; the next piece with tail -c +${page.bytesMax + 1} before head`;
    const pieces = isRaw ? `; see it in pieces with bash: ${pieceCommand(read, offset, shown)}${then}` : '';
    return [`line ${offset} alone is over the limit of ${sizeInWords(page.bytesMax)}${pieces}${next}`];
  }
  if (page.outputLines === totalLines && !isCut) return [];
  const limit = page.truncatedBy === 'bytes' ? ` (${sizeInWords(page.bytesMax)} limit)` : '';
  const rest = last < totalLines ? `; continue with offset=${last + 1}` : '';
  return [`showing lines ${offset}-${last} of ${isCut ? 'more than ' : ''}${totalLines}${limit}${rest}`];
}

/** The first piece of a line that is too long to be shown. */
function pieceCommand({ encoding, page }: TextPage, line: number, shown: string): string {
  const cut = `head -c ${page.bytesMax}`;
  if (encoding === 'UTF-8') return `sed -n '${line}p' ${quoted(shown)} | ${cut}`;
  return `iconv -f ${ICONV_NAMES[encoding]} -t UTF-8 ${quoted(shown)} | sed -n '${line}p' | ${cut}`;
}

const ICONV_NAMES = {
  'UTF-16LE': 'UTF-16LE',
  'UTF-16BE': 'UTF-16BE',
  'Windows-1252': 'CP1252',
  'Latin-1': 'ISO-8859-1',
} as const;

function encodingNotes({ encoding, isCrlf, isReplaced }: TextPage): string[] {
  const notes: string[] = [];
  if (isCrlf) notes.push('the lines of this file end with CRLF, shown as LF; edit keeps them');
  if (isReplaced) notes.push('bytes of this file that are not UTF-8 are shown as U+FFFD');
  if (encoding === 'UTF-16LE' || encoding === 'UTF-16BE') notes.push(`this file is written in ${encoding}`);
  if (encoding === 'Latin-1' || encoding === 'Windows-1252') {
    notes.push(`this file is not UTF-8; it is shown as ${encoding}, which is a guess`);
  }
  return notes;
}

/** A path as a word of a command: exactly this file, whatever its name. */
export function quoted(path: string): string {
  const safe = path.startsWith('-') ? `./${path}` : path;
  return /^[\w./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}
