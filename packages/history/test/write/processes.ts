/** Starts writers (`writer.ts`) in processes of their own, and kills them. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export type WriterProcess = {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** The next line that it says; null when it has ended. */
  readonly line: () => Promise<string | null>;
};

/** @param program what Node runs: a file, and arguments before those of `writer.ts` */
export function startWriter(program: readonly string[], args: readonly string[]): WriterProcess {
  const child = spawn(process.execPath, [...program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, line: async () => (await lines.next()).value ?? null };
}

/** Kills it as the system would in want of memory. */
export async function kill({ child }: WriterProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
