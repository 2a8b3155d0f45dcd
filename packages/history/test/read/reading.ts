/** Reads a history in a process of its own. */
import { spawnSync } from 'node:child_process';

export type Reading = {
  /** `read`, or the kind of error. */
  readonly kind: string;
  /** The error, or the first fault; '' where there is none. */
  readonly message: string;
  readonly records: number;
  readonly ms: number;
  /** The peak of the whole process. */
  readonly residentMb: number;
};

/** @param program what Node runs: a file, and arguments before those of `read-alone.ts` */
export function readIn(program: readonly string[], file: string, how: 'parse' | 'check'): Reading {
  const { stdout, stderr } = spawnSync(process.execPath, [...program, file, how], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
