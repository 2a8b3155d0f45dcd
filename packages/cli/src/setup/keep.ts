/** Writes what was confirmed: the key first, for a configuration without its key is of no use. */
import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import type { Environment } from '../environment.ts';
import { keepSecret, secretsFile } from '../secrets/index.ts';
import { changesIn, planLines, toWrite } from './plan.ts';
import type { Kept, NotKept } from './walk.ts';
import type { Wizard } from './wizard.ts';
import { writtenBy } from './written.ts';

export type Keeping = {
  readonly file: string;
  readonly config: Config;
  readonly env: Environment;
  /** The providers whose keys are kept. */
  readonly kept: readonly string[];
  /** An address without what is secret in it. */
  readonly shownAddress: (url: string) => string;
};

export function planned(wizard: Wizard, { file, config, env, kept, shownAddress }: Keeping): readonly string[] {
  const written = writtenBy(wizard);
  return planLines(changesIn(file, written), written, {
    file,
    isThere: existsSync(file),
    keys: config.secrets === 'keyring' ? 'the keyring of the system' : `${secretsFile(env)}, which you alone can read`,
    isKept: written.secret !== null && kept.includes(written.secret.provider),
    shown: (value) => (typeof value === 'string' && /^\w+:\/\//.test(value) ? shownAddress(value) : value),
  });
}

export async function keep(wizard: Wizard, { file, config, env }: Keeping): Promise<Kept | NotKept> {
  const written = writtenBy(wizard);
  const { secret } = written;
  const key = secret && (await keepSecret(secret.provider, secret.key, env, config.secrets));
  if (key?.ok === false) return key;
  const where = key === null ? [] : [`The key is in ${key.where}.`];
  const members = toWrite(changesIn(file, written));
  if (members.length === 0) return { ok: true, says: [`${file} says so already.`, ...where, ...stronger(env)] };
  const { setAllIn } = await import('../config/set-in.ts');
  const set = setAllIn(file, members);
  if (!set.ok) return { ok: false, message: [set.message, ...where].join('\n') };
  return { ok: true, says: [`Written: ${file}`, ...where, ...stronger(env)] };
}

/** What comes before the file, and would make what was chosen look forgotten. */
function stronger(env: Environment): readonly string[] {
  const set = ['TAGMA_ENDPOINT', 'OPENAI_BASE_URL', 'TAGMA_MODEL', 'OPENAI_MODEL', 'TAGMA_PROVIDER', 'TAGMA_MODE'];
  return set
    .filter((variable) => env[variable])
    .map((variable) => `${variable} is set: it comes before what stands there.`);
}
