/**
 * A history as a tape: what stood at any of its records, forwards and backwards, in memory that does not grow with the file.
 *
 * It is read once from its beginning, a piece at a time (`readOn`), told to the machine again and compared, as a replay does it.
 * Kept of that are some bytes a record, and at every so many bytes of the file where the machine stood (a checkpoint). To
 * stand anywhere else the steps since the checkpoint before it are told again. Where the machine and the file do not agree,
 * where records are lost or a newer program wrote them, the rest is as recorded: `lost` says from where on, and why.
 */
import { closeSync, fstatSync } from 'node:fs';
import { BEHAVIOUR, type Snapshot, start, stateOf, step } from '@tagma/core';
import type { HistoryRecord } from '@tagma/protocol';
import type { Failed } from '../error.ts';
import { readBytes, type Source } from '../read/bytes.ts';
import { HEAD_BYTES_MAX, readHead } from '../read/head.ts';
import type { Fault } from '../read/order.ts';
import { loadParser, type ParseRecord } from '../read/parse.ts';
import { lastStart } from '../read/seek.ts';
import { openSource, walkFile } from '../read/source.ts';
import type { Torn } from '../read/tail.ts';
import type { Walked, WalkedRecord, Walking } from '../read/walk.ts';
import type { Divergence } from '../replay/divergence.ts';
import { isDivergence, Retelling } from '../replay/retelling.ts';
import { Marks } from './marks.ts';
import type { NumberList } from './numbers.ts';
import { Page } from './page.ts';
import { recordedOutcome } from './recorded.ts';
import { StepIndex } from './step-index.ts';
import { beginning, type Place, type Seen, type Stop, type StopRecord, Teller } from './teller.ts';

/** Checkpoints stand this many bytes of the file apart at least, and there are about so many at most. */
const CHECKPOINT_BYTES_MIN = 512 * 1024;
const CHECKPOINTS_MAX = 24;
const LAST_RECORD_MAX = 999_999_999_999_999;

/** What is known of a tape so far. A plain value: the next one is another. */
export type TapeKnown = {
  readonly file: string;
  readonly session: string;
  /** The number of the last record that the file holds, as far as a look at its end tells. */
  readonly total: number;
  /** The number of the last record that has been read; 0 where none has. */
  readonly read: number;
  readonly isWhole: boolean;
  /** Records that steps begin with, and those that are looked for. */
  readonly steps: NumberList;
  readonly turns: NumberList;
  readonly decisions: NumberList;
  readonly failures: NumberList;
  /** From its record on the machine does not tell what happened: the records do. */
  readonly lost: Lost | null;
  readonly torn: Torn | null;
  readonly faults: readonly Fault[];
  /** The first event's time. */
  readonly began: number | null;
  /** Why the reading ended before the file did. */
  readonly problem: string | null;
};

/** The first record that today's machine makes otherwise; from there on the screen cannot be shown as it was. */
export type Lost = Pick<Divergence, 'record' | 'what' | 'expected' | 'got'>;

/** Opens a history, and reads none of it yet. The caller closes it. */
export async function openTape<T>(file: string, seen: Seen<T>): Promise<{ ok: true; tape: Tape<T> } | Failed> {
  const source = openSource(file, 'r');
  if (!source.ok) return source;
  const head = readHead(file, readBytes(source, 0, HEAD_BYTES_MAX));
  if (!head.ok) {
    closeSync(source.fd);
    return head;
  }
  return { ok: true, tape: new Tape(source, head.head.session, await loadParser(), seen) };
}

/**
 * A history to go back and forth in. It is read as far as it is needed; what has been seen is kept at marks, so that any step
 * is reached from the mark before it.
 */
export class Tape<T> {
  readonly #session: string;
  readonly #parse: ParseRecord;
  readonly #index = new StepIndex();
  readonly #marks = new Marks();
  readonly #retelling: Retelling<Snapshot>;
  readonly #teller: Teller<T>;
  #source: Source;
  #walking: Walking;
  #group: WalkedRecord[] = [];
  /** Behind the last step that was read, and before it. */
  #head: Place<T>;
  #beforeHead: Place<T>;
  /** In bytes of the file. */
  #checkpointed = 0;
  #total: number;
  #lost: Lost | null = null;
  #torn: Torn | null = null;
  #faults: readonly Fault[] = [];
  #problem: string | null = null;
  #isWhole = false;

  constructor(source: Source, session: string, parse: ParseRecord, seen: Seen<T>) {
    this.#source = source;
    this.#session = session;
    this.#parse = parse;
    this.#retelling = new Retelling({ behaviour: BEHAVIOUR, start, step, stateOf }, parse);
    this.#head = beginning(seen);
    this.#beforeHead = this.#head;
    const page = new Page();
    this.#teller = new Teller(this.#head, seen, this.#index, parse, (at, length) =>
      page.read(this.#source, at, length),
    );
    this.#walking = walkFile(source.file, { goOn: true });
    this.#total = this.#lastRecord();
  }

  /** What is known of the history, as far as it has been read. */
  get known(): TapeKnown {
    const { turns, decisions, failures } = this.#marks;
    return {
      file: this.#source.file,
      session: this.#session,
      total: this.#isWhole ? this.#index.lastRecord : Math.max(this.#total, this.#index.lastRecord),
      read: this.#index.lastRecord,
      isWhole: this.#isWhole,
      steps: this.#index.starts(),
      ...{ turns: turns.list(), decisions: decisions.list(), failures: failures.list() },
      ...{ lost: this.#lost, torn: this.#torn, faults: this.#faults, problem: this.#problem },
      began: this.#index.timeOf(0),
    };
  }

  /** Reads about so many bytes more. False: there are no more. */
  readOn(bytes: number): boolean {
    let left = bytes;
    while (left > 0 && !this.#isWhole) {
      const next = this.#walking.next();
      if (next.done) {
        this.#end(next.value);
        break;
      }
      this.#take(next.value);
      left -= next.value.bytes.length;
    }
    return !this.#isWhole;
  }

  /** Whether its session has written more since it was read to the end: then there is more to be read. */
  hasGrown(): boolean {
    const { size } = fstatSync(this.#source.fd);
    if (!this.#isWhole || this.#problem !== null || size <= this.#source.size) return false;
    this.#source = { ...this.#source, size };
    this.#total = this.#lastRecord();
    this.#isWhole = false;
    this.#again();
    return true;
  }

  /** What stands at a record that has been read: that of the nearest one before, where it is lost. Null: none has been read. */
  at(record: number): Stop<T> | null {
    if (this.#index.steps === 0) return null;
    return this.#teller.stopAt(this.#index.stepOf(record));
  }

  /** The event of a step, from 0; null where it is lost. */
  eventOf(nth: number): StopRecord | null {
    return this.#teller.eventOf(nth);
  }

  /** Closes the file. The tape is of no use after that. */
  close(): void {
    this.#walking.return(undefined as never);
    closeSync(this.#source.fd);
  }

  #take(record: WalkedRecord): void {
    const last = this.#group.at(-1)?.n ?? this.#index.lastRecord;
    const isGap = record.n !== last + 1;
    if (record.kind === 'event' || isGap) {
      if (this.#group.length > 0) this.#takeStep(isGap ? null : record);
      if (isGap) this.#lose(last + 1, record.n - 1);
    }
    this.#group.push(record);
  }

  #lose(first: number, last: number): void {
    const got = first === last ? 'it cannot be read' : `this record and those up to ${last} cannot be read`;
    this.#lost ??= { record: first, what: 'chain', expected: 'the file as it was written', got };
  }

  #takeStep(next: WalkedRecord | null): void {
    const group = this.#group;
    this.#group = [];
    const [first] = group;
    if (first === undefined) return;
    const told = this.#lost === null ? this.#retelling.take(group, next) : null;
    if (told !== null && isDivergence(told)) this.#lost = told;
    if (this.#lost !== null) this.#teller.recordedFrom = Math.min(this.#teller.recordedFrom, this.#index.steps);
    const before = this.#head;
    const happened =
      told !== null && !isDivergence(told)
        ? { event: told.event, emitted: told.emitted, snapshot: told.snapshot, isRecorded: false }
        : { ...recordedOutcome(before.snapshot, this.#parsed(group)), isRecorded: true };
    const { event, emitted, snapshot } = happened;
    this.#index.add(group, event?.at ?? this.#parsed(group)[0]?.at ?? 0);
    if (event) this.#marks.take(first.n, { event, emitted, before: before.snapshot.value, after: snapshot.value });
    this.#beforeHead = before;
    const isOlder = this.#retelling.isOlder;
    this.#head = this.#teller.after(before, happened, isOlder);
    const end = group.at(-1);
    if (end === undefined || end.offset - this.#checkpointed < this.#checkpointBytes) return;
    this.#checkpointed = end.offset;
    this.#teller.keep(this.#head);
  }

  get #checkpointBytes(): number {
    return Math.max(CHECKPOINT_BYTES_MIN, this.#source.size / CHECKPOINTS_MAX);
  }

  #parsed(group: readonly WalkedRecord[]): readonly HistoryRecord[] {
    return group.flatMap(({ bytes }) => {
      const record = this.#parse(bytes);
      return record.ok ? [record] : [];
    });
  }

  #end(walked: Walked | Failed): void {
    this.#takeStep(null);
    this.#isWhole = true;
    this.#source = { ...this.#source, size: fstatSync(this.#source.fd).size };
    if (!walked.ok) {
      this.#problem = walked.error.message;
      return;
    }
    this.#torn = walked.torn;
    this.#faults = walked.faults;
  }

  /** The last step may have been written in part: it is read once more, with what has come. */
  #again(): void {
    const last = this.#index.steps - 1;
    const from = last < 0 ? 1 : this.#index.startOf(last);
    if (last >= 0) {
      this.#marks.cutFrom(from);
      this.#index.dropLast();
      this.#head = this.#beforeHead;
      this.#teller.dropFrom(last);
      if (this.#teller.recordedFrom === last) this.#lost = null;
      if (this.#lost === null) this.#teller.recordedFrom = Number.POSITIVE_INFINITY;
      this.#retelling.standAt(this.#head.snapshot, this.#head.isOlder);
    }
    this.#group = [];
    this.#walking = walkFile(this.#source.file, { goOn: true, from });
  }

  #lastRecord(): number {
    return lastStart(this.#source, 0, LAST_RECORD_MAX)?.n ?? 0;
  }
}
