/** Where an export goes: standard output, or a new file that only its owner can read. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { messageOf, type Problem, problem } from '../problem.ts';
import { absolutePath } from '../working-folder.ts';

export type Destination = {
  readonly ok: true;
  /** Throws what the system says. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  readonly end: () => void;
  /** What is written is no whole export: a file is removed again. */
  readonly abandon: () => void;
};

export function openDestination(output: string | undefined, force: boolean): Destination | Problem {
  if (output === undefined || output === '-') {
    return { ok: true, write: toStandardOutput, end: () => {}, abandon: () => {} };
  }
  const path = absolutePath(output, '--output');
  if (!path.ok) return path;
  try {
    const fd = openSync(path.path, force ? 'w' : 'wx', 0o600);
    return {
      ok: true,
      async write(chunk) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      },
      end: () => closeSync(fd),
      abandon() {
        closeSync(fd);
        rmSync(path.path, { force: true });
      },
    };
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const why = isThere ? `${path.path} is there already. --force overwrites it.` : messageOf(error);
    return problem(EXIT.usage, `--output: ${why}`);
  }
}

async function toStandardOutput(chunk: string | Uint8Array): Promise<void> {
  if (typeof chunk === 'string') return print(chunk);
  if (!process.stdout.write(chunk)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
