/** Writes what was confirmed: the key first, for a configuration without its key is of no use. */
import type { Config } from '../config/config.ts';
import { setInConfig } from '../config/index.ts';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { keepSecret } from '../secrets/index.ts';
import type { Wizard } from './wizard.ts';
import { writtenBy } from './written.ts';

/** In lines, where everything is now. */
export type Kept = { readonly ok: true; readonly says: readonly string[] };

export async function keep(wizard: Wizard, file: string, config: Config, env: Environment): Promise<Kept | Problem> {
  const { members, secret } = writtenBy(wizard);
  const key = secret && (await keepSecret(secret.provider, secret.key, env, config.secrets));
  if (key?.ok === false) return problem(EXIT.failed, key.message);
  const where = key === null ? [] : [`The key is in ${key.where}.`];
  for (const { path, value } of members) {
    // Nothing to take away: the file stays as it is.
    if (value === undefined && config[path[0] as keyof Config] === undefined) continue;
    const set = await setInConfig(file, path, value);
    if (!set.ok) return problem(EXIT.failed, [set.message, ...where].join('\n'));
  }
  return { ok: true, says: [`Written: ${file}`, ...where, ...stronger(env)] };
}

/** What comes before the file, and would make what was chosen look forgotten. */
function stronger(env: Environment): readonly string[] {
  const set = ['TAGMA_ENDPOINT', 'OPENAI_BASE_URL', 'TAGMA_MODEL', 'OPENAI_MODEL', 'TAGMA_PROVIDER', 'TAGMA_MODE'];
  return set
    .filter((variable) => env[variable])
    .map((variable) => `${variable} is set: it comes before what stands there.`);
}
