/** The folder that histories are kept in, made ready before the first is written. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '../folders.ts';

const OWNER_ONLY = 0o700;
const WRITABLE_BY_OTHERS = 0o022;
/** Others may add files there, and touch none but their own (`/tmp`). */
const STICKY = 0o1000;

/**
 * Makes the folder where it is missing, for the owner only; in a project with a `.gitignore`, so that no history is
 * committed unasked. A folder that is there stays as it is. Gives what the person should know. Never throws: where nothing
 * can be written, that is said when the history is.
 */
export function readyHistoryFolder(folder: string, project: string): readonly string[] {
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
      if (isWithin(folder, project)) writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
      return [];
    }
    const { mode } = statSync(folder);
    const isOpen = process.platform !== 'win32' && (mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0;
    return isOpen ? [aboutOpen(folder, mode)] : [];
  } catch {
    return [];
  }
}

function aboutOpen(folder: string, mode: number): string {
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  return `others may write in the folder of the histories (${folder}, mode ${octal}), and remove them. Do: chmod 700 ${folder}`;
}
