/** A history as data: its records in order, as far as they are as they were written. Readers never repair anything. */
import type { HistoryHead, HistoryRecord } from '@tagma/protocol';
import type { Failed } from '../error.ts';
import { loadParser } from './parse.ts';
import { walkFile } from './source.ts';
import type { Torn } from './tail.ts';
import type { Fault } from './walk.ts';

export type ReadRecord = HistoryRecord & {
  readonly n: number;
  /** Exactly as it stands in the file. */
  readonly bytes: Uint8Array;
  /** The fields whose text has been taken out of the file; each reads ''. */
  readonly takenOut: readonly string[];
};

export type ReadHistory = {
  readonly ok: true;
  readonly head: HistoryHead;
  /** Up to the first that is torn or at fault. */
  readonly records: readonly ReadRecord[];
  readonly torn: Torn | null;
  /** The first record that has been changed, removed, added or moved; null where the chain holds to the end. */
  readonly fault: Fault | null;
};

/** Reads a whole history into memory, and checks its chain. */
export async function readHistory(file: string): Promise<ReadHistory | Failed> {
  const parse = await loadParser();
  const records: ReadRecord[] = [];
  let unreadable: Fault | null = null;
  const walked = walkFile(file, ({ n, bytes }) => {
    const record = parse(bytes);
    if (record.ok) {
      const { kind, type, at, fields, takenOut } = record;
      records.push({ n, kind, type, at, fields, takenOut, bytes });
    } else {
      unreadable = { record: n, message: record.message };
    }
    return record.ok;
  });
  if (!walked.ok) return walked;
  const { head, torn, fault } = walked;
  return { ok: true, head, records, torn, fault: unreadable ?? fault };
}

export type VerifiedHistory = {
  readonly ok: true;
  readonly head: HistoryHead;
  /** How many records are whole and in their place, and the hash of the last of them. */
  readonly records: number;
  readonly hash: string;
  readonly torn: Torn | null;
  readonly fault: Fault | null;
};

/** Checks the chain alone: parses nothing, and needs no more memory than the largest record. */
export function verifyHistory(file: string): VerifiedHistory | Failed {
  const walked = walkFile(file, () => true);
  if (!walked.ok) return walked;
  const { head, records, hash, torn, fault } = walked;
  return { ok: true, head, records, hash, torn, fault };
}
