/**
 * What a conversation names beside its history lies in the session's outputs folder: pictures by their hash, full outputs by
 * their path, what an undo needs. A fork gets all of it in a folder of its own, so that it needs nothing of the session that
 * it came from; and the paths that the model has read go on leading there.
 */
import { constants, existsSync, lstatSync, symlinkSync, unlinkSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { checkpointFolder } from '@tagma/tools';
import { isSessionName } from '../folders.ts';

/** What is copied where a file cannot be linked, in all. */
const COPIED_BYTES_MAX = 1024 ** 3;
/** Added to, line by line: the two sessions must not write to one file. All others are written once. */
const JOURNAL = 'journal.jsonl';
/** Temporary files of commands. */
const TEMPORARY = 'tmp';

/**
 * Fills the outputs folder of a fork. Never rejects.
 * @param outputs the folder of all outputs
 * @param undoable whether changes of files can be taken back in the fork: not where it works in another folder
 * @returns how many files it does without
 */
export async function inheritOutputs(
  outputs: string,
  parent: string,
  session: string,
  undoable: boolean,
): Promise<number> {
  // A history of somebody else's must not lead to another folder.
  if (!isSessionName(parent)) return 0;
  const [from, to] = [join(outputs, parent), join(outputs, session)];
  const left = [join(from, TEMPORARY), ...(undoable ? [] : [checkpointFolder(from)])];
  const all = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !left.some((folder) => file.startsWith(join(folder, '/'))));
  let copied = 0;
  let missing = 0;
  for (const file of files) {
    const target = join(to, relative(from, file));
    try {
      await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
      if (basename(file) === JOURNAL || !(await isLinked(file, target))) {
        copied += (await stat(file)).size;
        if (copied > COPIED_BYTES_MAX) missing += 1;
        else await copyFile(file, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      }
    } catch {
      missing += 1;
    }
  }
  return missing;
}

/** Not on every file system, nor from one to another. */
async function isLinked(file: string, target: string): Promise<boolean> {
  return link(file, target).then(
    () => true,
    () => false,
  );
}

/**
 * The folders of the sessions that a fork came from, which its conversation may name. One whose session has been removed leads
 * to what the fork has of it; a session that is there writes to its own, and nobody else's. Never throws.
 * @param histories the folders in which a session's history may lie
 */
export function namedOutputs(
  outputs: string,
  ancestors: readonly string[],
  session: string,
  histories: readonly string[],
): readonly string[] {
  const names = ancestors.filter((name) => name !== session && isSessionName(name));
  for (const name of names) {
    const isThere = histories.some((history) => existsSync(join(history, `${name}.xml`)));
    if (!isThere && existsSync(join(outputs, session))) linkTo(session, join(outputs, name));
  }
  return names.map((name) => join(outputs, name));
}

function linkTo(session: string, folder: string): void {
  try {
    if (!existsSync(folder)) symlinkSync(session, withoutLink(folder), 'junction');
  } catch {
    // Then the model is told that there is no such file.
  }
}

/** A session that goes on has a folder of its own again where a fork of it had taken it for removed. Never throws. */
export function withoutLink(folder: string): string {
  try {
    if (lstatSync(folder).isSymbolicLink()) unlinkSync(folder);
  } catch {
    // There is none, or the tools say that nothing can be written there.
  }
  return folder;
}
