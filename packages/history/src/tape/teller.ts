/** Stands at any step of a history that has been read: from the checkpoint before it, telling the machine the steps between. */
import { type AgentEvent, BEHAVIOUR, type Emitted, type Snapshot, start, step } from '@tagma/core';
import type { HistoryRecord } from '@tagma/protocol';
import type { ParseRecord } from '../read/parse.ts';
import type { Difference } from '../replay/divergence.ts';
import { differencesFrom, toldAs } from '../replay/older.ts';
import { behaviourFrom, eventOf, recordsOf } from '../replay/records.ts';
import { recordedOutcome } from './recorded.ts';
import type { Placed, StepIndex } from './step-index.ts';

/** Every so manieth step is kept as well, behind the checkpoint that the way began at last. */
const KEPT_STEPS = 16;

/** What has happened in a step. */
export type TapeStep = {
  /** Null where its record is lost. */
  readonly event: AgentEvent | null;
  /** As recorded they are without the parameters of calls. */
  readonly emitted: readonly Emitted[];
  readonly snapshot: Snapshot;
  /** Not told by the machine. */
  readonly isRecorded: boolean;
};

/** What whoever shows a history makes of its steps: a fold. */
export type Seen<T> = {
  /** What there is before the first step. */
  readonly start: T;
  /** What there is after one more step; what was there before must not be changed. */
  readonly after: (before: T, step: TapeStep) => T;
  /** Without what has piled up and decides nothing about what comes: so it is kept. */
  readonly lightened: (value: T) => T;
};

/** Where the machine stands before a step. Never changed: it may be kept. */
export type Place<T> = {
  /** From 0. */
  readonly step: number;
  readonly snapshot: Snapshot;
  readonly seen: T;
  /** Whether an older program ran what comes now. */
  readonly isOlder: boolean;
};

/** All that stands at a step. */
export type Stop<T> = TapeStep & {
  /** From 0. */
  readonly step: number;
  /** Its records, as far as they can be read. */
  readonly records: readonly StopRecord[];
  /** The states before it and after it. */
  readonly before: string;
  readonly after: string;
  readonly seen: T;
  /** How it comes out otherwise than under the older program that ran it. */
  readonly differences: readonly Difference[];
  /** In milliseconds since 1970; null where there is none. */
  readonly at: number;
  readonly previousAt: number | null;
  readonly nextAt: number | null;
};

/** A record of the step that the tape stands at. */
export type StopRecord = HistoryRecord & {
  readonly n: number;
  readonly takenOut: readonly string[];
  /** As it stands in the file. */
  readonly bytes: Buffer;
};

export function beginning<T>(seen: Seen<T>): Place<T> {
  return { step: 0, snapshot: start(), seen: seen.start, isOlder: false };
}

export class Teller<T> {
  readonly #seen: Seen<T>;
  readonly #index: StepIndex;
  readonly #parse: ParseRecord;
  readonly #read: (offset: number, length: number) => Buffer;
  /** From this step on the records tell what happened. */
  recordedFrom = Number.POSITIVE_INFINITY;
  /** In order; the first stands at the beginning. */
  #checkpoints: Place<T>[];
  /** Behind one of them. */
  #near: Place<T>[] = [];

  constructor(
    first: Place<T>,
    seen: Seen<T>,
    index: StepIndex,
    parse: ParseRecord,
    read: (offset: number, length: number) => Buffer,
  ) {
    this.#checkpoints = [first];
    this.#seen = seen;
    this.#index = index;
    this.#parse = parse;
    this.#read = read;
  }

  keep(place: Place<T>): void {
    this.#checkpoints.push({ ...place, seen: this.#seen.lightened(place.seen) });
  }

  dropFrom(nth: number): void {
    this.#checkpoints = this.#checkpoints.filter(({ step }) => step <= nth);
    this.#near = [];
  }

  /** The place behind a step. */
  after(before: Place<T>, happened: TapeStep, isOlder: boolean): Place<T> {
    const { snapshot, event } = happened;
    const seen = event === null ? before.seen : this.#seen.after(before.seen, happened);
    return { step: before.step + 1, snapshot, seen, isOlder };
  }

  stopAt(nth: number): Stop<T> {
    const before = this.#placeBefore(nth);
    const records = this.#recordsOf(nth);
    const { happened, place } = this.#tell(before, records);
    return {
      ...happened,
      ...{ step: nth, records, before: before.snapshot.value, after: place.snapshot.value, seen: place.seen },
      differences: place.isOlder && !happened.isRecorded ? this.#differences(happened, records, nth) : [],
      at: this.#index.timeOf(nth) ?? 0,
      previousAt: this.#index.timeOf(nth - 1),
      nextAt: this.#index.timeOf(nth + 1),
    };
  }

  /** The event's record of a step; null where it is lost. */
  eventOf(nth: number): StopRecord | null {
    const [first] = this.#index.recordsOf(nth);
    const record = first === undefined ? null : this.#record(first);
    return record?.kind === 'event' ? record : null;
  }

  #placeBefore(nth: number): Place<T> {
    const checkpoint = this.#before(nth);
    if (this.#near[0] !== checkpoint) this.#near = [checkpoint];
    let place = lastUpTo(this.#near, nth);
    while (place.step < nth) {
      place = this.#tell(place, this.#recordsOf(place.step)).place;
      const isNew = place.step > (this.#near.at(-1)?.step ?? 0);
      if (isNew && place.step % KEPT_STEPS === 0) this.#near.push(place);
    }
    return place;
  }

  /** Not the last checkpoint but the one before it: by then as much has piled up again as lies between two of them. */
  #before(nth: number): Place<T> {
    const last = this.#checkpoints.findLastIndex(({ step: at }) => at <= nth);
    return this.#checkpoints[Math.max(0, last - 1)] as Place<T>;
  }

  #tell(before: Place<T>, records: readonly StopRecord[]): { happened: TapeStep; place: Place<T> } {
    const [first] = records;
    if (first?.kind !== 'event' || before.step >= this.recordedFrom) {
      const happened = { ...recordedOutcome(before.snapshot, records), isRecorded: true };
      return { happened, place: this.after(before, happened, before.isOlder) };
    }
    const behaviour = behaviourFrom(first);
    const isOlder = behaviour === null ? before.isOlder : behaviour < BEHAVIOUR;
    const read = eventOf(first);
    const event = isOlder ? toldAs(read, records.slice(1)) : read;
    const happened = { event, ...step(before.snapshot, event), isRecorded: false };
    return { happened, place: this.after(before, happened, isOlder) };
  }

  #differences({ event, emitted, snapshot }: TapeStep, records: readonly StopRecord[], nth: number) {
    if (event === null) return [];
    const made = recordsOf(event, emitted, snapshot.value);
    return differencesFrom(made, records, this.#parse, nth < this.#index.steps - 1);
  }

  #recordsOf(nth: number): readonly StopRecord[] {
    return this.#index.recordsOf(nth).flatMap((placed) => this.#record(placed) ?? []);
  }

  #record({ n, offset, length }: Placed): StopRecord | null {
    const bytes = this.#read(offset, length);
    const record = this.#parse(bytes);
    if (!record.ok) return null;
    const { kind, type, at, fields, takenOut } = record;
    return { n, kind, type, at, fields, takenOut, bytes };
  }
}

function lastUpTo<T>(places: readonly Place<T>[], nth: number): Place<T> {
  const place = places.findLast(({ step: at }) => at <= nth);
  if (place === undefined) throw new Error('a tape has a checkpoint at its beginning');
  return place;
}
