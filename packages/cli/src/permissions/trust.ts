/**
 * Which folders the person has trusted: with the hash of the files that permit something, so that a change of them asks
 * again. Kept in the person's state folder, never in the project.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import { readJsonc } from '../config/jsonc.ts';
import type { Environment } from '../environment.ts';
import { stateFolder } from '../folders.ts';

/** `unasked`: the person has not said, or the files have changed since. */
export type Trust = 'trusted' | 'not trusted' | 'unasked';

type Answer = { readonly hash?: unknown; readonly trusted?: unknown };

/** What was answered in this process and could not be kept: it holds here all the same. */
const answered = new Map<string, boolean>();

/** A file of answers that cannot be read trusts nobody. */
export function trustIn(folder: string, hash: string, env: Environment): Trust {
  const file = fileOf(env);
  const here = answered.get(keyOf(file, folder, hash));
  if (here !== undefined) return here ? 'trusted' : 'not trusted';
  if (!existsSync(file)) return 'unasked';
  try {
    const read = readJsonc(file);
    const folders =
      read.ok && read.root ? (getNodeValue(read.root) as { folders?: Record<string, Answer> }).folders : {};
    const answer = folders && Object.hasOwn(folders, folder) ? folders[folder] : undefined;
    if (answer?.hash !== hash) return 'unasked';
    return answer.trusted === true ? 'trusted' : 'not trusted';
  } catch {
    return 'unasked';
  }
}

/** What the person has answered; null where it is kept, else why it is not. */
export async function keepTrust(
  folder: string,
  hash: string,
  trusted: boolean,
  env: Environment,
): Promise<string | null> {
  const answer = { trusted, hash, at: new Date().toISOString() };
  const file = fileOf(env);
  const { setIn } = await import('../config/set-in.ts');
  const set = setIn(file, ['folders', folder], answer);
  if (set.ok) return null;
  answered.set(keyOf(file, folder, hash), trusted);
  return set.message;
}

function keyOf(file: string, folder: string, hash: string): string {
  return JSON.stringify([file, folder, hash]);
}

function fileOf(env: Environment): string {
  return join(stateFolder(env), 'trusted.jsonc');
}
