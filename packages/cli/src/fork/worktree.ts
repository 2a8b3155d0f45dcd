/** A git worktree for a fork: the project as it was last committed, in a folder of its own, so that both go on side by side. */
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LIST, LIST_WITHOUT_SCOPE, readList, runGit, type Setting, withoutFilters } from '@tagma/git';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { absolutePath } from '../working-folder.ts';

/** A large project is written out in seconds; a file system that hangs is not waited for. */
const GIT_MS_MAX = 120_000;
/** Submodules are not looked into: git would be started in there, with filters of theirs. */
const STATUS = ['status', '--porcelain', '--untracked-files=normal', '--ignore-submodules=dirty'];

export type Worktree = {
  readonly ok: true;
  /** Where it is, and the repository that it belongs to. */
  readonly place: string;
  readonly repository: string;
  /** Where the session works: in the worktree the same folder as the project's in its repository. Links resolved. */
  readonly folder: string;
  /** For the person: where it is, and what is not in it. */
  readonly said: string;
};

/**
 * Makes a worktree of the commit that is checked out in the project.
 * @param path where; undefined for a folder beside the repository, named after the session
 */
export async function addWorktree(
  project: string,
  path: string | undefined,
  session: string,
): Promise<Worktree | Problem> {
  const found = await git(project, ['rev-parse', '--show-toplevel', '--show-prefix', '--short', 'HEAD']);
  if (!found.ok) return refused(`${project} is in no git repository with a commit (${found.message}).`);
  const [top = '', prefix = '', commit = ''] = found.output.split('\n');
  const given = path === undefined ? null : absolutePath(path, '--worktree');
  if (given?.ok === false) return given;
  const place = given?.path ?? join(dirname(top), `${basename(top)}-${session}`);
  if (existsSync(place)) return refused(`${place} is there already. Name another folder: --worktree PATH.`);
  const filters = await filtersOff(project);
  if (!filters.ok) return refused(`git could not make it: ${filters.message}`);
  const changed = await git(project, STATUS, filters.settings);
  const added = await git(project, ['worktree', 'add', '--detach', place, 'HEAD'], filters.settings);
  if (!added.ok) return refused(`git could not make it: ${added.message}`);
  const folder = join(place, prefix);
  // A folder of which nothing is committed.
  mkdirSync(folder, { recursive: true });
  const count = changed.ok ? changed.output.split('\n').filter((line) => line !== '').length : 0;
  const left =
    count === 0
      ? ''
      : ` ${counted(count, 'change')} in ${project} ${count === 1 ? 'is' : 'are'} not committed, and not in it.`;
  return {
    ok: true,
    ...{ place, repository: top, folder: realpathSync(folder) },
    said: `it works in ${place}, a worktree of commit ${commit}.${left}`,
  };
}

/** Removes one that nothing was done in. What has been changed in it is kept, and so is the worktree then. */
export async function removeWorktree({ place, repository }: Worktree): Promise<void> {
  const filters = await filtersOff(repository);
  if (filters.ok) await git(repository, ['worktree', 'remove', place], filters.settings);
}

function refused(why: string): Problem {
  return problem(EXIT.usage, `--worktree: ${why}`);
}

type Run = { readonly ok: true; readonly output: string } | { readonly ok: false; readonly message: string };

/** Written out as the files are kept: to run what a repository's own configuration names, the person has not said. */
async function filtersOff(project: string) {
  let listed = await git(project, LIST);
  const knowsScopes = listed.ok;
  if (!listed.ok) listed = await git(project, LIST_WITHOUT_SCOPE);
  if (!listed.ok) return listed;
  const off = withoutFilters(readList(listed.output, knowsScopes));
  return off.ok
    ? off
    : { ok: false as const, message: `there is a filter with an odd name (${JSON.stringify(off.odd)})` };
}

/** Its output without the last newline, or the line in which it says why not. Nothing of the repository is run: no hook either. */
async function git(folder: string, args: readonly string[], settings: readonly Setting[] = []): Promise<Run> {
  const { exitCode, output, messages } = await runGit(args, 'look', { folder, settings }, { msMax: GIT_MS_MAX });
  if (exitCode === 0) return { ok: true, output: output.replace(/\n$/, '') };
  const said = messages.split('\n').at(-1) ?? '';
  return { ok: false, message: said === '' ? 'it failed' : said };
}
