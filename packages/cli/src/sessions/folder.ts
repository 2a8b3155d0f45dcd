/** The folders that a session writes in, made ready before anything else: whoever cannot write there is told at once. */
import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolders } from '@tagma/tools';
import { EXIT } from '../exit.ts';
import { type Folders, isWithin } from '../folders.ts';
import { messageOf, type Problem, problem } from '../problem.ts';

const OWNER_ONLY = 0o700;
const WRITABLE_BY_OTHERS = 0o022;
/** Others may add files there, and touch none but their own (`/tmp`). */
const STICKY = 0o1000;

const ANOTHER_HISTORY = 'Name another folder with --history.';
const ANOTHER_STATE =
  'Tagma keeps what it writes in ~/.local/state, or in the folder that XDG_STATE_HOME names: name one that you can write.';

export type ReadyFolders = { readonly ok: true; readonly warnings: readonly string[] };

/**
 * Makes the folders of the histories and of the outputs where they are missing.
 * @param isNew whether a history is begun there; one that goes on lies where it lies
 */
export function readyFolders(folders: Folders, project: string, isNew: boolean): ReadyFolders | Problem {
  const refused = writableFolder(folders.outputs, ANOTHER_STATE);
  if (refused !== null) return refused;
  const history = readyHistoryFolder(folders.history, project);
  return history.ok || isNew ? history : { ok: true, warnings: [] };
}

/**
 * Makes the folder where it is missing, for the owner only; in a project with a `.gitignore`, so that no history is
 * committed unasked. A folder that is there stays as it is. Gives what the person should know.
 */
export function readyHistoryFolder(folder: string, project: string): ReadyFolders | Problem {
  const isThere = existsSync(folder);
  const refused = writableFolder(folder, ANOTHER_HISTORY);
  if (refused !== null) return refused;
  if (!isThere) {
    if (isWithin(folder, project)) writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
    return { ok: true, warnings: [] };
  }
  const { mode } = statSync(folder);
  const isOpen = process.platform !== 'win32' && (mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0;
  return { ok: true, warnings: isOpen ? [aboutOpen(folder, mode)] : [] };
}

/** @param cure what to do where it cannot be made, or not be written in */
function writableFolder(folder: string, cure: string): Problem | null {
  try {
    createFolders(folder, OWNER_ONLY);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    // Without the call and the path that the system's words end with.
    const why = messageOf(error).replace(/, \w+ '.*$/s, '');
    return problem(EXIT.usage, `the folder ${folder} cannot be written (${why}).\n${cure}`);
  }
}

function aboutOpen(folder: string, mode: number): string {
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  return `others may write in the folder of the histories (${folder}, mode ${octal}), and remove them. Do: chmod 700 ${folder}`;
}
