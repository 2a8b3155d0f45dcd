/** The configuration of the person: loaded only where there is a file. */
import type { Environment } from '../environment.ts';
import type { Problem } from '../problem.ts';
import { type Config, NO_CONFIG } from './config.ts';
import { configFile, isThere } from './file.ts';
import type { SetIn } from './set-in.ts';

export { type Config, NO_CONFIG } from './config.ts';
export { configFile } from './file.ts';

/** @param given by `--config`, or undefined. */
export async function readConfig(
  given: string | undefined,
  env: Environment,
): Promise<{ readonly ok: true; readonly config: Config } | Problem> {
  const place = configFile(given, env);
  if (!isThere(place)) return { ok: true, config: NO_CONFIG };
  const { readConfigFile } = await import('./read.ts');
  return readConfigFile(place);
}

/** Writes a value into the file at the path of keys, and leaves everything else in it as it is; see `set-in.ts`. */
export async function setInConfig(file: string, path: readonly (string | number)[], value: unknown): Promise<SetIn> {
  const { setIn } = await import('./set-in.ts');
  return setIn(file, path, value);
}
