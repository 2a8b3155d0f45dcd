/**
 * The world around the machine, as far as a test needs it: the effects that wait for their answer, those that have had it,
 * and the clock. A move is a symbol (`answer the model's request: it reads`), and means something only in a world, so that a list of
 * moves can be cut and still be walked. Worlds are values: from any of them one can go several ways.
 */
import type { AgentEvent, Effect, Emitted, Fact, Snapshot } from '../../src/index.ts';
import { isEffect } from '../../src/index.ts';
import { HOOKED, PERSON_WITH_HOOKS, SETTINGS, started, WAYS } from './answers.ts';
import type { Watched } from './watched.ts';

/** An effect that is answered. */
export type Asked = Extract<Effect, { readonly id: number }>;

export type World = {
  readonly snapshot: Snapshot;
  /** What the machine has asked for and was not answered, oldest first. */
  readonly open: readonly Asked[];
  /** The last that were answered: another answer to them comes too late. */
  readonly past: readonly Asked[];
  /** Milliseconds. */
  readonly at: number;
};

/** `ms` passes before it. `way` is the name of a row of `SETTINGS`, `PERSON_WITH_HOOKS` or `WAYS`. */
export type Move = { readonly ms: number; readonly way: string } & (
  | { readonly type: 'start' }
  | { readonly type: 'person' }
  /** To the `nth` open effect of that type, from the oldest. */
  | { readonly type: 'answer'; readonly effect: Asked['type']; readonly nth: number }
  /** To one that was answered, from the youngest. */
  | { readonly type: 'late'; readonly effect: Asked['type']; readonly nth: number }
);

/** One event, what the machine made of it, and the world before and after. */
export type Stage = {
  readonly event: AgentEvent;
  readonly emitted: readonly Emitted[];
  readonly taken: readonly string[];
  readonly before: World;
  readonly after: World;
};

const PAST_MAX = 4;

export function startWorld(watched: Watched): World {
  return { snapshot: watched.start, open: [], past: [], at: 0 };
}

/** The world after a move; null where the move means nothing there. */
export function makeMove(watched: Watched, before: World, move: Move): Stage | null {
  const fact = factOf(before, move);
  if (fact === null) return null;
  const event = { ...fact, at: before.at + move.ms };
  const { snapshot, emitted, taken } = watched.step(before.snapshot, event);
  // Of what runs in a process that has ended nothing is left, but for answers that nobody waits for.
  const isAnew =
    event.type === 'session.resumed' && taken.length > 0 && emitted.every(({ type }) => type !== 'event.ignored');
  const answered = before.open.filter(
    (asked) => isAnew || ('request' in event && asked.id === event.request && !goesOn(asked, snapshot)),
  );
  const after = {
    snapshot,
    open: [...before.open.filter((asked) => !answered.includes(asked)), ...emitted.filter(isAsked)],
    past: answered.length === 0 ? before.past : [...answered, ...before.past].slice(0, PAST_MAX),
    at: event.at,
  };
  return { event, emitted, taken, before, after };
}

/** A plan is shown first and answered then, under one id. */
function goesOn({ type, id }: Asked, { context }: Snapshot): boolean {
  return type === 'plan.review' && context.requests.includes(id);
}

export function isAsked(emitted: Emitted): emitted is Asked {
  return isEffect(emitted) && 'id' in emitted;
}

function factOf(world: World, move: Move): Fact | null {
  if (move.type === 'start') return started(SETTINGS[move.way] ?? HOOKED[move.way] ?? {});
  if (move.type === 'person')
    return PERSON_WITH_HOOKS.find(({ name }) => name === move.way)?.fact(world, world) ?? null;
  const effects = (move.type === 'late' ? world.past : world.open).filter(({ type }) => type === move.effect);
  const asked = effects[move.nth];
  return asked ? answerTo(asked, move.way, world) : null;
}

function answerTo(asked: Asked, name: string, world: World): Fact | null {
  const ways = WAYS[asked.type] as readonly { name: string; fact: (asked: Asked, world: World) => Fact }[];
  return ways.find((way) => way.name === name)?.fact(asked, world) ?? null;
}
