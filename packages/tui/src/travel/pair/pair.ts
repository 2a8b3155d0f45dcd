/** Two histories beside each other: which of their rounds is looked at. A plain value. */
import type { HistoryDiff, RoundPair } from '@tagma/history';
import { KEY_TABLE, type KeyTable } from '../../keys/key-table.ts';
import type { Size } from '../../text/cells.ts';

export type Pair = {
  readonly diff: HistoryDiff;
  /** The first row that is shown: a block (0 is what both ran on, then the rounds), and a row in it. */
  readonly top: Top;
  /** The first row of the keys that is shown; null where they are not. */
  readonly help: number | null;
  readonly notice: string | null;
  /** The keys, as they are bound here. */
  readonly keys: KeyTable;
  readonly size: Size;
};

export type Top = { readonly block: number; readonly row: number };

export type PairAct =
  /** Look at one of the two alone, from that record on. */
  | { readonly type: 'open'; readonly side: 'a' | 'b'; readonly record: number }
  | { readonly type: 'quit' }
  | { readonly type: 'suspend' }
  | { readonly type: 'redraw' };

export type PairNext = { readonly model: Pair; readonly acts: readonly PairAct[] };

/** At the first round that differs. */
export function startPair(diff: HistoryDiff, size: Size, keys: KeyTable = KEY_TABLE): Pair {
  const first = diff.rounds.findIndex(({ same }) => !same);
  return { diff, top: { block: first + 1, row: 0 }, help: null, notice: null, keys, size };
}

/** Rows that are no round: the heading, the words, the status line. */
const ROWS_FIXED = 3;

/** The rows that there are for rounds. */
export function bodyHeight({ size }: Pair): number {
  return Math.max(1, size.rows - ROWS_FIXED);
}

/** The rounds that are looked at; null at what both ran on. */
export function lookedAt({ diff, top }: Pair): RoundPair | null {
  return top.block === 0 ? null : (diff.rounds[top.block - 1] ?? null);
}

/** The blocks of the rounds that differ, in order. */
export function differing({ rounds }: HistoryDiff): readonly number[] {
  return rounds.flatMap(({ same }, index) => (same ? [] : [index + 1]));
}
