/** The configuration of a run: loaded only where there is a file, or a variable that sets something. */
import { join } from 'node:path';
import type { Environment } from '../environment.ts';
import type { Problem } from '../problem.ts';
import { type Config, NO_CONFIG } from './config.ts';
import { configFile, isBrought, isSettingVariable, isThere, LOCAL_CONFIG, PROJECT_CONFIG } from './file.ts';
import type { SetIn } from './set-in.ts';

export { type Config, NO_CONFIG } from './config.ts';
export { configFile } from './file.ts';

/**
 * From all places together; of the project's own files what needs no trust, and the rest where the person has trusted them.
 * @param given by `--config`, or undefined
 * @param folder of the project, from the root, links resolved; null for the person's own configuration alone
 */
export async function readConfig(
  given: string | undefined,
  env: Environment,
  folder: string | null = null,
): Promise<{ readonly ok: true; readonly config: Config } | Problem> {
  if (!isAnywhere(given, env, folder)) return { ok: true, config: NO_CONFIG };
  const { composedConfig } = await import('./compose.ts');
  return composedConfig(given, env, folder);
}

function isAnywhere(given: string | undefined, env: Environment, folder: string | null): boolean {
  if (isThere(configFile(given, env)) || Object.keys(env).some(isSettingVariable)) return true;
  return folder !== null && [PROJECT_CONFIG, LOCAL_CONFIG].some((file) => isBrought(join(folder, file)));
}

/** Writes a value into the file at the path of keys, and leaves everything else in it as it is; see `set-in.ts`. */
export async function setInConfig(file: string, path: readonly (string | number)[], value: unknown): Promise<SetIn> {
  const { setIn } = await import('./set-in.ts');
  return setIn(file, path, value);
}
