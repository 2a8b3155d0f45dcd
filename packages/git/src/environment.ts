/**
 * Git's settings by the environment: so they reach git behind `xargs`, `find`, a loop or another shell, and no command has
 * to be rewritten. Twice: by the variables that git documents (from 2.31 on), and by the one in which it hands `-c` to the
 * git that it starts itself, which older ones know too, and which alone goes along into submodules.
 */
import { LOOKING, type Setting } from './settings.ts';

/** Variables by name. */
export type Environment = { readonly [name: string]: string | undefined };

/** By these the environment has git start programs, write files of its own, or ask somebody. */
const STARTING =
  /^(GIT_(EXTERNAL_DIFF|DIFF_OPTS|SSH|SSH_COMMAND|SSH_VARIANT|PROXY_COMMAND|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER|PAGER_IN_USE|TRACE\w*|REDIRECT_\w+|MERGE_VERBOSITY|ALLOW_PROTOCOL|PROTOCOL_FROM_USER|NO_LAZY_FETCH|OPTIONAL_LOCKS|TERMINAL_PROMPT|CONFIG_COUNT|CONFIG_(KEY|VALUE)_\d+|CONFIG_PARAMETERS)|SSH_ASKPASS)$/;

/** Nobody is asked. Set and empty: no program is asked for passwords, whatever the configuration says. */
export const UNATTENDED = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_PAGER: 'cat',
} as const;

/** No network, and the index is not written. No transport is named `none`: that is what keeps older ones from fetching what is missing of a partial clone. */
export const UNCHANGING = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' } as const;

/**
 * The environment for a command that only looks: the person's, without what would have git start something, and with the
 * settings. What he has set by the environment himself stays in front, so that ours holds; but no setting of the network,
 * which often holds a password that a sandbox takes out. `settings` are further ones of the caller's.
 */
export function lookEnvironment(environment: Environment, settings: readonly Setting[] = []): Environment {
  const kept = Object.entries(environment).filter(([name]) => !STARTING.test(name));
  return {
    ...Object.fromEntries(kept),
    ...UNATTENDED,
    ...UNCHANGING,
    ...settingVariables(environment, [...LOOKING, ...settings]),
  };
}

/** The same settings, behind those that the environment has already. */
export function settingVariables(environment: Environment, settings: readonly Setting[]): Environment {
  const pairs = [...settingsIn(environment), ...settings];
  const numbered = pairs.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  const inherited = environment.GIT_CONFIG_PARAMETERS?.trim() ?? '';
  const parameters = [...(inherited === '' ? [] : [inherited]), ...settings.map(quoted)];
  return {
    GIT_CONFIG_COUNT: String(pairs.length),
    ...Object.fromEntries(numbered),
    GIT_CONFIG_PARAMETERS: parameters.join(' '),
  };
}

const OF_NETWORK = /^(http|credential|url|remote)\./i;
/** More than a person sets; git itself would take any number. */
const PAIRS_MAX = 1_000;

/** None where one of them is missing: git itself refuses to start then. */
function settingsIn(environment: Environment): readonly Setting[] {
  const count = Number(environment.GIT_CONFIG_COUNT ?? '');
  if (!Number.isInteger(count) || count < 0 || count > PAIRS_MAX) return [];
  const found: Setting[] = [];
  for (let at = 0; at < count; at++) {
    const name = environment[`GIT_CONFIG_KEY_${at}`];
    const value = environment[`GIT_CONFIG_VALUE_${at}`];
    if (name === undefined || value === undefined) return [];
    if (!OF_NETWORK.test(name)) found.push([name, value]);
  }
  return found;
}

/** As git quotes `-c name=value` for the git that it starts; the form that old and new ones read. */
function quoted([name, value]: Setting): string {
  return `'${`${name}=${value}`.replaceAll("'", "'\\''").replaceAll('!', "'\\!'")}'`;
}
