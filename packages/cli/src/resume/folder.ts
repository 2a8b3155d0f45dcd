/** The folder that a session goes on in. */
import type { SessionStarted } from '@tagma/core';
import { oneLine, visible } from '@tagma/protocol';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { workingFolder } from '../working-folder.ts';

/** Where it worked: by its file, which is this person's own or not. */
export type Worked = Pick<SessionStarted, 'session' | 'folder'> & { readonly isOwn: boolean };

/**
 * The one that the person names, else the one of before. Of a file from elsewhere that has to be the folder that the command
 * runs in: whatever lies below it is the project then, and may be read and changed.
 */
export function folderToGoOnIn(
  { session, folder, isOwn }: Worked,
  given: string | undefined,
): { readonly ok: true; readonly folder: string } | Problem {
  if (given !== undefined) return workingFolder(given);
  const before = workingFolder(folder);
  const here = workingFolder(undefined);
  if (!isOwn && !(before.ok && here.ok && before.folder === here.folder)) {
    const why = `the file of ${session} is from elsewhere, and does not name this folder as its own, but ${folder}`;
    return problem(EXIT.usage, `${harmless(why)}\n--cwd FOLDER says where it is to work.`);
  }
  if (before.ok) return before;
  const why = `the folder that ${session} worked in is not there any more: ${folder}`;
  return problem(EXIT.usage, `${harmless(why)}\n--cwd FOLDER says where it is now.`);
}

function harmless(text: string): string {
  return oneLine(visible(text));
}
