/**
 * What a session leaves in the outputs folder (full outputs, pages, checkpoints) is removed when the session has ended and
 * nothing of it has changed for long. A running session holds a lock there, however old it is.
 */
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockName } from '@tagma/history';
import { createFolders } from '@tagma/tools';

export const OUTPUT_DAYS_DEFAULT = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** More are left for the next start. */
const REMOVED_AT_A_START_MAX = 100;

/** What belongs to a session, by its name (`sessionName`): the folder, or a lock file that a crash has left. Nothing else is touched. */
const OF_SESSION = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-[0-9a-f]{6})(\.lock|\.lock\.taking)?$/;

/** Keeps the outputs of this session from being removed while it runs; gives what ends that. Never throws. */
export function holdOutputs(outputs: string, session: string): () => void {
  try {
    createFolders(outputs, 0o700);
    const lock = lockName(join(outputs, session));
    return lock.ok ? lock.release : () => {};
  } catch {
    // Where nothing can be written there is nothing to be held.
    return () => {};
  }
}

/**
 * Removes what has not changed for so many days, the oldest session first. Never rejects; stops between two sessions when the
 * signal aborts.
 */
export async function removeOldOutputs(outputs: string, days: number, now: Date, signal: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS);
  const beforeName = before.toISOString().slice(0, 19).replaceAll(':', '-');
  const names = await readdir(outputs).catch(() => []);
  const sessions = new Set(names.flatMap((name) => OF_SESSION.exec(name)?.[1] ?? []));
  let removed = 0;
  for (const session of [...sessions].filter((name) => name < beforeName).sort()) {
    if (signal.aborted || removed >= REMOVED_AT_A_START_MAX) return;
    const folder = join(outputs, session);
    if ((await isUnchangedSince(folder, before.getTime())) && (await removeUnlessHeld(folder))) removed++;
  }
}

async function removeUnlessHeld(folder: string): Promise<boolean> {
  const lock = lockName(folder);
  if (!lock.ok) return false;
  try {
    await rm(folder, { recursive: true, force: true });
    await rm(`${folder}.lock`, { force: true });
    return true;
  } catch {
    return false;
  } finally {
    lock.release();
  }
}

/** Whether nothing in the folder was written since then, or there is none. Links are not followed. */
async function isUnchangedSince(folder: string, sinceMs: number): Promise<boolean> {
  const inside = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of ['.', ...inside]) {
    const stats = await lstat(join(folder, name)).catch(() => null);
    if (stats && stats.mtimeMs >= sinceMs) return false;
  }
  return true;
}
