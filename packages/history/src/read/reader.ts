/** A history as data: its records in order, as far as they are as they were written. Readers never repair anything. */
import type { HistoryHead, HistoryRecord } from '@tagma/protocol';
import type { Failed } from '../error.ts';
import { type Fault, inOrder } from './order.ts';
import { loadParser, type ParseRecord } from './parse.ts';
import { walkFile } from './source.ts';
import type { Torn } from './tail.ts';
import { type WalkOptions, walkOn } from './walk.ts';

/** A record as it stands in a file. */
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
  /** The number of the last record that is whole and in its place, and its hash (0 and '' if there is none). */
  readonly records: number;
  readonly hash: string;
  readonly torn: Torn | null;
  /** All places that are not as they were written, by the number of the record; one at most, unless the reading went on. */
  readonly faults: readonly Fault[];
  /** The first of them; null where the chain holds to the end. */
  readonly fault: Fault | null;
};

/** A whole history in memory. */
export type ReadHistory = Omit<RecordsRead, 'records' | 'hash'> & {
  /** Up to the first that is torn or at fault. */
  readonly records: readonly ReadRecord[];
};

/** How a history is read. */
export type ReadOptions = WalkOptions & {
  /** Whether the whole XML parser reads each record, also those in the exact form that is written: several times slower. */
  readonly strict?: boolean;
};

/** Gives the records in order, and then how far it came. */
export type Reading = Generator<ReadRecord, RecordsRead | Failed>;

/**
 * Gives the records of a history in order, up to the first that is torn or at fault, and then how far it came. Checks the
 * chain on its way, in memory that is bounded by the largest record.
 *
 * With `from` it begins at that record, which it finds without reading those before: the chain is checked from there on,
 * on trust of the hash that stands in the record before. With `to` it ends behind that one. With `goOn` it says what is
 * wrong at the end, and goes on with the next record that is whole; numbers ascend all the same.
 */
export async function* recordsIn(
  file: string,
  options: ReadOptions = {},
): AsyncGenerator<ReadRecord, RecordsRead | Failed> {
  const reading = await startReading(file, options);
  try {
    for (;;) {
      const next = reading.next();
      if (next.done) return next.value;
      yield next.value;
    }
  } finally {
    reading.return(undefined as never);
  }
}

/** The same, without a promise for each record: for whoever goes through all of them and waits for nothing meanwhile. */
export async function startReading(file: string, options: ReadOptions = {}): Promise<Reading> {
  return read(file, options, await loadParser(options.strict ? () => null : undefined));
}

function* read(file: string, options: ReadOptions, parse: ParseRecord): Reading {
  const walking = walkFile(file, options);
  const unreadable: Fault[] = [];
  let [records, hash] = [0, ''];
  try {
    for (;;) {
      const next = walking.next();
      if (next.done) return readTo(next.value, unreadable);
      const { n, hash: ownHash, head, offset, bytes } = next.value;
      const parsed = parse(bytes);
      if (parsed.ok) {
        const { kind, type, at, fields, takenOut } = parsed;
        [records, hash] = [n, ownHash];
        yield { n, kind, type, at, fields, takenOut, hash, bytes };
      } else {
        const fault: Fault = { record: n, what: 'unreadable', at: offset, message: parsed.message };
        if (!options.goOn) return { ok: true, head, records, hash, torn: null, faults: [fault], fault };
        unreadable.push(fault);
      }
    }
  } finally {
    walking.return(undefined as never);
  }
}

/** Reads a whole history into memory, and checks its chain. */
export async function readHistory(file: string): Promise<ReadHistory | Failed> {
  const reading = await startReading(file);
  const records: ReadRecord[] = [];
  for (;;) {
    const next = reading.next();
    if (!next.done) records.push(next.value);
    else if (!next.value.ok) return next.value;
    else {
      const { head, torn, faults, fault } = next.value;
      return { ok: true, head, records, torn, faults, fault };
    }
  }
}

/** Checks the chain alone: parses nothing, and needs no more memory than the largest record. */
export function verifyHistory(file: string, options?: WalkOptions): RecordsRead | Failed {
  return readTo(walkOn(walkFile(file, options)), []);
}

function readTo(walked: ReturnType<typeof walkOn>, unreadable: readonly Fault[]): RecordsRead | Failed {
  if (!walked.ok) return walked;
  const { head, records, hash, torn } = walked;
  const faults = inOrder([...walked.faults, ...unreadable]);
  return { ok: true, head, records, hash, torn, faults, fault: faults[0] ?? null };
}
