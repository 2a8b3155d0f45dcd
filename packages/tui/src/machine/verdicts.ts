/** The way that an event leads from state to state, and what each guard on it says: worked out by the machine itself. */
import { type AgentEvent, type Candidate, explain, type Snapshot, stateOf } from '@tagma/core';
import { type Line, line } from '../text/line.ts';

/** Of an event that carries more text than this, the way is not worked out: reading it once more would be felt. */
const TEXT_MAX = 1_000_000;

/** What was looked at in one state. */
export type Stage = {
  readonly state: string;
  /** The event that is answered; null: at once. */
  readonly event: string | null;
  readonly ways: readonly Way[];
};

export type Way = {
  /** Null: it has none, and always holds. */
  readonly guard: string | null;
  /** What the guard said; null: it was not looked at. */
  readonly verdict: boolean | null;
  /** Null: the state stays. */
  readonly target: string | null;
  readonly taken: boolean;
};

/** In order; null where the event is too large. */
export function verdictsOf(before: Snapshot, event: AgentEvent): readonly Stage[] | null {
  if ('text' in event && event.text.length > TEXT_MAX) return null;
  const { microsteps, stayed } = explain(before, event);
  const stages = microsteps.map(({ state, event: answered, candidates, taken }) => ({
    state,
    event: answered,
    ways: candidates.map((one) => wayOf(one, one === taken)),
  }));
  const end = microsteps.at(-1);
  if (!end || stayed.length === 0) return stages;
  return [...stages, { state: stateOf(end.snapshot), event: null, ways: stayed.map((one) => wayOf(one, false)) }];
}

/** Each state on the way: the guards that said no, in the order in which they were asked, and the way that was gone. */
export function verdictLines(stages: readonly Stage[]): readonly Line[] {
  return stages.flatMap(({ state, event, ways }) => {
    const denied = ways.flatMap(({ guard, verdict }) => (verdict === false && guard !== null ? [guard] : []));
    const taken = ways.find((way) => way.taken);
    const unseen = ways.filter(({ verdict }) => verdict === null).length;
    return [
      line([`${state}, ${event === null ? 'at once' : `on ${event}`}`, 'label']),
      ...(denied.length > 0 ? [line(['  false: ', 'muted'], [denied.join(', '), 'muted'])] : []),
      taken ? takenLine(taken, denied.length > 0, unseen) : line(['  stays', 'text']),
    ];
  });
}

function takenLine({ guard, target }: Way, isElse: boolean, unseen: number): Line {
  const why = guard === null ? (isElse ? '  else' : '  always') : `  true: ${guard}`;
  const rest = unseen > 0 ? ` · ${unseen} not asked` : '';
  return line([why, 'text'], [target === null ? ' · stays' : ` → ${target}`, 'action'], [rest, 'muted']);
}

function wayOf({ guard, verdict, target }: Candidate, taken: boolean): Way {
  return { guard, verdict, target, taken };
}
