/** What a key does where two histories stand side by side. Pure. */
import { commandInView, type OnAnyScreen } from '../../keys/in-history.ts';
import type { PairCommand } from '../../keys/tables/pair.ts';
import type { Pressed } from '../../screen/viewer.ts';
import { HELP_ROWS, type HelpMove, helpMoved, helpRows } from '../help.ts';
import { bodyHeight, differing, lookedAt, type Pair, type PairAct, type PairNext } from './pair.ts';
import { blockCount, movedBy } from './rows.ts';

/** Rows that a key or a notch of the wheel scrolls. */
const ROWS = 3;

type Run = (pair: Pair) => PairNext;

export function pressPair(before: Pair, input: Pressed): PairNext {
  const pair = { ...before, notice: null };
  if (input.kind === 'paste') return onward(pair);
  const chord = input.kind === 'text' ? input.text : input.chord;
  const command = commandInView(pair.keys, chord, 'pair');
  if (command === null) return onward(pair);
  return (pair.help === null ? null : inHelp(pair, pair.help, command)) ?? RUNS[command](pair);
}

/** Where the keys are shown: what would move in the histories scrolls them. Null: it is done, and closes them. */
function inHelp(pair: Pair, from: number, command: PairCommand | OnAnyScreen): PairNext | null {
  const move = HELP_MOVES[command];
  if (move === undefined) return STAYS.has(command) ? null : RUNS[command]({ ...pair, help: null });
  const count = helpRows(pair.keys, 'pair', pair.size.columns).length;
  return onward({ ...pair, help: helpMoved(from, move, count, bodyHeight(pair)) });
}

const STAYS: ReadonlySet<PairCommand | OnAnyScreen> = new Set(['view-help', 'redraw', 'suspend']);

const HELP_MOVES: { readonly [command in PairCommand | OnAnyScreen]?: HelpMove } = {
  'row-on': { rows: HELP_ROWS },
  'row-back': { rows: -HELP_ROWS },
  'page-on': { pages: 1 },
  'page-back': { pages: -1 },
  'to-first': 'first',
  'to-last': 'last',
};

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
  'view-help': (pair) => onward({ ...pair, help: pair.help === null ? 0 : null }),
  'close-view-help': (pair) => onward({ ...pair, help: null }),
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

function pageRows(pair: Pair): number {
  return Math.max(1, bodyHeight(pair) - 1);
}
