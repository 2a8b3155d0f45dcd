/**
 * What in the folder of a repository has git start something: hooks, what leads to another repository, and a configuration
 * that holds more than a few settings which start nothing. The configuration is not parsed: what is no plain line of those
 * settings is not understood, and counts.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { entryAt } from './places.ts';

const LEADS_ELSEWHERE = ['commondir', 'gitdir', 'config.worktree'];
const CONFIGURATION_BYTES_MAX = 65_536;
const HOOKS_MAX = 100;

/** By section, without its name in quotes. */
const STARTS_NOTHING: ReadonlyMap<string, RegExp> = new Map([
  [
    'core',
    /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|longpaths)$/,
  ],
  ...['user', 'author', 'committer'].map((name): [string, RegExp] => [name, /^(name|email)$/]),
  ['init', /^defaultbranch$/],
  ['extensions', /^(objectformat|refstorage|noop)$/],
  ['branch', /^(remote|merge|rebase)$/],
  ['remote', /^(url|pushurl|fetch|push|tagopt|prune)$/],
  ['submodule', /^(active|url)$/],
  ['pull', /^(rebase|ff)$/],
  ['push', /^(default|autosetupremote)$/],
  ['color', /^\w+$/],
  ['advice', /^\w+$/],
  ['gc', /^auto$/],
]);
const SECTION = /^[ \t]*\[([a-z]+)(?:[ \t]+"[^"\\\n]*")?\][ \t]*$/i;
const SETTING = /^[ \t]*([a-z][a-z0-9-]*)[ \t]*=[ \t]*([^"\\#;!\n]*)$/i;
const COMMENT = /^[ \t]*([#;].*[^\\])?$/;
/** `ext::PROGRAM` */
const STARTS_PROGRAM = /::/;

/** The paths of what is there of it. @param folder of the repository: `.git`, or one like it */
export function riskyIn(folder: string): readonly string[] {
  const own = LEADS_ELSEWHERE.map((name) => join(folder, name)).filter((path) => entryAt(path) !== null);
  const configuration = join(folder, 'config');
  const isRisky = entryAt(configuration) !== null && !startsNothing(configuration);
  return [...own, ...(isRisky ? [configuration] : []), ...hooksIn(join(folder, 'hooks'))];
}

/** What stays as it is of a repository that is there, whether it starts something or not. */
export function keptOfRepository(folder: string): readonly string[] {
  return [...LEADS_ELSEWHERE, 'config', 'hooks']
    .map((name) => join(folder, name))
    .filter((path) => entryAt(path) !== null);
}

/** A link in their place is one itself: what it leads to may be anywhere. */
function hooksIn(folder: string): readonly string[] {
  try {
    if (entryAt(folder)?.isSymbolicLink()) return [folder];
    const names = readdirSync(folder).filter((name) => !name.endsWith('.sample'));
    return names.slice(0, HOOKS_MAX).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function startsNothing(file: string): boolean {
  const text = textOf(file);
  if (text === null) return false;
  let allowed: RegExp | undefined;
  for (const line of text.split(/\r?\n/)) {
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) {
      allowed = STARTS_NOTHING.get(section.toLowerCase());
      if (allowed === undefined) return false;
      continue;
    }
    if (COMMENT.test(line)) continue;
    const [, key, value = ''] = SETTING.exec(line) ?? [];
    if (key === undefined || allowed?.test(key.toLowerCase()) !== true || STARTS_PROGRAM.test(value)) return false;
  }
  return true;
}

/** Null where it is no plain file, or too long to be one. A pipe is not waited for. */
function textOf(file: string): string | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > CONFIGURATION_BYTES_MAX) return null;
    const bytes = Buffer.alloc(stats.size);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, stats.size, 0));
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
