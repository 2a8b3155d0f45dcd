/** Whether what is written into a project would land somewhere else: a project's files may be anybody's links. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isWithin } from '../folders.ts';

/**
 * Where the file really is, if that is out of the folder; null where it is in there, or would be. A link that leads nowhere
 * is replaced by what is written. Throws the error of `node:fs` where a folder on the way cannot be looked at.
 */
export function leadsAway(file: string, folder: string): string | null {
  let there = file;
  while (!existsSync(there)) there = dirname(there);
  const real = realpathSync(there);
  return isWithin(real, realpathSync(folder)) ? null : real;
}

/** What to say of it. */
export function aboutAway(file: string, away: string): string {
  return `${file} is behind a link that leads out of the project, to ${away}. Take the link away.`;
}
