/** Where each record of a history stands in its file, and which of them make a step: some bytes a record, whatever it holds. */
import type { WalkedRecord } from '../read/walk.ts';
import { countUpTo, type NumberList, Numbers } from './numbers.ts';

/** Where a record stands. */
export type Placed = { readonly n: number; readonly offset: number; readonly length: number };

export class StepIndex {
  readonly #records = new Numbers();
  readonly #offsets = new Numbers();
  readonly #lengths = new Numbers();
  /** Of each step: its first record, as a place in these lists, and as a number; and when it was. */
  readonly #firsts = new Numbers();
  readonly #starts = new Numbers();
  readonly #times = new Numbers();

  get steps(): number {
    return this.#firsts.length;
  }

  /** The number of the last record; 0 where there is none. */
  get lastRecord(): number {
    return this.#records.length === 0 ? 0 : this.#records.at(this.#records.length - 1);
  }

  add(records: readonly WalkedRecord[], at: number): void {
    this.#firsts.push(this.#records.length);
    this.#starts.push(records[0]?.n ?? 0);
    this.#times.push(at);
    for (const { n, offset, bytes } of records) {
      this.#records.push(n);
      this.#offsets.push(offset);
      this.#lengths.push(bytes.length);
    }
  }

  dropLast(): void {
    const last = this.steps - 1;
    for (const list of [this.#records, this.#offsets, this.#lengths]) list.cut(this.#firsts.at(last));
    for (const list of [this.#firsts, this.#starts, this.#times]) list.cut(last);
  }

  /** In milliseconds since 1970; null where there is no such step. */
  timeOf(step: number): number | null {
    return step < 0 || step >= this.steps ? null : this.#times.at(step);
  }

  /** The number of the step's first record. */
  startOf(step: number): number {
    return this.#starts.at(step);
  }

  /** The step that a record belongs to, or the one before, where that record is missing. */
  stepOf(record: number): number {
    return Math.max(0, countUpTo(this.#starts, record) - 1);
  }

  recordsOf(step: number): readonly Placed[] {
    const from = this.#firsts.at(step);
    const to = step + 1 < this.steps ? this.#firsts.at(step + 1) : this.#records.length;
    return Array.from({ length: to - from }, (_, index) => ({
      n: this.#records.at(from + index),
      offset: this.#offsets.at(from + index),
      length: this.#lengths.at(from + index),
    }));
  }

  /** The numbers of the records that steps begin with. */
  starts(): NumberList {
    return this.#starts.list();
  }
}
