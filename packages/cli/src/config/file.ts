/** Where the configuration file is. */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../environment.ts';

/** Named by the person, or in the usual place, where it need not be. */
export type ConfigFile = { readonly file: string; readonly source: '--config' | 'TAGMA_CONFIG' | 'usual' };

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
