/** The beginning of a fork: the copy of the history, what its conversation names beside it, and where the machine stands. */
import { rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { forkHistory } from '@tagma/history';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { type Source, sourceOf } from '../resume/source.ts';
import { inheritOutputs } from './outputs.ts';

/** Where the fork comes from: a file, up to the step of a record (null: all of it). */
export type Origin = { readonly file: string; readonly record: number | null; readonly isOwn: boolean };

export type Target = {
  readonly session: string;
  /** Of the history. */
  readonly file: string;
  /** The folder of all outputs. */
  readonly outputs: string;
  /** Whether it works in another folder than the session that it comes from. */
  readonly isElsewhere: boolean;
};

/** As `openSource` gives it for a session that goes on. Where it fails nothing is left. */
export async function beginFork({ file, record, isOwn }: Origin, target: Target): Promise<Source | Problem> {
  const { session, outputs } = target;
  const forked = forkHistory(file, record, target);
  if (!forked.ok) return problem(forked.error.kind === 'io' ? EXIT.failed : EXIT.usage, forked.error.message);
  const { history, parent } = forked;
  const missing = await inheritOutputs(outputs, parent.session, session, !target.isElsewhere);
  const notes = [
    `a fork of ${parent.session}, up to its record ${parent.record}; that session stays as it is.`,
    ...(missing === 0 ? [] : [`${counted(missing, 'file')} that the conversation may name could not be taken along.`]),
  ];
  const source = await sourceOf(history, { session, parent, notes, isOwn });
  if (!source.ok) dropFork(target);
  return source;
}

/** Removes a fork that nothing was done in, its history closed. */
export function dropFork({ session, file, outputs }: Target): void {
  unlinkSync(file);
  rmSync(join(outputs, session), { recursive: true, force: true });
}
