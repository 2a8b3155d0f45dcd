/**
 * Files that run by themselves: other programs run or obey them without anybody asking for it, at once or the next time that
 * a folder is opened, a commit is made, a shell is started. Whoever changes one has a say in what the person runs. The names
 * are in `self-running-names.ts`; they count in any letter case, for not every file system tells cases apart. Pure.
 */
import {
  CACHES_OF_INSTALLED,
  INSTALLED,
  OF_REPOSITORIES,
  SELF_RUNNING,
  type SelfRunningNames,
  STARTS_NOTHING,
} from './self-running-names.ts';

type Name = { readonly before: string | null; readonly form: RegExp | null; readonly why: string };

/** By the last name, or `''` for those with a `*`: few, as each is tried. */
const NAMES = byLastName(SELF_RUNNING);
const INSTALLED_NAMES = byLastName([INSTALLED]);
const REPOSITORY_NAMES: ReadonlySet<string> = new Set(OF_REPOSITORIES.names);
const HARMLESS: ReadonlySet<string> = new Set(STARTS_NOTHING);
const CACHES: ReadonlySet<string> = new Set(CACHES_OF_INSTALLED);
const FIRST_NAMES: ReadonlySet<string> = new Set(
  [...SELF_RUNNING, INSTALLED].flatMap(({ names }) => names).flatMap((name) => /^(\..*)\//.exec(name)?.[1] ?? []),
);
const IGNORE_FILE = /^\.[\w-]*ignore$/;

/**
 * Why a file or folder runs by itself, in words that go on after its path (`is run by git at its steps`); null for what does
 * not. Give the path relative to the project where it lies in there, as with `isProtectedPath`.
 */
export function whyRunsByItself(path: string): string | null {
  const names = namesOf(path);
  const file = names.at(-1) ?? '';
  for (let at = 0; at < names.length; at++) {
    const why = whyAt(names, at);
    if (why !== null) return isLetThrough(names, at) ? null : why;
  }
  return REPOSITORY_NAMES.has(file) ? OF_REPOSITORIES.why : null;
}

/** Whether it is one of the names by which git takes a folder for a repository (`HEAD`), and by nothing else. */
export function isNameOfRepository(path: string): boolean {
  const names = namesOf(path);
  return REPOSITORY_NAMES.has(names.at(-1) ?? '') && names.every((_, at) => whyAt(names, at) === null);
}

/** The same for an entry of a folder that is not in such a folder itself, without what only a whole folder shows: cheap. */
export function isSelfRunningEntry(name: string, folder: string): boolean {
  const names = [folder.toLowerCase(), name.toLowerCase()];
  return whyAt(names, 1) !== null && !isLetThrough(names, 1);
}

/** Whether a path is of what is installed for the project (`node_modules`), or in it. */
export function isInstalled(path: string): boolean {
  const names = namesOf(path);
  return names.some((_, at) => found(INSTALLED_NAMES, names, at) !== null);
}

/** Whether a folder of this name may hold what runs by itself (`.github`), though it does not do so itself. */
export function mayHoldSelfRunning(path: string): boolean {
  return FIRST_NAMES.has(namesOf(path).at(-1) ?? '');
}

function namesOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split(/[\\/]/)
    .filter((name) => name !== '' && name !== '.');
}

function whyAt(names: readonly string[], at: number): string | null {
  return found(NAMES, names, at) ?? found(INSTALLED_NAMES, names, at);
}

function found(all: ReadonlyMap<string, readonly Name[]>, names: readonly string[], at: number): string | null {
  const name = names[at] ?? '';
  const isIt = ({ before, form }: Name) =>
    (before === null || before === names[at - 1]) && (form === null || form.test(name));
  return (all.get(name)?.find(isIt) ?? all.get('')?.find(isIt))?.why ?? null;
}

/** Ignore files, settings that start nothing, and the caches of tools. */
function isLetThrough(names: readonly string[], at: number): boolean {
  if (INSTALLED_NAMES.has(names[at] ?? '')) return names.slice(at + 1).some((name) => CACHES.has(name));
  if (IGNORE_FILE.test(names.at(-1) ?? '')) return true;
  return HARMLESS.has(`${names[at]}/${names[at + 1] ?? ''}`);
}

function byLastName(rows: readonly SelfRunningNames[]): ReadonlyMap<string, readonly Name[]> {
  const all = new Map<string, Name[]>();
  for (const { why, names } of rows) {
    for (const written of names) {
      const slash = written.indexOf('/');
      const before = slash < 0 ? null : written.slice(0, slash);
      const last = written.slice(slash + 1);
      const form = last.includes('*') ? formOf(last) : null;
      const key = form === null ? last : '';
      all.set(key, [...(all.get(key) ?? []), { before, form, why }]);
    }
  }
  return all;
}

function formOf(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
}
