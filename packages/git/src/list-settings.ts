/** All settings that hold in a folder, listed by git. */
import { type ConfigurationEntry, LIST, LIST_WITHOUT_SCOPE, readList, UNKNOWN_OPTION } from './configuration.ts';
import type { GitPlace } from './git-command.ts';
import { askGit } from './start-git.ts';

/** The settings, or why git does not list them. */
export type SettingsListed =
  | { readonly ok: true; readonly entries: readonly ConfigurationEntry[] }
  | { readonly ok: false; readonly why: string };

/** At once. Where there is no git, there are no settings. */
export function listSettings(place: GitPlace, msMax: number): SettingsListed {
  let asked = askGit(LIST, place, { msMax });
  const knowsScopes = asked.exitCode !== UNKNOWN_OPTION;
  if (!knowsScopes) asked = askGit(LIST_WITHOUT_SCOPE, place, { msMax });
  if (asked.exitCode === 0) return { ok: true, entries: readList(asked.output, knowsScopes) };
  const why = asked.messages.split('\n').at(-1) ?? '';
  return { ok: false, why: `git cannot say what is configured here${why === '' ? '' : ` (${why})`}` };
}
