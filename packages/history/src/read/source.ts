/** Opens a history for reading. */
import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { codeOf, type Failed, failed, failedBySystem } from '../error.ts';
import type { Source } from './bytes.ts';
import { type Walking, type WalkOptions, walk } from './walk.ts';

/** Opens `file`, goes through it as `walk` does, and closes it again when that is over, or given up (`return`). */
export function* walkFile(file: string, options?: WalkOptions): Walking {
  const opened = openSource(file, 'r');
  if (!opened.ok) return opened;
  try {
    return yield* walk(opened, options);
  } finally {
    closeSync(opened.fd);
  }
}

/** The file as it is now; what is written to it later is not seen. The caller closes `fd`. */
export function openSource(file: string, flags: 'r' | 'r+'): ({ readonly ok: true } & Source) | Failed {
  try {
    // Before it is opened: to open a pipe waits for its other end.
    if (!statSync(file).isFile()) return failed('not-a-file', file, 'this is no regular file.');
    const fd = openSync(file, flags);
    return { ok: true, file, fd, size: fstatSync(fd).size };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return failed('missing', file, 'there is no such file.');
    return failedBySystem(file, 'open the history', error);
  }
}
