/** `tagma fork FILE`: a new session that begins as another one did, up to any of its records. That one is not changed. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findSession, forkHistory } from '@tagma/history';
import { EXIT } from '../exit.ts';
import { foldersOf, sessionName } from '../folders.ts';
import { problem, report } from '../problem.ts';
import { absolutePath, workingFolder } from '../working-folder.ts';
import { inheritOutputs } from './outputs.ts';
import { listPoints, whereToFork } from './where.ts';
import { addWorktree } from './worktree.ts';

export type ForkOptions = {
  readonly at?: string;
  readonly list?: true;
  /** True for the usual place. */
  readonly worktree?: string | true;
  readonly cwd?: string;
  readonly history?: string;
};

export async function fork(idOrFile: string, options: ForkOptions): Promise<number> {
  const working = workingFolder(options.cwd);
  if (!working.ok) return report(working);
  const history = options.history === undefined ? undefined : absolutePath(options.history, '--history');
  if (history?.ok === false) return report(history);
  const found = findSession(idOrFile, [foldersOf(working.folder, history?.path, process.env).history]);
  if (!found.ok) return report(problem(EXIT.usage, found.error.message));
  if (options.list) {
    const listed = await listPoints(found.file);
    if (!listed.ok) return report(listed);
    process.stdout.write(listed.text);
    return EXIT.done;
  }
  const where = await whereToFork(found.file, options.at);
  if (!where.ok) return report(where);
  const session = sessionName(new Date(), randomBytes(3).toString('hex'));
  let { folder } = working;
  if (options.worktree !== undefined) {
    const path = options.worktree === true ? undefined : options.worktree;
    const worktree = await addWorktree(folder, path, session);
    if (!worktree.ok) return report(worktree);
    process.stderr.write(`tagma: ${worktree.said}\n`);
    folder = worktree.folder;
  }
  const folders = foldersOf(folder, history?.path, process.env);
  const file = join(folders.history, `${session}.xml`);
  const forked = forkHistory(found.file, where.record, { file, session });
  if (!forked.ok) return report(problem(EXIT.usage, forked.error.message));
  forked.history.close();
  await inheritOutputs(folders.outputs, forked.parent.session, session, options.worktree === undefined);
  process.stdout.write(`history: ${file}\n`);
  return EXIT.done;
}
