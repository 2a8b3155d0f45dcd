/**
 * How git is started, for all of Tagma: where it is, with which settings, and with which variables. Never through a shell;
 * nothing is asked at a terminal, nothing is paged.
 */
import { type Environment, settingVariables, UNATTENDED, UNCHANGING } from './environment.ts';
import { findGit } from './find-git.ts';
import { ALWAYS, READING, type Setting } from './settings.ts';

/** What it is started for: `look` starts nothing else and reaches no network, `change` keeps hooks, filters, signatures. */
export type GitUse = 'look' | 'change';

/** What is to be started, without a shell. */
export type GitCommand = {
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Environment;
};

/** Where git is started, and what of the person's environment holds there. */
export type GitPlace = {
  /** Where it runs, absolute. */
  readonly folder: string;
  /** In which no git is looked for; the folder where it runs, if it is not said. */
  readonly project?: string;
  /** That of this process, if it is not said. */
  readonly environment?: Environment;
  /** Further settings of the caller's. */
  readonly settings?: readonly Setting[];
  /** Whether the variables that lead to another repository hold (`GIT_DIR`): where the person's own commands are judged. */
  readonly followsEnvironment?: boolean;
  /** How long it may still be waited for, where whoever waits has a time for all that he asks. */
  readonly msLeft?: () => number;
};

/** Variables that lead git to another repository. */
const LEADING =
  /^(GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|(LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS))$/;
/** Variables that make it start a program, or show another text than is meant. */
const STARTING = /^(GIT_(EXTERNAL_DIFF|DIFF_OPTS)|GPG_TTY)$/;
const OWN_SETTINGS = /^GIT_CONFIG_(PARAMETERS|COUNT|(KEY|VALUE)_\d+)$/;

/** Beside `UNATTENDED`: nothing is paged or coloured. */
const PLAIN = { PAGER: 'cat', TERM: 'dumb' };

const LOOKING = { LC_ALL: 'C', ...UNCHANGING };
/** Transports whose address is no command. Hooks keep the locale, messages are English all the same. */
const CHANGING = { LANGUAGE: 'en', GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' };

/** Null where there is no git outside of the project. */
export function gitCommand(args: readonly string[], use: GitUse, place: GitPlace): GitCommand | null {
  const given = place.environment ?? process.env;
  const file = findGit(given.PATH ?? '', place.project ?? place.folder);
  if (file === null) return null;
  const isKept = (name: string) =>
    !STARTING.test(name) && (place.followsEnvironment || !(LEADING.test(name) || OWN_SETTINGS.test(name)));
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => isKept(name)));
  const settings = [...(use === 'look' ? READING : ALWAYS), ...(place.settings ?? [])];
  const environment = {
    ...own,
    ...UNATTENDED,
    ...PLAIN,
    ...(use === 'look' ? LOOKING : CHANGING),
    ...settingVariables(own, settings),
  };
  return { file, args: ['--no-pager', ...args], folder: place.folder, environment };
}
