/** Where somebody wants to go in a history, of which perhaps not all has been read yet. */
import { countUpTo, type NumberList, type TapeKnown } from '@tagma/history';

export type Marked = 'steps' | 'turns' | 'decisions' | 'failures';

export type Goal =
  | { readonly kind: 'record'; readonly record: number }
  /** The turn of that number, from 1. */
  | { readonly kind: 'turn'; readonly turn: number }
  /** The first mark behind the record `from`. */
  | { readonly kind: 'next'; readonly mark: Marked; readonly from: number }
  | { readonly kind: 'last' };

/** The record that is meant. `wait`: it has not been read yet. `none`: there is none; what is said of that. */
export type Resolved =
  | { readonly at: 'record'; readonly record: number }
  | { readonly at: 'wait' }
  | { readonly at: 'none'; readonly message: string };

export function resolved(goal: Goal, known: TapeKnown): Resolved {
  switch (goal.kind) {
    case 'record':
      if (goal.record <= known.read) return found(Math.max(1, goal.record));
      return known.isWhole ? pastEnd(goal.record, known) : WAIT;
    case 'turn': {
      if (goal.turn <= known.turns.length) return found(known.turns.at(goal.turn - 1));
      const turns = `${known.turns.length} ${known.turns.length === 1 ? 'turn' : 'turns'}`;
      return known.isWhole ? { at: 'none', message: `There is no turn ${goal.turn}: there are ${turns}.` } : WAIT;
    }
    case 'next': {
      const after = firstAfter(known[goal.mark], goal.from);
      if (after !== null) return found(after);
      return known.isWhole ? { at: 'none', message: NONE[goal.mark] } : WAIT;
    }
    case 'last':
      return known.isWhole ? found(known.read) : WAIT;
  }
}

/** The last number of a list before that one. */
export function lastBefore(list: NumberList, value: number): number | null {
  const count = countUpTo(list, value - 1);
  return count === 0 ? null : list.at(count - 1);
}

function firstAfter(list: NumberList, value: number): number | null {
  const count = countUpTo(list, value);
  return count < list.length ? list.at(count) : null;
}

const WAIT = { at: 'wait' } as const;

const NONE: { readonly [mark in Marked]: string } = {
  steps: 'This is the last step.',
  turns: 'There is no turn behind this one.',
  decisions: 'No further decision was asked for, made by you, or went against a call.',
  failures: 'Nothing further has failed.',
};

function found(record: number): Resolved {
  return { at: 'record', record };
}

function pastEnd(record: number, { read }: TapeKnown): Resolved {
  return { at: 'none', message: `There is no record ${record}: the last one is ${read}.` };
}
