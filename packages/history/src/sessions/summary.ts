/**
 * What a session was about, from a look at its file that is as short as can be: the file is searched once, and of its
 * records those alone are read that say something here. The chain is not checked.
 */
import { statSync } from 'node:fs';
import { type Failed, failed } from '../error.ts';
import { loadParser } from '../read/parse.ts';
import { skimFile } from '../read/skim.ts';
import { isLocked } from '../write/lock.ts';
import { type Parent, Tally } from './tally.ts';

/** How a session stands, by its file. */
export type SessionState =
  /** A process is writing it. */
  | 'running'
  /** It ended, for whatever reason. */
  | 'ended'
  /** It has no end: the process was killed, or the machine went down. */
  | 'cut off'
  /** It ended after a turn that failed. */
  | 'failed'
  /** Its file is not as it was written: a record is missing, stands in another's place, or cannot be read. */
  | 'damaged';

/** One line of the list of sessions. */
export type SessionSummary = {
  readonly ok: true;
  readonly session: string;
  readonly file: string;
  readonly bytes: number;
  /** The working folder; '' where not even the first record was written. */
  readonly folder: string;
  /** Of the first and the last record, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly changedAt: number;
  /** The first line of the first prompt; '' where there was none. */
  readonly title: string;
  /** The model that was chosen last. */
  readonly model: string;
  readonly prompts: number;
  readonly replies: number;
  /** Sent and received, as the endpoint counted them. */
  readonly tokens: number;
  /** As the endpoint says it, in its own unit, else by the prices of the models; null where neither is known. */
  readonly cost: number | null;
  readonly state: SessionState;
  /** Whether the end of the file is a piece of a write that was cut off. */
  readonly torn: boolean;
  /** Where the file that this one was copied from stood then; null where it is no copy. */
  readonly parent: Parent | null;
};

/** After so many records that cannot be read the rest is not looked at. */
const UNREADABLE_MAX = 1_000;

/** Fails where the file is no history, or so damaged that it says nothing. Another process may go on writing it meanwhile. */
export async function summaryOf(file: string): Promise<SessionSummary | Failed> {
  const tally = new Tally(await loadParser());
  // Looked at first: who ends in between counts as running still, and is never taken for cut off.
  const isRunning = isLocked(file);
  const skimming = skimFile(file);
  let next = skimming.next();
  for (; !next.done && tally.unreadable < UNREADABLE_MAX; next = skimming.next()) tally.take(next.value);
  if (!next.done) {
    skimming.return(undefined as never);
    return damaged(file, 'more of its records cannot be read than are looked at');
  }
  const skimmed = next.value;
  if (!skimmed.ok) return skimmed;
  const isDamaged = skimmed.fault !== null || tally.unreadable > 0;
  if (isDamaged && !isRunning && tally.read === 0) {
    const { record, message } = skimmed.fault ?? { record: 1, message: 'it cannot be read' };
    return damaged(file, `record ${record}: ${message}`, record);
  }
  const state = isRunning ? 'running' : isDamaged ? 'damaged' : tally.ending();
  // The end of a file that is being written may be on its way.
  const torn = skimmed.torn !== null && !isRunning;
  const stats = statSync(file, { throwIfNoEntry: false });
  const found = tally.found(stats?.mtimeMs ?? 0);
  return { ok: true, session: skimmed.head.session, file, bytes: stats?.size ?? 0, ...found, state, torn };
}

function damaged(file: string, what: string, record: number | null = null): Failed {
  return failed('damaged', file, `${what}. Nothing can be said of the session; tagma audit says more.`, record);
}
