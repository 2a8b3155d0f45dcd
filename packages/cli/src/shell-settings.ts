/** What of the configuration is about the shell of commands. */
import { type ShellSettings, shellOf } from '@tagma/tools';
import type { Config } from './config/config.ts';
import type { Environment } from './environment.ts';

/** The shell that commands run in: its name or path. */
export function shellIn({ bash = {} }: Config, env: Environment): string {
  const { shell } = bash;
  return (typeof shell === 'string' ? shell : shell?.at(-1)) ?? shellOf(env);
}

export function shellSettings({ bash = {} }: Pick<Config, 'bash'>): ShellSettings {
  const { shell, prefix } = bash;
  return { ...(shell === undefined ? {} : { shell }), ...(prefix === undefined ? {} : { prefix }) };
}
