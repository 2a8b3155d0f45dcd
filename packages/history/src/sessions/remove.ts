/** Removes a session: its history, and the copies of torn tails beside it. */
import { closeSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Failed, failedBySystem } from '../error.ts';
import { openSource } from '../read/source.ts';
import { lockFile } from '../write/lock.ts';

/** A file, and its size. */
export type File = { readonly file: string; readonly bytes: number };

/** What belongs to the session in its folder: the history first. A file that is gone already is not among them. */
export function filesOf(file: string): File[] {
  return [file, ...tornCopies(file)].flatMap((each) => {
    const stats = statSync(each, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ file: each, bytes: stats.size }];
  });
}

/** Refuses where another process is writing it (`locked`). `beside` is done under the same lock, before anything goes. */
export function removeSession(file: string, beside: () => unknown = () => {}): { readonly ok: true } | Failed {
  const source = openSource(file, 'r');
  if (!source.ok) return source;
  const lock = lockFile(file, source.fd);
  try {
    if (!lock.ok) return lock;
    beside();
    for (const each of filesOf(file).reverse()) rmSync(each.file, { force: true });
    return { ok: true };
  } catch (error) {
    return failedBySystem(file, 'remove the history', error);
  } finally {
    closeSync(source.fd);
    if (lock.ok) lock.release();
  }
}

/** `FILE.torn`, `FILE.torn.2`, … */
function tornCopies(file: string): string[] {
  const folder = dirname(file);
  const start = `${basename(file)}.torn`;
  try {
    const names = readdirSync(folder).filter((name) => name === start || /^\.\d+$/.test(name.slice(start.length)));
    return names.filter((name) => name.startsWith(start)).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
