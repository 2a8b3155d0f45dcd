/** One step of a history after the other, told to the machine again, and compared with the records that the file holds of it. */
import type { AgentEvent, Emitted, Snapshot } from '@tagma/core';
import { encodeRecord, type HistoryRecord } from '@tagma/protocol';
import type { ParseRecord } from '../read/parse.ts';
import type { WalkedRecord } from '../read/walk.ts';
import { sha256 } from '../sha256.ts';
import { type Difference, type Divergence, divergence, readableFrom } from './divergence.ts';
import { differencesFrom, toldAs } from './older.ts';
import { behaviourFrom, eventOf, recordsOf } from './records.ts';

/** The pure machine, as `@tagma/core` has it. */
export type Machine<S> = {
  /** The behaviour number that its sessions carry. */
  readonly behaviour: number;
  /** Where a session stands that has not begun. */
  readonly start: () => S;
  /** What an event leads to. The same arguments have to lead to the same, and nothing else may come of it. */
  readonly step: (snapshot: S, event: AgentEvent) => { readonly snapshot: S; readonly emitted: readonly Emitted[] };
  /** The name of the state, as the record of a state has it. */
  readonly stateOf: (snapshot: S) => string;
};

/** One event told again, once all that the file holds of it has been compared. */
export type ReplayedStep<S = Snapshot> = {
  /** The number of the event's record. */
  readonly record: number;
  readonly event: AgentEvent;
  readonly emitted: readonly Emitted[];
  /** After it. */
  readonly snapshot: S;
  /** How it comes out otherwise than under the older program that ran it. */
  readonly differences: readonly Difference[];
};

/** What stands behind the records of a step; at the end of a file a crash may have taken some of them. */
type Next = WalkedRecord | null;

/** Takes a file step by step. */
export class Retelling<S> {
  readonly counts = { events: 0, states: 0, effects: 0, notes: 0 };
  readonly behaviours: number[] = [];
  snapshot: S;
  /** What the last event leads to and the file has not shown. */
  due: HistoryRecord[] = [];
  bytes = 0;
  differences = 0;
  /** Whether an older program ran what comes now. */
  isOlder = false;
  wasOlder = false;
  readonly #machine: Machine<S>;
  readonly #parse: ParseRecord;

  constructor(machine: Machine<S>, parse: ParseRecord) {
    this.#machine = machine;
    this.#parse = parse;
    this.snapshot = machine.start();
  }

  /** Goes back to where it stood before a step that is to be told once more. */
  standAt(snapshot: S, isOlder: boolean): void {
    this.snapshot = snapshot;
    this.isOlder = isOlder;
    this.due = [];
  }

  /** Tells the machine of the event that the records begin with, and compares them with what it leads to. */
  take(records: readonly WalkedRecord[], next: Next): ReplayedStep<S> | Divergence {
    const [first] = records;
    if (first === undefined) throw new Error('a step has at least a record');
    const taken = this.#take(first, records, next);
    return isDivergence(taken) ? { ...taken, event: first.n } : taken;
  }

  #take(first: WalkedRecord, records: readonly WalkedRecord[], next: Next): ReplayedStep<S> | Divergence {
    const read = this.#eventIn(first);
    if (isDivergence(read)) return read;
    const event = this.isOlder ? toldAs(read, this.#followedIn(records)) : read;
    let emitted: readonly Emitted[];
    try {
      ({ snapshot: this.snapshot, emitted } = this.#machine.step(this.snapshot, event));
    } catch (error) {
      return divergence(first.n, 'machine', `the machine takes ${event.type}`, String(error));
    }
    this.due = recordsOf(read, emitted, this.#machine.stateOf(this.snapshot));
    const differences = this.isOlder ? this.#differences(records, next) : [];
    const found = this.isOlder ? null : this.#compare(records, next);
    if (found !== null) return found;
    for (const { kind } of records) this.counts[`${kind}s`] += 1;
    return { record: first.n, event, emitted, snapshot: this.snapshot, differences };
  }

  #eventIn(record: WalkedRecord): AgentEvent | Divergence {
    const { n, bytes, kind } = record;
    if (kind !== 'event') {
      const [, got] = readableFrom('', bytes.toString());
      return divergence(n, kind, 'an event', got);
    }
    const read = this.#parse(bytes);
    if (!read.ok) return divergence(n, 'event', 'a record that can be read', read.message);
    if (read.takenOut.length > 0) return takenOut(n);
    const behaviour = behaviourFrom(read);
    if (behaviour !== null) {
      const known = this.#machine.behaviour;
      const least = this.behaviours.at(-1) ?? 1;
      if (!Number.isInteger(behaviour) || behaviour < least || behaviour > known) {
        return divergence(n, 'behaviour', `a behaviour from ${least} to ${known}`, `behaviour ${behaviour}`);
      }
      this.behaviours.push(behaviour);
      this.isOlder = behaviour < known;
      this.wasOlder ||= this.isOlder;
    }
    return eventOf(read);
  }

  #followedIn(records: readonly WalkedRecord[]) {
    return records.slice(1).flatMap(({ bytes }) => {
      const read = this.#parse(bytes);
      return read.ok ? [read] : [];
    });
  }

  /** Makes the records again, and compares. */
  #compare(records: readonly WalkedRecord[], next: Next): Divergence | null {
    for (const record of records) {
      const expected = this.due.shift();
      const got = record.bytes.toString('utf8');
      if (expected === undefined) {
        return divergence(
          record.n,
          record.kind,
          'an event: the machine emitted nothing more',
          readableFrom('', got)[1],
        );
      }
      const salts = record.salts.values();
      const salt = (): string => salts.next().value ?? '';
      const made = encodeRecord(expected, { n: record.n, previous: record.previous, hash: sha256, salt });
      if (made.text !== got) {
        if (record.salts.includes(null)) return takenOut(record.n);
        return divergence(record.n, expected.kind, ...readableFrom(made.text, got));
      }
      this.bytes += record.bytes.length + 1;
    }
    const missing = this.due[0];
    const last = records.at(-1);
    if (missing === undefined || last === undefined || next === null) return null;
    const link = { n: last.n + 1, previous: last.hash, hash: sha256, salt: () => '' };
    const { text } = encodeRecord(missing, link);
    return divergence(link.n, missing.kind, ...readableFrom(text, next.bytes.toString('utf8')));
  }

  #differences(records: readonly WalkedRecord[], next: Next): readonly Difference[] {
    const isWhole = next !== null;
    const differences = differencesFrom(this.due, records, this.#parse, isWhole);
    this.differences += differences.length;
    this.due = isWhole ? [] : this.due.slice(records.length);
    return differences;
  }
}

export function isDivergence(value: object): value is Divergence {
  return 'ok' in value && value.ok === false;
}

function takenOut(n: number): Divergence {
  return divergence(n, 'taken-out', 'all texts of the record', 'a record that a text was taken out of');
}
