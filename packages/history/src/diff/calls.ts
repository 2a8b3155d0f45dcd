/** Calls that two sessions both made, and that came to something else in the second. */
import type { Params } from '@tagma/protocol';
import type { HistoryDiff, Side } from './diff.ts';
import { maskedText } from './mask.ts';
import { withoutNames } from './plain.ts';
import type { RoundCall } from './rounds.ts';

/** A call that both sessions made, and that came to something else. */
export type OtherOutcome = {
  readonly tool: string;
  readonly params: Params;
  readonly a: CallEnd;
  readonly b: CallEnd;
};

/** Null where the file ends before it. */
type CallEnd = Pick<RoundCall, 'call' | 'outcome'>;

/** The calls that two sessions have in common. */
export type OutcomesCompared = {
  /** How many calls both made, of which these came to something else. */
  readonly compared: number;
  readonly other: readonly OtherOutcome[];
};

/** Times, temporary paths and their like do not count. */
export function outcomesOf({ a, b, rounds }: HistoryDiff): OutcomesCompared {
  const pairs = rounds.flatMap((pair) =>
    (pair.a?.calls ?? []).flatMap((mine, index) => {
      const its = pair.b?.calls[index];
      return its !== undefined && actionOf(mine) === actionOf(its) ? [[mine, its] as const] : [];
    }),
  );
  const other = pairs.filter(([mine, its]) => shown(mine, a) !== shown(its, b));
  return {
    compared: pairs.length,
    other: other.map(([mine, its]) => ({ tool: mine.tool, params: mine.params, a: endOf(mine), b: endOf(its) })),
  };
}

function endOf({ call, outcome }: RoundCall): CallEnd {
  return { call, outcome };
}

function actionOf({ tool, params }: RoundCall): string {
  return JSON.stringify([tool, params]);
}

function shown({ outcome }: RoundCall, { names }: Side): string {
  return outcome === null ? '' : `${outcome.status} ${maskedText(withoutNames(outcome.content, names))}`;
}
