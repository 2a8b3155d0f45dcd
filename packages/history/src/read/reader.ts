/** A history as data: its records in order, as far as they are as they were written. Readers never repair anything. */
import type { HistoryHead, HistoryRecord } from '@tagma/protocol';
import type { Failed } from '../error.ts';
import { loadParser } from './parse.ts';
import { walkFile } from './source.ts';
import type { Torn } from './tail.ts';
import { type Fault, type WalkedRecord, walkOn } from './walk.ts';

export type ReadRecord = HistoryRecord & {
  readonly n: number;
  readonly hash: string;
  /** Exactly as it stands in the file. */
  readonly bytes: Uint8Array;
  /** The fields whose text has been taken out of the file; each reads ''. */
  readonly takenOut: readonly string[];
};

/** How far the reading came. */
export type RecordsRead = {
  readonly ok: true;
  readonly head: HistoryHead;
  /** How many records are whole and in their place, and the hash of the last of them ('' if there is none). */
  readonly records: number;
  readonly hash: string;
  readonly torn: Torn | null;
  /** The first record that has been changed, removed, added or moved; null where the chain holds to the end. */
  readonly fault: Fault | null;
};

export type ReadHistory = Omit<RecordsRead, 'records' | 'hash'> & {
  /** Up to the first that is torn or at fault. */
  readonly records: readonly ReadRecord[];
};

/**
 * Gives the records of a history in order, up to the first that is torn or at fault, and then how far it came. Checks the
 * chain on its way, in memory that is bounded by the largest record.
 */
export async function* recordsIn(file: string): AsyncGenerator<ReadRecord, RecordsRead | Failed> {
  const parse = await loadParser();
  const walking = walkFile(file);
  let [records, hash] = [0, ''];
  try {
    for (;;) {
      const next = walking.next();
      if (next.done) return readTo(next.value);
      const walked: WalkedRecord = next.value;
      const parsed = parse(walked.bytes);
      if (!parsed.ok) {
        const fault = { record: walked.n, message: parsed.message };
        return { ok: true, head: walked.head, records, hash, torn: null, fault };
      }
      const { n, kind, type, at, fields, takenOut } = parsed;
      ({ n: records, hash } = walked);
      yield { n, kind, type, at, fields, takenOut, hash, bytes: walked.bytes };
    }
  } finally {
    walking.return(undefined as never);
  }
}

/** Reads a whole history into memory, and checks its chain. */
export async function readHistory(file: string): Promise<ReadHistory | Failed> {
  const reading = recordsIn(file);
  const records: ReadRecord[] = [];
  for (;;) {
    const next = await reading.next();
    if (!next.done) records.push(next.value);
    else if (!next.value.ok) return next.value;
    else {
      const { head, torn, fault } = next.value;
      return { ok: true, head, records, torn, fault };
    }
  }
}

/** Checks the chain alone: parses nothing, and needs no more memory than the largest record. */
export function verifyHistory(file: string): RecordsRead | Failed {
  return readTo(walkOn(walkFile(file)));
}

function readTo(walked: ReturnType<typeof walkOn>): RecordsRead | Failed {
  if (!walked.ok) return walked;
  const { head, records, hash, torn, fault } = walked;
  return { ok: true, head, records, hash, torn, fault };
}
