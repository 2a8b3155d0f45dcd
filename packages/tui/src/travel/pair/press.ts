/** What a key does where two histories stand side by side. Pure. */
import { commandInView, type OnAnyScreen } from '../../keys/in-history.ts';
import type { PairCommand } from '../../keys/tables/pair.ts';
import type { Pressed } from '../../screen/viewer.ts';
import { differing, lookedAt, type Pair, type PairAct, type PairNext } from './pair.ts';
import { blockCount, movedBy } from './rows.ts';

/** Rows that a key or a notch of the wheel scrolls. */
const ROWS = 3;
/** Rows that are no round: the heading, the words, the status line. */
const ROWS_FIXED = 3;

type Run = (pair: Pair) => PairNext;

export function pressPair(before: Pair, input: Pressed): PairNext {
  const pair = { ...before, notice: null };
  if (input.kind === 'paste') return onward(pair);
  const chord = input.kind === 'text' ? input.text : input.chord;
  const command = commandInView(pair.keys, chord, 'pair');
  return command === null ? onward(pair) : RUNS[command](pair);
}

const RUNS: { readonly [command in PairCommand | OnAnyScreen]: Run } = {
  'difference-on': (pair) => toDifference(pair, 1),
  'difference-back': (pair) => toDifference(pair, -1),
  'round-on': (pair) => toBlock(pair, pair.top.block + 1),
  'round-back': (pair) => toBlock(pair, pair.top.row > 0 ? pair.top.block : pair.top.block - 1),
  'row-on': (pair) => onward({ ...pair, top: movedBy(pair, ROWS) }),
  'row-back': (pair) => onward({ ...pair, top: movedBy(pair, -ROWS) }),
  'page-on': (pair) => onward({ ...pair, top: movedBy(pair, pageRows(pair)) }),
  'page-back': (pair) => onward({ ...pair, top: movedBy(pair, -pageRows(pair)) }),
  'to-first': (pair) => toBlock(pair, 0),
  'to-last': (pair) => toBlock(pair, blockCount(pair.diff) - 1),
  'open-a': (pair) => open(pair, 'a'),
  'open-b': (pair) => open(pair, 'b'),
  'view-help': (pair) => onward({ ...pair, isHelpShown: !pair.isHelpShown }),
  'close-view-help': (pair) => onward({ ...pair, isHelpShown: false }),
  'leave-view': (pair) => onward(pair, { type: 'quit' }),
  redraw: (pair) => onward(pair, { type: 'redraw' }),
  suspend: (pair) => onward(pair, { type: 'suspend' }),
};

function onward(model: Pair, ...acts: readonly PairAct[]): PairNext {
  return { model, acts };
}

function toBlock(pair: Pair, block: number): PairNext {
  const last = blockCount(pair.diff) - 1;
  return onward({ ...pair, top: { block: Math.max(0, Math.min(last, block)), row: 0 } });
}

function toDifference(pair: Pair, by: 1 | -1): PairNext {
  const { block, row } = pair.top;
  const blocks = differing(pair.diff);
  const next =
    by > 0 ? blocks.find((each) => each > block) : blocks.findLast((each) => each < block + Math.min(1, row));
  if (next !== undefined) return toBlock(pair, next);
  const notice = blocks.length === 0 ? 'Both took the same course.' : by > 0 ? LAST : FIRST;
  return onward({ ...pair, notice });
}

const LAST = 'No round behind this one differs.';
const FIRST = 'No round before this one differs.';

function open(pair: Pair, side: 'a' | 'b'): PairNext {
  const round = lookedAt(pair)?.[side] ?? null;
  if (pair.top.block > 0 && round === null) return onward({ ...pair, notice: 'That one has no such round.' });
  return onward(pair, { type: 'open', side, record: round?.from ?? 1 });
}

function pageRows({ size }: Pair): number {
  return Math.max(1, size.rows - ROWS_FIXED - 1);
}
