/**
 * What the pane knows of the machine, folded from the session's updates. It is kept up while the pane is closed too, so
 * that there is something to see as soon as it opens; only the guards' verdicts are worked out for an open one alone.
 */
import { type AgentEvent, isEffect, isNote, type Snapshot, stateOf, type Update } from '@tagma/core';
import { type Stage, verdictsOf } from './verdicts.ts';
import { emittedWords, eventWords } from './words.ts';

/** Past steps that are kept. */
export const STEPS_MAX = 50;

export type Watch = {
  /** Null: nothing is known of the session yet. */
  readonly snapshot: Snapshot | null;
  /** How many events have been seen. */
  readonly told: number;
  /** The last ones, the newest last. */
  readonly steps: readonly PastStep[];
  /** Since when the machine stands in its state; null where that is not known. */
  readonly entered: Moment | null;
  /** When the last event came. */
  readonly latest: Moment | null;
  /** When the last turn ended, in ms since 1970; null while one runs. */
  readonly turnEndedAt: number | null;
  /** What the machine has asked for and not been answered yet. */
  readonly requests: readonly Request[];
  /** The last step: what is needed to work out its verdicts. */
  readonly last: { readonly event: AgentEvent; readonly before: Snapshot | null } | null;
  /** Of the last step, while the pane is open; null where they cannot be worked out. */
  readonly verdicts: readonly Stage[] | null;
};

/** The same moment on two clocks: in ms since 1970, as events are stamped, and in ms on the screen's own. */
export type Moment = { readonly stamped: number; readonly shown: number };

/** In words and numbers alone: an event may hold megabytes. */
export type PastStep = {
  readonly number: number;
  readonly event: string;
  readonly from: string;
  readonly to: string;
  /** How long the machine had stood in `from`; null where that is not known, or where it goes on. */
  readonly dwellMs: number | null;
  /** Effects. */
  readonly asks: readonly string[];
  readonly notes: readonly string[];
};

export type Request = { readonly id: number; readonly what: string; readonly since: Moment };

type StepUpdate = Extract<Update, { kind: 'step' }>;

/** @param snapshot where the session stands; null where that is not known */
export function startWatch(snapshot: Snapshot | null): Watch {
  return {
    snapshot,
    told: 0,
    steps: [],
    entered: null,
    latest: null,
    turnEndedAt: null,
    requests: [],
    last: null,
    verdicts: null,
  };
}

/** @param at now, in ms on the screen's clock @param open whether the pane is open */
export function watched(watch: Watch, { event, emitted, snapshot }: StepUpdate, at: number, open: boolean): Watch {
  const moment: Moment = { stamped: event.at, shown: at };
  const number = watch.told + 1;
  const to = stateOf(snapshot);
  const from = watch.snapshot === null ? to : stateOf(watch.snapshot);
  const dwellMs = from === to || watch.entered === null ? null : event.at - watch.entered.stamped;
  const asks = emitted.filter(isEffect).map(emittedWords);
  const notes = emitted.filter(isNote).map(({ type }) => type);
  const step: PastStep = { number, event: eventWords(event), from, to, dwellMs, asks, notes };
  const ended = emitted.some(({ type }) => type === 'turn.end');
  const last = { event, before: watch.snapshot };
  return {
    snapshot,
    told: number,
    steps: [...watch.steps.slice(1 - STEPS_MAX), step],
    entered: from === to && watch.entered !== null ? watch.entered : moment,
    latest: moment,
    turnEndedAt: ended ? event.at : snapshot.context.result === null ? null : watch.turnEndedAt,
    requests: stillOpen([...watch.requests, ...requestsIn(emitted, moment)], snapshot),
    last,
    verdicts: open ? workedOut(last) : null,
  };
}

/** The pane is opened: what is only worked out for an open one is worked out now. */
export function opened(watch: Watch): Watch {
  return { ...watch, verdicts: watch.last && workedOut(watch.last) };
}

function workedOut({ event, before }: NonNullable<Watch['last']>): readonly Stage[] | null {
  return before && verdictsOf(before, event);
}

function requestsIn(emitted: StepUpdate['emitted'], since: Moment): readonly Request[] {
  return emitted
    .filter(isEffect)
    .flatMap((effect) => ('id' in effect ? [{ id: effect.id, what: emittedWords(effect), since }] : []));
}

function stillOpen(requests: readonly Request[], { context }: Snapshot): readonly Request[] {
  const open = new Set([...context.requests, context.windowAsked?.id, context.counting?.id]);
  return requests.filter(({ id }) => open.has(id));
}
