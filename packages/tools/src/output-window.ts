/**
 * The output of a command in constant memory: its last 100 KB are held (twice that between two joins), and as soon as it
 * is longer than the model may see, all of it goes to a file too. Bytes are kept as they came; characters are made only
 * at the end.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolders } from './create-folders.ts';
import { messageOf } from './thrown.ts';
import { OUTPUT_BYTES_MAX, OUTPUT_LINES_MAX } from './truncate.ts';

export const WINDOW_BYTES_MAX = 100 * 1024;
/** The file grows until it is over this. */
export const KEPT_OUTPUT_BYTES_MAX = 2 * 1024 ** 3;

export type OutputWindow = {
  /** Takes the next bytes. */
  take(chunk: Buffer): void;
  /** Closes the file. */
  end(): CollectedOutput;
};

export type CollectedOutput = {
  /** The output, or its last `WINDOW_BYTES_MAX` bytes, from the start of a character on. */
  readonly text: string;
  readonly totalBytes: number;
  readonly totalLines: number;
  /** The file with all of the output, where it is longer than the model may see. */
  readonly file: string | null;
  /** Why the file does not hold all of it, or is missing; null where nothing is wrong. */
  readonly fileProblem: string | null;
};

/** Takes secrets out of a text that comes in pieces; `end` gives out what was held back. */
export type Masking = { readonly feed: (text: string) => string; readonly end: () => string };

/** @param masking for the file, whose bytes it gets as characters of Latin-1 */
export function openOutputWindow(
  outputFolder: string,
  masking: Masking | null = null,
  keptBytesMax = KEPT_OUTPUT_BYTES_MAX,
): OutputWindow {
  let chunks: Buffer[] = [];
  let windowBytes = 0;
  let totalBytes = 0;
  let newlines = 0;
  let endsInsideLine = false;
  let file: { readonly path: string; readonly descriptor: number } | null = null;
  let fileProblem: string | null = null;

  function keep(chunk: Buffer): void {
    if (fileProblem !== null) return;
    try {
      if (file === null) {
        createFolders(outputFolder);
        const path = join(outputFolder, `bash-${randomUUID()}.log`);
        file = { path, descriptor: openSync(path, 'wx', 0o600) };
        for (const earlier of chunks) writeFileSync(file.descriptor, masked(earlier));
      } else {
        writeFileSync(file.descriptor, masked(chunk));
      }
      if (totalBytes > keptBytesMax) fileProblem = `it holds the first ${totalBytes} bytes only`;
    } catch (error) {
      fileProblem = `it could not be written: ${messageOf(error)}`;
    }
  }

  function masked(chunk: Buffer): Buffer {
    return masking === null ? chunk : Buffer.from(masking.feed(chunk.toString('latin1')), 'latin1');
  }

  function close(descriptor: number): void {
    try {
      if (masking && fileProblem === null) writeFileSync(descriptor, masking.end(), 'latin1');
    } catch (error) {
      fileProblem = `it could not be written: ${messageOf(error)}`;
    }
    closeSync(descriptor);
  }

  function compact(): void {
    chunks = [Buffer.from(lastOf(chunks))];
    windowBytes = chunks[0]?.length ?? 0;
  }

  return {
    take(chunk) {
      if (chunk.length === 0) return;
      chunks.push(chunk);
      windowBytes += chunk.length;
      totalBytes += chunk.length;
      newlines += countNewlines(chunk);
      endsInsideLine = chunk[chunk.length - 1] !== NEWLINE;
      if (totalBytes > OUTPUT_BYTES_MAX || newlines > OUTPUT_LINES_MAX) keep(chunk);
      if (windowBytes > 2 * WINDOW_BYTES_MAX || chunks.length > CHUNKS_MAX) compact();
    },
    end() {
      if (file) close(file.descriptor);
      const tail = lastOf(chunks);
      const isWhole = tail.length === totalBytes;
      const text = (isWhole ? tail : tail.subarray(startOfCharacter(tail))).toString('utf8');
      return {
        text,
        totalBytes,
        totalLines: newlines + (endsInsideLine ? 1 : 0),
        file: file?.path ?? null,
        fileProblem,
      };
    },
  };
}

const NEWLINE = 0x0a;
/** So many pieces are joined, however short they are: each costs memory of its own. */
const CHUNKS_MAX = 1_000;

function lastOf(chunks: readonly Buffer[]): Buffer {
  const held = Buffer.concat(chunks);
  return held.subarray(Math.max(0, held.length - WINDOW_BYTES_MAX));
}

function countNewlines(chunk: Buffer): number {
  let newlines = 0;
  for (const byte of chunk) if (byte === NEWLINE) newlines++;
  return newlines;
}

/** The first byte that does not continue a character of UTF-8 (10xxxxxx); a character has three such bytes at most. */
function startOfCharacter(bytes: Buffer): number {
  for (let at = 0; at < 4; at++) {
    const byte = bytes[at];
    if (byte === undefined || (byte & 0xc0) !== 0x80) return at;
  }
  return 0;
}
