/**
 * A repository's configuration as git itself lists it: only git knows all its files, includes and worktrees, and reads them as
 * it does when it looks. What no setting turns off (names that are free) is found in the list.
 */
import type { Setting } from './settings.ts';

/** One setting, as git lists it. */
export type ConfigurationEntry = {
  /** `local` and `worktree` are the repository's; `unknown` where git is too old to say (before 2.26). */
  readonly scope: string;
  /** `file:PATH`, `command line:`, … */
  readonly origin: string;
  /** As git writes it: section and name in small letters, what stands between them as it is. */
  readonly name: string;
  readonly value: string;
};

/** With these arguments git lists what `readList` reads. */
export const LIST = ['config', '--list', '--null', '--show-origin', '--show-scope'];
/** The same for a git that does not know scopes. */
export const LIST_WITHOUT_SCOPE = ['config', '--list', '--null', '--show-origin'];

/** The exit code of a git that does not know an option. */
export const UNKNOWN_OPTION = 129;

/** From records of scope (where it was asked for) and origin, then `name` LF `value`, each with NUL at its end. */
export function readList(output: string, hasScopes: boolean): readonly ConfigurationEntry[] {
  const fields = output.split('\0');
  const entries: ConfigurationEntry[] = [];
  const size = hasScopes ? 3 : 2;
  for (let at = 0; at + size <= fields.length - 1; at += size) {
    const scope = hasScopes ? (fields[at] ?? '') : 'unknown';
    const [name = '', ...value] = (fields[at + size - 1] ?? '').split('\n');
    entries.push({ scope, origin: fields[at + size - 2] ?? '', name, value: value.join('\n') });
  }
  return entries;
}

/** Whether the person has it for himself: not the repository, which may come from anybody. */
export function isPersons({ scope }: ConfigurationEntry): boolean {
  return scope === 'global' || scope === 'system' || scope === 'command';
}

/** Programs under names of their own that looking may start: by attributes of files, and in submodules. */
const FREE =
  /^(filter\..+\.(clean|smudge|process)|diff\..+\.(command|textconv)|merge\..+\.driver|lfs\.(extension|customtransfer)\..+|lfs\.standalonetransferagent)$/s;
/** What git's own filter for large files asks for. */
const LARGE_FILES = /^git-lfs (clean -- %f|smudge -- %f|smudge --skip -- %f|filter-process|filter-process --skip)$/;
const OF_LARGE_FILES = /^filter\.lfs\.(clean|smudge|process)$/;

/** Those that a look would leave to git: the person's own git-lfs is known, and starts nothing but itself. */
export function freePrograms(entries: readonly ConfigurationEntry[]): readonly ConfigurationEntry[] {
  return entries.filter((entry) => {
    if (!FREE.test(entry.name) || entry.value === '') return false;
    const isKnown = OF_LARGE_FILES.test(entry.name) && LARGE_FILES.test(entry.value);
    return !(isKnown && isPersons(entry));
  });
}

/**
 * The settings that turn off the filters of the repository itself; the person's own stay on (git-lfs). Or the name of one that
 * cannot be turned off: not every form that git takes settings in can hold it.
 */
export function withoutFilters(
  entries: readonly ConfigurationEntry[],
): { readonly ok: true; readonly settings: readonly Setting[] } | { readonly ok: false; readonly odd: string } {
  const drivers = new Set<string>();
  for (const entry of entries) {
    const driver = /^filter\.(.+)\.[^.]+$/s.exec(entry.name)?.[1];
    if (driver !== undefined && !isPersons(entry)) drivers.add(driver);
  }
  const odd = [...drivers].find((driver) => /[=\n]/.test(driver));
  if (odd !== undefined) return { ok: false, odd };
  const settings = [...drivers].flatMap((driver): readonly Setting[] => [
    ...['clean', 'smudge', 'process'].map((part): Setting => [`filter.${driver}.${part}`, '']),
    [`filter.${driver}.required`, 'false'],
  ]);
  return { ok: true, settings };
}
