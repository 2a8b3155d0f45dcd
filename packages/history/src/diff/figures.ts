/** A session in figures, for a table beside another's. */
import type { Usage } from '@tagma/protocol';
import { Bill } from '../bill.ts';
import type { Round } from './rounds.ts';
import { fieldsOf, type SaidStep } from './steps.ts';

/** The figures of a session that are compared. */
export type Figures = {
  readonly turns: number;
  readonly replies: number;
  /** Replies that had to be mended before they were understood, and those that were asked for again. */
  readonly repairs: number;
  readonly corrections: number;
  readonly calls: number;
  readonly denials: number;
  /** As the endpoint counted them, sent and received; 0 where it did not. */
  readonly tokens: number;
  /** In the unit that it bills in, or by the prices of the models. */
  readonly cost: number;
  /** Milliseconds from the first record to the last. */
  readonly ms: number;
  /** How each turn ended, in order; null for one that has not. */
  readonly outcomes: readonly (string | null)[];
};

export function figuresOf(steps: readonly SaidStep[], rounds: readonly Round[]): Figures {
  const calls = rounds.flatMap((round) => round.calls);
  const usages = steps.flatMap(({ event }) => fieldsOf<{ usage?: Usage | null }>(event).usage ?? []);
  return {
    turns: rounds.at(-1)?.turn ?? 0,
    replies: rounds.filter(({ reply, fault }) => reply > 0 && fault === null).length,
    repairs: rounds.filter(({ repairs }) => repairs.length > 0).length,
    corrections: rounds.filter(isCorrected).length,
    calls: calls.length,
    denials: calls.filter(({ outcome }) => outcome?.status === 'denied').length,
    tokens: usages.reduce((sum, { input, output }) => sum + input + output, 0),
    cost: costOf(steps),
    ms: (steps.at(-1)?.event.at ?? 0) - (steps[0]?.event.at ?? 0),
    outcomes: outcomesOf(rounds),
  };
}

function costOf(steps: readonly SaidStep[]): number {
  const bill = new Bill();
  let cost = 0;
  for (const { event, emitted } of steps) {
    if (event.type === 'session.started' || event.type === 'session.resumed') bill.begin(event.fields);
    if (event.type === 'model.changed') bill.change(event.fields);
    if (event.type === 'reply.ended') cost += bill.costOf(event.fields) ?? 0;
    for (const { type, fields } of emitted) if (type === 'model.ask' || type === 'summary.ask') bill.ask(fields);
  }
  return cost;
}

/** Whether the reply held nothing that could be carried out, and the model was asked again. */
function isCorrected({ problem, calls, result }: Round): boolean {
  return problem !== null && calls.length === 0 && result === null;
}

function outcomesOf(rounds: readonly Round[]): readonly (string | null)[] {
  const outcomes: (string | null)[] = [];
  for (const { turn, result } of rounds) outcomes[turn - 1] = result ?? outcomes[turn - 1] ?? null;
  return outcomes;
}
