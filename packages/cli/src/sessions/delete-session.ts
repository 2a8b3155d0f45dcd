/** Removes a session with all that belongs to it: its history, the copies of torn tails, its folder of outputs. */
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Failed, type File, filesOf, removeSession } from '@tagma/history';
import { isSessionName } from '../folders.ts';

export type Deletable = { readonly session: string; readonly file: string };

/** What goes with it, each with its size; a folder with the size of all in it. */
export function partsOf({ session, file }: Deletable, outputs: string): readonly File[] {
  const folder = outputsOf(session, outputs);
  const bytes = folder === null ? null : sizeOf(folder);
  return folder === null || bytes === null ? filesOf(file) : [...filesOf(file), { file: folder, bytes }];
}

/** Refused where it is being written. */
export function deleteSession({ session, file }: Deletable, outputs: string): { readonly ok: true } | Failed {
  const folder = outputsOf(session, outputs);
  return removeSession(file, () => folder === null || rmSync(folder, { recursive: true, force: true }));
}

/** A file that a person has given another name has no outputs: what else could lie under that name there? */
function outputsOf(session: string, outputs: string): string | null {
  return isSessionName(session) ? join(outputs, session) : null;
}

/** Of a folder and all in it, in bytes; null where there is none. Links are not followed. */
function sizeOf(folder: string): number | null {
  try {
    const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
    return inside.reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0);
  } catch {
    return null;
  }
}
