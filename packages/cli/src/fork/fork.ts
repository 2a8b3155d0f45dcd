/** `tagma fork SESSION`: a new session that begins as another one did, up to any of its records. That one is not changed. */
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { summaryOf } from '@tagma/history';
import { EXIT } from '../exit.ts';
import { foldersOf, sessionName } from '../folders.ts';
import { say } from '../lines.ts';
import type { GivenOptions } from '../options.ts';
import { settleFolder } from '../permissions/settle.ts';
import { type Problem, problem, report } from '../problem.ts';
import { canAsk } from '../renderer.ts';
import type { IsGiven } from '../rerun/as-recorded.ts';
import { type FoundFile, namedFile } from '../resume/find.ts';
import { folderToGoOnIn } from '../resume/folder.ts';
import { optionsFor } from '../resume/resume.ts';
import { run } from '../run.ts';
import { readyHistoryFolder } from '../sessions/folder.ts';
import { sessionPlace } from '../sessions/place.ts';
import { aboutFault } from '../torn.ts';
import { beginFork, dropFork, type Target } from './begin.ts';
import { refusalOfFork } from './consent.ts';
import { listPoints, whereToFork } from './where.ts';
import { addWorktree, removeWorktree, type Worktree } from './worktree.ts';

export type ForkOptions = GivenOptions & {
  readonly at?: string;
  readonly list?: true;
  /** True for the usual place. */
  readonly worktree?: string | true;
};

export async function fork(
  idOrFile: string,
  prompt: string | undefined,
  options: ForkOptions,
  isGiven: IsGiven,
): Promise<number> {
  const found = await namedFile(idOrFile, options);
  if (!found.ok) return report(found);
  if (options.list) return list(found.file);
  const where = await whereToFork(found.file, options.at);
  if (!where.ok) return report(where);
  const place = await placeOf(found, options);
  if (!place.ok) return report(place);
  const { target, worktree } = place;
  const agreed = await settleFolder({ ...options, cwd: place.folder }, process.env, canAsk(options));
  if (agreed.ok === 'left') {
    if (worktree) await removeWorktree(worktree);
    return EXIT.interrupted;
  }
  const refusal = agreed.ok ? await refusalOfFork(found.file, where.record, place.folder, options) : agreed;
  const ready = refusal ?? readyHistoryFolder(dirname(target.file), place.folder);
  const source = ready.ok ? await beginFork({ ...found, record: where.record }, target) : ready;
  if (!source.ok) {
    if (worktree) await removeWorktree(worktree);
    return report(source);
  }
  const { history, notes } = source;
  const copied = history.last().n;
  const there = worktree ? { ...source, notes: [...notes, worktree.said] } : source;
  const settled = await optionsFor({ ...options, cwd: place.folder }, isGiven, there);
  const code = settled.ok ? await run(prompt, settled.options, there) : report(settled);
  history.close();
  // It did not come to a beginning: no server, no prompt.
  if (history.last().n === copied) {
    dropFork(target);
    if (worktree) await removeWorktree(worktree);
  }
  return code;
}

async function list(file: string): Promise<number> {
  const listed = await listPoints(file);
  if (!listed.ok) return report(listed);
  await say(listed.text);
  return listed.fault === null ? EXIT.done : report(problem(EXIT.failed, aboutFault(listed.fault)));
}

type Place = {
  readonly ok: true;
  /** Where the fork works. */
  readonly folder: string;
  readonly target: Target;
  readonly worktree: Worktree | null;
};

/** In the folder that is named, else in that of the session; or in a worktree of it. */
async function placeOf(found: FoundFile, options: ForkOptions): Promise<Place | Problem> {
  const summary = await summaryOf(found.file);
  if (!summary.ok) return problem(EXIT.usage, summary.error.message);
  const working = folderToGoOnIn({ ...summary, isOwn: found.isOwn }, options.cwd);
  if (!working.ok) return working;
  const session = sessionName(new Date(), randomBytes(3).toString('hex'));
  const kept = await sessionPlace({ ...options, cwd: working.folder });
  if (!kept.ok) return kept;
  const path = options.worktree === true ? undefined : options.worktree;
  const worktree = options.worktree === undefined ? null : await addWorktree(working.folder, path, session);
  if (worktree?.ok === false) return worktree;
  const folder = worktree?.folder ?? working.folder;
  // A folder in the project is that of the project: what git ignores in a worktree goes with it, unasked.
  const { history } = foldersOf(folder, kept.named, process.env);
  const file = join(history, `${session}.xml`);
  const isElsewhere = folder !== summary.folder;
  return { ok: true, folder, worktree, target: { session, file, outputs: kept.outputs, isElsewhere } };
}
