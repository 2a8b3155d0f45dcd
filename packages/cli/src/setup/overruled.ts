/** What the project here says otherwise than the person's own configuration: what was chosen would look forgotten. */
import { readConfig } from '../config/index.ts';
import type { Environment } from '../environment.ts';

const KEYS = ['endpoint', 'provider', 'model', 'mode'] as const;

/**
 * A sentence for each, in the words of the person.
 * @param given by `--config`, or undefined
 * @param folder of the project; null where there is none
 */
export async function overruled(
  given: string | undefined,
  env: Environment,
  folder: string | null,
): Promise<readonly string[]> {
  const [own, here] = await Promise.all([readConfig(given, env), readConfig(given, env, folder)]);
  if (!own.ok || !here.ok) return [];
  return KEYS.filter((key) => here.config[key] !== own.config[key]).map(
    (key) => `In this folder ${key} is ${JSON.stringify(here.config[key])}: what the project says comes before.`,
  );
}
