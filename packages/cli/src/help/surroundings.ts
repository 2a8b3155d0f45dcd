/** What stands around the command: the variables that it reads, and what its exit codes say. */

/** For the help of `tagma` itself, below the examples. */
export const SURROUNDINGS = `
Environment: TAGMA_ENDPOINT, TAGMA_MODEL, TAGMA_API_KEY; or OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API_KEY.
             TAGMA_API_KEY is sent to the server of --endpoint or TAGMA_ENDPOINT, OPENAI_API_KEY to OPENAI_BASE_URL.
             The key of a provider (tagma models) goes to that provider. TAGMA_CONFIG names the configuration.
             Each of its keys (tagma config list --all) has a variable: limits.turns is TAGMA_LIMITS_TURNS.
Exit codes: 0 done, 1 failed, 2 usage, 3 ended after a denial that nothing made good, 4 limit reached,
            5 no usable reply, 128+n signal n.`;

export const VARIABLES: readonly (readonly [names: string, about: string])[] = [
  ['TAGMA_ENDPOINT, TAGMA_MODEL', 'the server that is asked, and the model, where no option names them'],
  ['TAGMA_API_KEY', 'the key for the server of --endpoint or TAGMA_ENDPOINT'],
  ['OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API_KEY', 'the same, by the names that other programs read'],
  ['TAGMA_CONFIG', 'the configuration, in the place of the usual file'],
  ['TAGMA_LIMITS_TURNS and the like', 'keys of the configuration (tagma config list --all): limits.turns'],
  ['TAGMA_LOG_LEVEL', 'how much is logged: silent, error, warn, info, debug or trace'],
  ['TAGMA_CODE_CACHE', 'where compiled code is kept for the next start; off: nowhere'],
  ['XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME', 'in the place of ~/.config, ~/.local/state and ~/.cache'],
];

export const FILES: readonly (readonly [names: string, about: string])[] = [
  ['~/.config/tagma/config.jsonc', 'the configuration'],
  ['~/.local/state/tagma/history/', 'the sessions, in a folder for each project'],
  ['~/.local/state/tagma/outputs/', 'outputs that were too long for the model, and what undo needs'],
  ['~/.local/state/tagma/tagma.log', 'the log (tagma logs)'],
  ['.tagma/', 'in a project: its permission rules and plans'],
];

export const EXIT_CODES: readonly (readonly [code: string, about: string])[] = [
  ['0', 'done'],
  ['1', 'failed'],
  ['2', 'usage: what was said, or is configured, cannot be carried out'],
  ['3', 'ended after a denial that nothing made good'],
  ['4', 'a limit was reached'],
  ['5', 'no usable reply'],
  ['128+n', 'ended by the signal n'],
];
