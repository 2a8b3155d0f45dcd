/** A history as one row: where one stands, how far it has been read, where turns begin, somebody decided, something failed. */
import { countUpTo, type NumberList, type TapeKnown } from '@tagma/history';
import { type Line, line } from '../text/line.ts';
import type { Role } from '../theme/roles.ts';

type Sign = readonly [text: string, role: Role];

const HERE: Sign = ['●', 'chosen'];
const FAILURE: Sign = ['×', 'bad'];
const DECISION: Sign = ['?', 'warning'];
const TURN: Sign = ['┴', 'label'];
const PAST: Sign = ['━', 'gauge'];
const TO_COME: Sign = ['─', 'border'];
const UNREAD: Sign = ['·', 'border'];

/** What the signs mean, for the help. */
export const SCRUBBER_SIGNS = '┴ a turn begins · ? a decision · × a failure · · not read yet';

/** Exactly `columns` wide. What weighs more hides what weighs less. */
export function scrubber(known: TapeKnown, record: number, columns: number): Line {
  const total = Math.max(1, known.total);
  const here = columnOf(record, total, columns);
  return line(
    ...Array.from({ length: columns }, (_, column): Sign => {
      if (column === here) return HERE;
      const from = recordAt(column, total, columns);
      const to = recordAt(column + 1, total, columns) - 1;
      if (Math.min(from, total) > known.read) return UNREAD;
      if (holds(known.failures, from, to)) return FAILURE;
      if (holds(known.decisions, from, to)) return DECISION;
      if (holds(known.turns, from, to)) return TURN;
      return column < here ? PAST : TO_COME;
    }),
  );
}

/** The column that a record stands in, from 0: the first record in the first, the last one in the last. */
export function columnOf(record: number, total: number, columns: number): number {
  if (total <= 1) return 0;
  return Math.round(((Math.min(Math.max(1, record), total) - 1) * (columns - 1)) / (total - 1));
}

/** The record that a column stands for, where somebody points at it. */
export function recordAtColumn(column: number, total: number, columns: number): number {
  return Math.min(total, Math.max(1, Math.floor(recordAt(column, total, columns))));
}

/** The first record of a column. */
function recordAt(column: number, total: number, columns: number): number {
  if (total <= 1 || columns <= 1) return column === 0 ? 1 : total + 1;
  return Math.ceil(((column - 0.5) * (total - 1)) / (columns - 1)) + 1;
}

function holds(list: NumberList, from: number, to: number): boolean {
  return to >= from && countUpTo(list, to) > countUpTo(list, from - 1);
}
