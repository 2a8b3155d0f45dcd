/**
 * Whether looking at a repository would start a program that its configuration, or the person's, names. The files are
 * read here, for starting git to ask would take longer than all the rest. Whatever is not understood counts as a program.
 */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Ground } from './ground.ts';

type Repository = { readonly folder: string; readonly git: string };

const FILE_CHARS_MAX = 262_144;
const INCLUDES_MAX = 16;
const FOLDERS_MAX = 64;

/** They name programs, hooks, or another place to look at. `diff.NAME.command`, `filter.NAME.clean` and so on as well. */
const STARTS =
  /^(core\.(fsmonitor|hookspath|worktree|alternaterefscommand)|diff\.(external|(.+\.)?(command|textconv))|filter\..*|gpg\..*program|log\.showsignature|extensions\.partialclone|remote\..*\.(promisor|partialclonefilter|uploadpack|vcs)|trace2\..*)$/;
/** What git's own filter for large files asks for. */
const LARGE_FILES = /^git-lfs (clean -- %f|smudge -- %f|filter-process)$/;
const SYSTEM_FILES = ['/etc/gitconfig', '/usr/local/etc/gitconfig', '/opt/homebrew/etc/gitconfig'];
const HOOK = 'post-index-change';
/** By these, the environment does the same. */
const VARIABLES =
  /^GIT_(DIR|WORK_TREE|COMMON_DIR|CONFIG\w*|EXTERNAL_DIFF|EXEC_PATH|TRACE\w*|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE\w*|CEILING\w*|ATTR\w*)$/;

/** The repository that a folder is in; null where there is none. */
export function repositoryAt(folder: string): Repository | null {
  for (let at = folder, looked = 0; looked < FOLDERS_MAX; looked++) {
    const git = gitFolderIn(at);
    if (git !== null) return { folder: at, git };
    // A folder that looks like one inside of `.git` is a repository by itself.
    if (['HEAD', 'objects', 'refs'].every((name) => existsSync(join(at, name)))) return { folder: at, git: at };
    const above = dirname(at);
    if (above === at) return null;
    at = above;
  }
  return null;
}

/** Whether git keeps the file, or one below it; where that is not clear, it does. `base` is a folder in the repository. */
export function isTracked(path: string, base: string): boolean {
  const found = repositoryAt(base);
  if (!found) return true;
  try {
    const index = readFileSync(join(found.git, 'index'));
    // From the fourth form on, names are written in pieces.
    const isReadable = index.toString('latin1', 0, 4) === 'DIRC' && index.readUInt32BE(4) < 4;
    const name = relative(found.folder, path);
    // Whole names: `.gitignore` is not in `.git`.
    return !isReadable || [`${name}\0`, `${name}/`].some((whole) => index.includes(whole));
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

/** Whether git, run in this folder, may start a program. `base` is absolute, links followed. */
export function runsPrograms(base: string, ground: Ground): boolean {
  if ([...ground.environment.keys()].some((name) => VARIABLES.test(name))) return true;
  const found = repositoryAt(base);
  const own = found ? [join(found.git, 'config'), join(found.git, 'config.worktree')] : [];
  const common = found && textOf(join(found.git, 'commondir'));
  if (found && typeof common === 'string') own.push(join(resolve(found.git, common.trim()), 'config'));
  if (found && existsSync(join(found.git, 'hooks', HOOK))) return true;
  // Submodules have a configuration of their own each.
  if (found && (existsSync(join(found.git, 'modules')) || existsSync(join(found.folder, '.gitmodules')))) return true;
  const elsewhere = ground.environment.get('XDG_CONFIG_HOME');
  const theirs = ground.homes.flatMap((home) => [join(home, '.gitconfig'), join(home, '.config/git/config')]);
  const files = [...own, ...theirs, ...(elsewhere ? [join(elsewhere, 'git/config')] : []), ...SYSTEM_FILES];
  for (const [at, file] of files.entries()) {
    if (at > files.length + INCLUDES_MAX) return true;
    if (!isPlain(file, files, found?.folder ?? base, ground)) return true;
  }
  return false;
}

function gitFolderIn(folder: string): string | null {
  const path = join(folder, '.git');
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return null;
    if (!found.isFile()) return path;
    const [, target] = /^gitdir: (.+?)\s*$/.exec(readFileSync(path, 'utf8')) ?? [];
    return target === undefined ? path : resolve(folder, target);
  } catch {
    return path;
  }
}

/** Whether a file of settings starts nothing. Those that it includes are put behind the others, conditions or not. */
function isPlain(file: string, files: string[], top: string, ground: Ground): boolean {
  const text = textOf(file);
  if (typeof text !== 'string') return text === null;
  let section = '';
  for (const line of text.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const rest = line.trim();
    if (rest === '' || /^[#;]/.test(rest)) continue;
    const [head, name, sub] = /^\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(rest) ?? [];
    if (rest.startsWith('[')) {
      if (head === undefined || name === undefined) return false;
      section = `${name}${sub === undefined ? '' : `.${sub}`}`.toLowerCase();
    }
    const setting = rest.slice(head?.length ?? 0).trim();
    if (setting === '' || /^[#;]/.test(setting)) continue;
    const [, key, value = ''] = /^([a-z][\w-]*)\s*(?:=\s*(.*))?$/i.exec(setting) ?? [];
    if (key === undefined) return false;
    const full = `${section}.${key.toLowerCase()}`;
    if (/^include(if\..*)?\.path$/.test(full))
      files.push(pathIn(value.replaceAll('"', '').trim(), dirname(file), ground));
    else if (!isHarmless(full, value, top, ground)) return false;
  }
  return true;
}

function isHarmless(key: string, value: string, top: string, ground: Ground): boolean {
  if (!STARTS.test(key)) return true;
  const plain = value.replaceAll(/^"|"$/g, '').trim();
  if (key === 'core.fsmonitor' || key === 'log.showsignature') return /^(false|no|off|0)$/i.test(plain);
  // Of all hooks, looking at a repository runs this one alone.
  if (key === 'core.hookspath') return !existsSync(join(pathIn(plain, top, ground), HOOK));
  if (key.startsWith('filter.lfs.')) return key === 'filter.lfs.required' || LARGE_FILES.test(plain);
  return /^filter\..*\.required$/.test(key);
}

function pathIn(written: string, folder: string, ground: Ground): string {
  if (written.startsWith('~/')) return join(ground.home, written.slice(2));
  return isAbsolute(written) ? written : join(folder, written);
}

/** Null where there is no such file; undefined where it cannot be read. */
function textOf(file: string): string | null | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return text.length > FILE_CHARS_MAX ? undefined : text;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : undefined;
  }
}
