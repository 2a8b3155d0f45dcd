/**
 * Whose a history is. A file can hold anything, its folder and its server too: that this person's Tagma has written it is told
 * by where it lies, and by nothing else.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { summaryOf } from '@tagma/history';
import { isWithin, stateFolder } from '../folders.ts';
import type { SessionPlace } from './place.ts';

/**
 * Whether it lies in the state folder, or in the folder that the person's own configuration names, the same for every
 * project. In the second not where it lies in a project: it may have come with that, and `--history` may name such a folder.
 */
export async function isOwnFile(file: string, place: Pick<SessionPlace, 'configured' | 'here'>): Promise<boolean> {
  const { configured, here } = place;
  if (liesIn(file, join(stateFolder(process.env), 'history'))) return true;
  if (configured === null || !liesIn(file, configured) || liesIn(file, here) || isInWorkingTree(file)) return false;
  const summary = await summaryOf(file);
  return summary.ok && (summary.folder === '' || !liesIn(file, summary.folder));
}

/** Links resolved; false where one of them is not there. */
export function liesIn(file: string, folder: string): boolean {
  try {
    return isWithin(realpathSync(file), realpathSync(folder));
  } catch {
    return false;
  }
}

/** Whether git may have brought it. */
function isInWorkingTree(file: string): boolean {
  let folder = dirname(realpathSync(file));
  while (!existsSync(join(folder, '.git'))) {
    if (folder === dirname(folder)) return false;
    folder = dirname(folder);
  }
  return true;
}
