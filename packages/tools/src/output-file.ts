/** The file in which all of a command's output is kept. What goes wrong with it is told, never thrown. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolders } from './create-folders.ts';
import { messageOf } from './thrown.ts';

/** The file grows until it is over this. */
export const KEPT_OUTPUT_BYTES_MAX = 2 * 1024 ** 3;

/** Takes secrets out of a text that comes in pieces; `end` gives out what was held back. */
export type Masking = { readonly feed: (text: string) => string; readonly end: () => string };

export type OutputFile = {
  /** Writes the next bytes; the file is made with the first. */
  write(chunk: Buffer): void;
  end(): void;
  /** Null as long as there is none. */
  path(): string | null;
  /** Why the file does not hold all that was given, or is missing; null where nothing is wrong. */
  problem(): string | null;
};

/** @param masking gets the bytes as characters of Latin-1 */
export function openOutputFile(
  outputFolder: string,
  masking: Masking | null = null,
  keptBytesMax = KEPT_OUTPUT_BYTES_MAX,
): OutputFile {
  let file: { readonly path: string; readonly descriptor: number } | null = null;
  let takenBytes = 0;
  let problem: string | null = null;

  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      problem = `it could not be written${file === null ? '' : ' to its end'}: ${messageOf(error)}`;
    }
  }

  function create(): { readonly path: string; readonly descriptor: number } {
    createFolders(outputFolder);
    const path = join(outputFolder, `bash-${randomUUID()}.log`);
    return { path, descriptor: openSync(path, 'wx', 0o600) };
  }

  return {
    write(chunk) {
      if (problem !== null || chunk.length === 0) return;
      takenBytes += chunk.length;
      attempt(() => {
        file ??= create();
        const kept = masking === null ? chunk : Buffer.from(masking.feed(chunk.toString('latin1')), 'latin1');
        writeFileSync(file.descriptor, kept);
      });
      if (takenBytes > keptBytesMax) problem ??= `it holds the first ${takenBytes} bytes only`;
    },
    end() {
      const opened = file;
      if (opened === null) return;
      if (masking && problem === null) attempt(() => writeFileSync(opened.descriptor, masking.end(), 'latin1'));
      closeSync(opened.descriptor);
    },
    path: () => file?.path ?? null,
    problem: () => problem,
  };
}
