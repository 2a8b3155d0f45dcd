/** Removes a session with all that belongs to it: its history, the copies of torn tails, its folder of outputs. */
import { lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Failed, type File, filesOf, removeSession } from '@tagma/history';
import { isSessionName } from '../folders.ts';
import { liesIn } from './own.ts';
import { allFolders, type SessionPlace } from './place.ts';

export type Deletable = { readonly session: string; readonly file: string };

/** Where histories lie that have outputs, and where all outputs are. */
export type OutputsPlace = Pick<SessionPlace, 'outputs' | 'folders' | 'configured'>;

/** What goes with it, each with its size; a folder with the size of all in it. */
export function partsOf(deletable: Deletable, place: OutputsPlace): readonly File[] {
  const { file } = deletable;
  const folder = outputsOf(deletable, place);
  const bytes = folder === null ? null : sizeOf(folder);
  return folder === null || bytes === null ? filesOf(file) : [...filesOf(file), { file: folder, bytes }];
}

/** Refused where it is being written. */
export function deleteSession(deletable: Deletable, place: OutputsPlace): { readonly ok: true } | Failed {
  const folder = outputsOf(deletable, place);
  return removeSession(deletable.file, () => folder === null || rmSync(folder, { recursive: true, force: true }));
}

/**
 * A file that a person has given another name has no outputs: what else could lie under that name there? Nor has a copy that
 * lies elsewhere; and while another history of the name stays, the outputs do.
 */
function outputsOf({ session, file }: Deletable, { outputs, folders, configured }: OutputsPlace): string | null {
  if (!isSessionName(session) || !folders.some((folder) => liesIn(file, folder))) return null;
  const own = realPath(file);
  const all = [...folders, ...allFolders(), ...(configured === null ? [] : [configured])];
  const others = all.map((folder) => realPath(join(folder, basename(file)))).filter((path) => path !== null);
  return others.every((path) => path === own) ? join(outputs, session) : null;
}

/** Null where there is nothing. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
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
