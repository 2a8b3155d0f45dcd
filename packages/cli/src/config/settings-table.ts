/**
 * Every key of the configuration that has a value of its own: what it is for, what holds without it, which option says the
 * same, and how far a project's files may say it. The page, the published schema and `tagma config` are made of this.
 */
import type { Json } from '@tagma/protocol';

/**
 * What of a project's own files holds before the person has trusted them. `holds`: at once; it only narrows, or changes
 * nothing but words and looks. `waits`: it runs something, permits something or leads elsewhere. `own`: it is the person's
 * alone, and never taken from a project. The others wait where the value is not as strict as what holds without the project.
 */
export type InProject = 'holds' | 'waits' | 'own' | 'mode' | 'limit' | 'on-top';

export type SettingRow = {
  /** The keys that lead there, with dots between. */
  readonly path: string;
  readonly says: string;
  /** What holds where nobody says it; a text in words where that is no value. */
  readonly usual?: Json;
  readonly usually?: string;
  readonly option?: string;
  readonly inProject: InProject;
  /** `${NAME}` in its texts stands for a variable of the environment, as soon as it is read. */
  readonly expands?: true;
};

const NO_LIMIT = { usual: 0, inProject: 'limit' } as const;

export const SETTINGS: readonly SettingRow[] = [
  {
    path: 'model',
    says: 'The model: `provider:model`, a short name, or a provider of this file',
    usually: 'the first provider whose key is there',
    option: '--model',
    inProject: 'waits',
    expands: true,
  },
  {
    path: 'provider',
    says: 'Where a model is looked for whose name says no provider; alone, its usual model is taken',
    option: '--model',
    inProject: 'waits',
    expands: true,
  },
  {
    path: 'endpoint',
    says: 'The base address of a server; TAGMA_API_KEY is for it',
    option: '--endpoint',
    inProject: 'own',
    expands: true,
  },
  {
    path: 'fallbacks',
    says: 'Models that are asked in this order when the model is overloaded or cannot be reached',
    usual: [],
    option: '--fallback',
    inProject: 'waits',
    expands: true,
  },
  {
    path: 'summaryModel',
    says: 'The model that writes the summaries of long conversations',
    usually: 'the model in use',
    option: '--summary-model',
    inProject: 'waits',
    expands: true,
  },
  { path: 'mode', says: 'What runs unasked', usual: 'default', option: '--mode', inProject: 'mode' },
  {
    path: 'prompt',
    says: 'Which prompt; `auto`: the compact one in small windows',
    usual: 'auto',
    option: '--prompt',
    inProject: 'holds',
  },
  {
    path: 'prompts',
    says: 'A folder with prompt texts of your own, relative to the folder of the file that names it',
    usually: "Tagma's own",
    option: '--prompts',
    inProject: 'waits',
    expands: true,
  },
  {
    path: 'limits.turns',
    says: 'Replies of the model to one prompt',
    usual: 100,
    option: '--max-turns',
    inProject: 'limit',
  },
  {
    path: 'limits.tokensTotal',
    says: 'Tokens of the session, sent and received; 0: no limit',
    option: '--max-tokens-total',
    ...NO_LIMIT,
  },
  { path: 'limits.cost', says: 'Cost of the session, in dollars; 0: no limit', option: '--max-cost', ...NO_LIMIT },
  {
    path: 'limits.promptTokens',
    says: 'Tokens of each prompt; 0: no limit',
    option: '--max-prompt-tokens',
    ...NO_LIMIT,
  },
  { path: 'limits.promptCost', says: 'Cost of each prompt; 0: no limit', option: '--max-prompt-cost', ...NO_LIMIT },
  { path: 'limits.time', says: 'Seconds of each prompt; 0: no limit', option: '--max-time', ...NO_LIMIT },
  {
    path: 'retries',
    says: 'Requests made again where the endpoint fails in a way that may pass',
    usual: 8,
    option: '--max-retries',
    inProject: 'holds',
  },
  {
    path: 'window',
    says: "The model's window in tokens, where nobody else says it; 0: not known",
    usual: 0,
    option: '--window',
    inProject: 'holds',
  },
  {
    path: 'set.bashFence',
    says: 'Whether a fenced block of bash is taken for a call ([protocol.md](protocol.md))',
    usual: false,
    option: '--set bashFence=true',
    inProject: 'holds',
  },
  {
    path: 'outputFormat',
    says: 'What `-p` writes to standard output',
    usual: 'text',
    option: '--output-format',
    inProject: 'holds',
  },
  {
    path: 'constrain',
    says: 'Hold the model to the protocol by a grammar',
    usual: 'auto',
    option: '--constrain',
    inProject: 'holds',
  },
  { path: 'stop', says: 'Send stop sequences', usual: 'auto', option: '--stop', inProject: 'holds' },
  {
    path: 'images',
    says: 'Send the model the pictures that `read` opens ([wire.md](wire.md#pictures)); `auto`: where it is known to take them, or the server says so',
    usual: 'auto',
    option: '--images',
    inProject: 'holds',
  },
  {
    path: 'context.guides',
    says: 'Tell the model what AGENTS.md and the like say ([context.md](context.md#what-the-model-is-told-of-the-project))',
    usual: true,
    option: '--guides, --no-guides',
    inProject: 'holds',
  },
  {
    path: 'context.map',
    says: 'Tell it which files there are; `auto`: in a small window, if all fit',
    usual: 'auto',
    option: '--map',
    inProject: 'holds',
  },
  {
    path: 'context.compactAt',
    says: 'The share of what a request may take, from 0.3 to 0.95, at which the conversation is compacted ([context.md](context.md#small-windows))',
    usual: 0.8,
    option: '--compact-at',
    inProject: 'holds',
  },
  {
    path: 'theme',
    says: 'How the screen looks: `auto` (as the terminal’s background is), `dark`, `light`, `high-contrast`, `minimal`, `colour-blind`, `terminal`, or a theme of your own ([screen.md](screen.md#themes)); `/theme` keeps its choice here',
    usual: 'auto',
    inProject: 'holds',
  },
  {
    path: 'permissions.allow',
    says: 'Rules for what runs unasked: `"Bash(npm test)"` ([permissions.md](permissions.md))',
    usual: [],
    option: '--allow',
    inProject: 'waits',
  },
  {
    path: 'permissions.ask',
    says: 'Rules for what is asked about, whatever allows it',
    usual: [],
    option: '--ask',
    inProject: 'holds',
  },
  { path: 'permissions.deny', says: 'Rules for what is denied', usual: [], option: '--deny', inProject: 'holds' },
  {
    path: 'sandbox.off',
    says: 'Commands run without a sandbox ([sandbox.md](sandbox.md))',
    usual: false,
    option: '--sandbox, --no-sandbox',
    inProject: 'waits',
  },
  {
    path: 'sandbox.readable',
    says: 'Paths of secrets, and covered places, that commands see all the same',
    usual: [],
    inProject: 'waits',
    expands: true,
  },
  {
    path: 'sandbox.writable',
    says: 'Paths outside the project that commands may write',
    usual: [],
    inProject: 'waits',
    expands: true,
  },
  {
    path: 'sandbox.hidden',
    says: 'Paths that no command sees; those of all files count together',
    usual: [],
    inProject: 'holds',
    expands: true,
  },
  {
    path: 'keepVariables',
    says: 'Variables that commands get although they hold a secret: the key of a provider, or (in the sandbox) what is named like one',
    usual: [],
    inProject: 'own',
  },
  {
    path: 'screen.renderer',
    says: 'The screen: `full`, `inline` or `accessible` ([screen.md](screen.md))',
    usual: 'full',
    option: '--inline, --accessible',
    inProject: 'holds',
  },
  {
    path: 'screen.title',
    says: 'Whether the terminal’s title says the state and the folder',
    usual: true,
    inProject: 'holds',
  },
  {
    path: 'screen.notify',
    says: 'Ring the bell, and ask for a notification of the desktop, when a question opens or a turn ends; `auto`: while you look elsewhere',
    usual: 'auto',
    inProject: 'holds',
  },
  { path: 'screen.mouse', says: 'Whether the screen takes the mouse', usual: true, inProject: 'holds' },
  {
    path: 'screen.openTools',
    says: 'Whether what tools said is unfolded from the start',
    usual: false,
    inProject: 'holds',
  },
  { path: 'screen.openThoughts', says: 'Whether thoughts are', usual: false, inProject: 'holds' },
  {
    path: 'keys',
    says: 'Keys of the full screen, by the name of a command: `{"palette": ["ctrl+r"], "pause": []}` ([screen.md](screen.md#keys)); `tagma keys` lists them',
    usual: {},
    inProject: 'own',
  },
  {
    path: 'tools',
    says: 'Which tools there are: the sets `default`, `minimal` (read, write, edit, bash) and `readonly`, and names, with commas between: `minimal,grep,issue`',
    usual: 'default',
    option: '--tools',
    inProject: 'on-top',
  },
  {
    path: 'bash.shell',
    says: 'The shell of commands: a program, or a list of words that ends with one: `["nix", "develop", "-c", "bash"]`',
    usually: 'bash, else sh',
    inProject: 'waits',
    expands: true,
  },
  { path: 'bash.prefix', says: 'Put before every command', usually: 'nothing', inProject: 'waits' },
  {
    path: 'bash.timeout',
    says: 'Seconds that a command may take, where the call names none',
    usual: 120,
    inProject: 'holds',
  },
  {
    path: 'search.searxng',
    says: 'The address of a SearXNG to search with; without one Tavily with `TAVILY_API_KEY`; without either the tool is not offered',
    usually: '`SEARXNG_URL`',
    inProject: 'waits',
    expands: true,
  },
  {
    path: 'read.numbered',
    says: 'Whether lines of what `read` says begin with their number; `edit` copies from it',
    usual: false,
    inProject: 'holds',
  },
  {
    path: 'outputDays',
    says: 'Days that the full outputs and the checkpoints of a session are kept after they were last written',
    usual: 30,
    inProject: 'waits',
  },
  {
    path: 'log.level',
    says: 'How much is logged: `silent`, `error`, `warn`, `info`, `debug`, `trace` ([troubleshooting.md](troubleshooting.md#the-log))',
    usual: 'info',
    option: '--debug',
    inProject: 'own',
  },
  { path: 'log.size', says: 'Megabytes of the log file', usual: 5, inProject: 'own' },
  { path: 'log.files', says: 'How many older log files are kept', usual: 3, inProject: 'own' },
  {
    path: 'history.dir',
    says: 'The folder that histories are kept in ([below](#where-histories-lie))',
    usually: 'one for each project in the state folder',
    option: '--history',
    inProject: 'waits',
    expands: true,
  },
  { path: 'history.days', says: 'Days that histories are kept', usually: 'for ever', inProject: 'waits' },
  {
    path: 'redact',
    says: 'Patterns for secrets of your own, by the name that stands in their place ([below](#secrets-of-your-own))',
    usual: {},
    // A pattern of somebody else's would hide from the person what a call is, and from the history.
    inProject: 'waits',
  },
  {
    path: 'secrets',
    says: 'Where keys are kept that you give to Tagma: `file`, `keyring` ([below](#keys))',
    usual: 'file',
    inProject: 'own',
  },
  {
    path: 'customTools',
    says: 'Tools of your own, by name ([below](#a-tool-of-your-own))',
    usual: {},
    inProject: 'waits',
  },
  {
    path: 'hooks',
    says: 'Programs and modules that are asked or told at points of a session ([hooks.md](hooks.md)); those of all files run, in the order of the files',
    usual: [],
    inProject: 'waits',
  },
  {
    path: 'providers',
    says: 'Providers, by name: no colon, slash or blank in it ([below](#a-provider))',
    usual: {},
    inProject: 'waits',
  },
];

/** `limits.turns` is TAGMA_LIMITS_TURNS in the environment. */
export function variableOf(path: string): string {
  return `TAGMA_${path
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`;
}

/** The row of a key, of what is in it, or undefined. */
export function rowOf(path: readonly (string | number)[]): SettingRow | undefined {
  const name = path.join('.');
  return SETTINGS.find((row) => name === row.path || name.startsWith(`${row.path}.`));
}
