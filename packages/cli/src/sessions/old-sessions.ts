/**
 * Where the configuration says for how many days histories are kept (`history.days`), older ones go at a start, whole:
 * the history and its session's outputs. Unasked nothing is ever removed. One that is being written stays, and so does the
 * whole line of those that a session which stays was copied from.
 */
import { type SessionFile, sessionFiles, summaryOf } from '@tagma/history';
import type { Log } from '@tagma/runtime';
import { counted } from '../counted.ts';
import { type Folders, isSessionName } from '../folders.ts';
import { deleteSession } from './delete-session.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** More are left for the next start. */
const REMOVED_AT_A_START_MAX = 100;

/** By when a file was last written to. Never rejects; stops between two sessions when the signal aborts. */
export async function removeOldSessions(
  folders: Folders,
  days: number,
  now: Date,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const before = now.getTime() - days * DAY_MS;
  const files = sessionFiles([folders.history]).filter(({ session }) => isSessionName(session));
  const old = files.filter(({ changedMs }) => changedMs < before).reverse();
  if (old.length === 0) return;
  const ancestors = await ancestorsOf(
    files.filter(({ changedMs }) => changedMs >= before),
    old,
  );
  const place = { outputs: folders.outputs, folders: [folders.history], configured: null };
  let removed = 0;
  for (const { session, file } of old.filter((each) => !ancestors.has(each.session))) {
    if (signal.aborted || removed >= REMOVED_AT_A_START_MAX) break;
    if (deleteSession({ session, file }, place).ok) removed++;
    // The session that has just begun has work to do.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (removed > 0) log.info({ removed, days }, `${counted(removed, 'session')} older than ${days} days removed`);
}

/** The sessions that these were copied from, and those that those were copied from. */
async function ancestorsOf(staying: readonly SessionFile[], old: readonly SessionFile[]): Promise<ReadonlySet<string>> {
  const ancestors = new Set<string>();
  const unread = [...staying];
  for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
    const summary = await summaryOf(next.file);
    const parent = summary.ok ? summary.parent?.session : undefined;
    if (parent === undefined || ancestors.has(parent)) continue;
    ancestors.add(parent);
    unread.push(...old.filter(({ session }) => session === parent));
  }
  return ancestors;
}
