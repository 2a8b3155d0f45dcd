/** The names of all subcommands of `tagma`, for whoever has to know a name before the commands are made. */
export const SUBCOMMANDS: readonly string[] = [
  ...['serve', 'resume', 'fork', 'sessions', 'view'],
  ...['replay', 'audit', 'diff', 'query', 'step', 'rerun', 'testify', 'export'],
  ...['models', 'doctor', 'endpoint'],
  ...['tool', 'permit', 'tools'],
  ...['parse', 'observe', 'grammar', 'machine'],
  ...['setup', 'demo', 'init', 'keys', 'manual', 'logs', 'completion', 'config'],
  'help',
];
