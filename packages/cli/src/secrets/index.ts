/**
 * The keys of providers that the person has given Tagma to keep: in a file that nobody else may read, or in the keyring of the
 * system. The file says where each is, so that a start without keys costs nothing, and one without the keyring's asks no program.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configFile } from '../config/file.ts';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import type { KeptIn, KeptSecret } from './kept.ts';

export type { KeptIn, KeptSecret } from './kept.ts';

export type FoundSecret = { readonly ok: true; readonly key: string; readonly where: string };

/** Beside the usual configuration, whichever file `--config` names: keys belong to the person, not to one configuration. */
export function secretsFile(env: Environment): string {
  return join(dirname(configFile(undefined, { ...env, TAGMA_CONFIG: '' }).file), 'secrets.jsonc');
}

/**
 * Keeps the key of a provider, in the place of one that was kept before. Never throws: `message` says what can be done.
 * @param provider its name, as it stands before the colon in `provider:model`
 * @param into the keyring only where the person wants that: some ask for a password at each start
 */
export async function keepSecret(
  provider: string,
  key: string,
  env: Environment,
  into: KeptIn = 'file',
): Promise<KeptSecret> {
  const secret = key.trim();
  if (secret === '') return { ok: false, message: 'the key is empty: nothing was kept.' };
  // Either would end up in a header, and there it would be another header.
  if (/[\r\n\0]/.test(secret)) return { ok: false, message: 'a key is one line: nothing was kept.' };
  return (await import('./kept.ts')).keep(secretsFile(env), provider, secret, env, into);
}

/** Null where none is kept. A problem where the file, or the keyring, holds one that cannot be had. */
export async function secretOf(provider: string, env: Environment): Promise<FoundSecret | Problem | null> {
  const file = secretsFile(env);
  if (!existsSync(file)) return null;
  const found = await (await import('./kept.ts')).find(file, provider, env);
  return found === null || found.ok ? found : problem(EXIT.usage, found.message);
}

/** The providers whose keys are kept, as the file names them; none where it cannot be read. */
export async function keptProviders(env: Environment): Promise<readonly string[]> {
  const file = secretsFile(env);
  return existsSync(file) ? (await import('./kept.ts')).names(file) : [];
}

/** The keys in the file, by their providers, also where it is not used because of what is wrong with it. Never fails. */
export async function keptKeys(env: Environment): Promise<ReadonlyMap<string, string>> {
  const file = secretsFile(env);
  return existsSync(file) ? (await import('./kept.ts')).allKeys(file) : new Map();
}

/** Takes a key away that is kept; it is no failure where none is. */
export async function forgetSecret(provider: string, env: Environment): Promise<KeptSecret> {
  const file = secretsFile(env);
  if (!existsSync(file)) return { ok: true, where: file };
  return (await import('./kept.ts')).forget(file, provider, env);
}
