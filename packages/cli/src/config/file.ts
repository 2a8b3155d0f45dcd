/** Where the configuration files are. */

import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../environment.ts';

/** Named by the person, or in the usual place, where it need not be. */
export type ConfigFile = { readonly file: string; readonly source: '--config' | 'TAGMA_CONFIG' | 'usual' };

/** In a project: for all who work on it, and for this person alone. */
export const PROJECT_CONFIG = '.tagma/config.jsonc';
export const LOCAL_CONFIG = '.tagma/config.local.jsonc';

/** Variables that are no settings, or that are read where they are needed: for them alone no configuration is read. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set([
  'TAGMA_API_KEY',
  'TAGMA_CODE_CACHE',
  'TAGMA_CONFIG',
  'TAGMA_ENDPOINT',
  'TAGMA_LOG_LEVEL',
  'TAGMA_MODEL',
]);

/** @param given by `--config`, or undefined. */
export function configFile(given: string | undefined, env: Environment): ConfigFile {
  if (given !== undefined) return { file: resolve(given), source: '--config' };
  if (env.TAGMA_CONFIG) return { file: resolve(env.TAGMA_CONFIG), source: 'TAGMA_CONFIG' };
  const folder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return { file: join(folder, 'tagma', 'config.jsonc'), source: 'usual' };
}

/** Whether there is one to read: only then the code that reads it is worth loading. */
export function isThere({ file, source }: ConfigFile): boolean {
  return source !== 'usual' || existsSync(file);
}

/** Whether a variable sets a setting, or is meant to. */
export function isSettingVariable(name: string): boolean {
  return name.startsWith('TAGMA_') && !name.endsWith('_API_KEY') && !READ_ELSEWHERE.has(name);
}

/** Whether a file of a project has to be read: also a link that leads nowhere, and what cannot be looked at, for reading it tells what is wrong. */
export function isBrought(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
