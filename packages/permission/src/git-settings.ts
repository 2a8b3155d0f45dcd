/**
 * What a commit or a push would start besides git: hooks, and the programs that the repository's own configuration names. A
 * repository may come from anybody, so the person is told of them; those of the person's own configuration are no news.
 * Git itself is asked, for only git knows all its includes and worktrees; neither question starts anything else.
 */
import { join, resolve } from 'node:path';
import { runGit } from '@tagma/git';
import { beginLooks, isThere } from './disk.ts';

export type Changing = 'commit' | 'push';

const HOOKS: { readonly [action in Changing]: readonly string[] } = {
  commit: [
    'pre-commit',
    'prepare-commit-msg',
    'commit-msg',
    'post-commit',
    'post-index-change',
    'reference-transaction',
  ],
  push: ['pre-push', 'reference-transaction'],
};

const SIGNING = /^gpg\.((.+\.)?program|ssh\.defaultkeycommand)$/;
/** As git writes them: section and name in small letters. What the tool turns off (`core.fsmonitor`, editors, pagers) is not among them. */
const STARTING: { readonly [action in Changing]: readonly RegExp[] } = {
  commit: [/^filter\..+\.(clean|process)$/s, SIGNING],
  push: [/^core\.(sshcommand|gitproxy)$/, /^credential\.(.+\.)?helper$/s, /^remote\..+\.(receivepack|vcs)$/s, SIGNING],
};

const MS_MAX = 5_000;
const BYTES_MAX = 4 * 1024 ** 2;
const NO_REPOSITORY = 128;
const SHOWN_CHARACTERS_MAX = 200;

/** In words for the person; null where git has no answer in time. Nothing for a folder that is no repository. */
export async function startedBy(action: Changing, folder: string): Promise<readonly string[] | null> {
  const [hooks, settings] = await Promise.all([
    ask(['rev-parse', '--git-path', 'hooks'], folder),
    ask(['config', '--list', '--show-scope', '--null'], folder),
  ]);
  if (hooks === 'none' || settings === 'none') return [];
  if (hooks === 'unknown' || settings === 'unknown') return null;
  const hooksFolder = hooks.text.replace(/\n$/, '');
  beginLooks();
  const there = HOOKS[action].filter((name) => isThere(resolve(folder, hooksFolder, name)));
  return [...there.map((name) => join(hooksFolder, name)), ...programsIn(settings.text, action)];
}

/** From records of `scope`, then `name` LF `value`, each with NUL at its end. */
function programsIn(list: string, action: Changing): readonly string[] {
  const fields = list.split('\0');
  const found: string[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [name = '', ...value] = (fields[at + 1] ?? '').split('\n');
    const program = value.join('\n');
    const isRepositorys = fields[at] === 'local' || fields[at] === 'worktree';
    if (!isRepositorys || program === '' || !STARTING[action].some((form) => form.test(name))) continue;
    found.push(`${program.slice(0, SHOWN_CHARACTERS_MAX)} (${name} of the repository)`);
  }
  return found;
}

type Answer = { readonly text: string } | 'none' | 'unknown';

/** `none`: git is not there, or this is no repository. With the hooks and programs of a change: it is asked which they are. */
async function ask(args: readonly string[], folder: string): Promise<Answer> {
  const { exitCode, output, isHere } = await runGit(args, 'change', { folder }, { msMax: MS_MAX, bytesMax: BYTES_MAX });
  if (exitCode === 0) return { text: output };
  return !isHere || exitCode === NO_REPOSITORY ? 'none' : 'unknown';
}
