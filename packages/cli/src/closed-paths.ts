/**
 * What is Tagma's alone: the file of the keys that it keeps, the code that it runs, its copies of the person's files. One list
 * for all: no call opens these in any mode (`takeFacts`), no search goes into them, and no command in a sandbox sees them.
 */
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import { secretIn } from './config/provider-secret.ts';
import type { Environment } from './environment.ts';
import { codeFolder } from './folders.ts';
import { secretsFile } from './secrets/index.ts';

/** Of an output folder, what is kept for undo: it may be the content of any file. */
const OWN = '.tagma';

/** @param outputFolders of the session, and of others that its conversation names */
export function closedPaths(env: Environment, config: Config, outputFolders: readonly string[]): readonly string[] {
  return [...keyFiles(env, config), codeFolder(env), ...outputFolders.map((each) => join(each, OWN))];
}

/** The configuration too, where the person has written a key into it. */
function keyFiles(env: Environment, { file, providers }: Config): readonly string[] {
  const holdsKey = Object.values(providers).some((provider) => secretIn(provider) !== null);
  return [secretsFile(env), ...(holdsKey && file !== null ? [file] : [])];
}
