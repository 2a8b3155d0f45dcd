/**
 * What is Tagma's alone: the file of the keys that it keeps, the code that it runs, its copies of the person's files. One list
 * for all: no call opens these in any mode (`takeFacts`), no search goes into them, and no command in a sandbox sees them.
 */
import { join } from 'node:path';
import type { Environment } from './environment.ts';
import { codeFolder } from './folders.ts';
import { secretsFile } from './secrets/index.ts';

/** Of an output folder, what is kept for undo: it may be the content of any file. */
const OWN = '.tagma';

/** @param outputFolders of the session, and of others that its conversation names */
export function closedPaths(env: Environment, outputFolders: readonly string[]): readonly string[] {
  return [secretsFile(env), codeFolder(env), ...outputFolders.map((each) => join(each, OWN))];
}
