/**
 * Random walks through the machine: a world that answers every effect at some time, in any order, well or badly, sometimes twice
 * or too late, and a person who interrupts, steers, pauses and changes the mode at any point. A walk is made from its seed,
 * watched by the laws, and where one is broken, cut down to the few events that break it.
 */

import { dice } from '../../../test/chance.ts';
import { budgetsOf, stateOf } from '../src/index.ts';
import { WAYS } from './model/answers.ts';
import { nameAt, randomMove, simplerMoves, tasteOf } from './model/choose.ts';
import { LAWS } from './model/laws/index.ts';
import { atRest } from './model/laws/law.ts';
import { shrink } from './model/shrink.ts';
import type { Watched } from './model/watched.ts';
import { type Move, makeMove, type Stage, startWorld, type World } from './model/world.ts';
import { writeEvent } from './model/write.ts';

/** `stages`: one for each move that meant something; `fault`: what the last of them broke. */
export type Walk = { readonly moves: readonly Move[]; readonly stages: readonly Stage[]; readonly fault: Fault | null };

/** A law that was broken, and how. */
export type Fault = { readonly law: string; readonly what: string };

/** The model, or a hook, is asked. */
const GOES_ON = ['thinking', 'summarising', 'hearing', 'briefing', 'composing', 'consenting'];
const ABORT_LAW = 'an abort leads to rest, and on from there';
/** So often a walk is left for an abort, to see that it comes to rest from there. */
const ABORTS_ONE_IN = 10;

/** @param events how many, at most: a walk ends where its session does, or where a law is broken */
export function walk(
  watched: Watched,
  seed: number,
  events: number,
  settings?: Parameters<typeof randomMove>[3],
): Walk {
  const roll = dice(seed);
  const taste = tasteOf(roll);
  const next = (world: World, made: number) => {
    const over = made >= events || (stateOf(world.snapshot) === 'closed' && roll(4) === 0);
    return over ? null : randomMove(world, roll, taste, settings);
  };
  return go(watched, next, ABORTS_ONE_IN);
}

/** The walk of these moves; one that means nothing where it stands is passed over. `aborts`: it is left for one at every stage. */
export function walkAgain(watched: Watched, moves: readonly Move[], aborts: boolean): Walk {
  let at = 0;
  return go(watched, () => moves[at++] ?? null, aborts ? 1 : Number.POSITIVE_INFINITY);
}

/** What is told of a fault: the seed, the law, and the few events that break it. */
export function report(watched: Watched, seed: number, { moves, fault }: Walk): string {
  const { stages, fault: shown } = shrunk(watched, moves, fault);
  const lines = stages.map(({ event, after, emitted }) => {
    const told = emitted.map((each) => ('id' in each ? `${each.type} ${each.id}` : each.type)).join(', ');
    return `  ${writeEvent(event)}\n      → ${stateOf(after.snapshot)}${told && `: ${told}`}`;
  });
  return [`seed ${seed}: ${shown?.law}: ${shown?.what}`, ...lines].join('\n');
}

/** The shortest walk found that breaks the same law. */
export function shrunk(watched: Watched, moves: readonly Move[], fault: Fault | null): Walk {
  const aborts = fault?.law === ABORT_LAW;
  const fails = (some: readonly Move[]) => walkAgain(watched, some, aborts).fault?.law === fault?.law;
  return walkAgain(watched, shrink(moves, fails, simplerMoves), aborts);
}

function go(watched: Watched, next: (world: World, made: number) => Move | null, abortsOneIn: number): Walk {
  const judge = beginLaws();
  const [moves, stages]: [Move[], Stage[]] = [[], []];
  let world = startWorld(watched);
  for (let move = next(world, 0); move; move = next(world, stages.length)) {
    moves.push(move);
    try {
      const stage = makeMove(watched, world, move);
      if (!stage) continue;
      stages.push(stage);
      world = stage.after;
      const fault = judge(stage);
      if (fault) return { moves, stages, fault };
      const [what, after] = stages.length % abortsOneIn === 0 ? afterAbort(watched, world) : [null, []];
      if (what !== null) return { moves, stages: [...stages, ...after], fault: { law: ABORT_LAW, what } };
    } catch (error) {
      return { moves, stages, fault: { law: 'the machine never throws', what: String(error) } };
    }
  }
  return { moves, stages, fault: null };
}

/** All laws, to be told of the stages of one walk. */
function beginLaws(): (stage: Stage) => Fault | null {
  const accounts = LAWS.map(({ name, begin }) => ({ law: name, account: begin() }));
  return (stage) => {
    for (const { law, account } of accounts) {
      const what = account(stage);
      if (what !== null) return { law, what };
    }
    return null;
  };
}

/** Whether an abort here leads to rest as soon as all that runs has been answered, and a prompt goes on from there. */
export function afterAbort(watched: Watched, from: World): readonly [string | null, readonly Stage[]] {
  if (['unstarted', 'closed'].includes(stateOf(from.snapshot))) return [null, []];
  const stages: Stage[] = [];
  let world = from;
  const make = (move: Move) => {
    const stage = makeMove(watched, world, move);
    if (stage) stages.push(stage);
    world = stage?.after ?? world;
  };
  make({ type: 'person', way: 'abort', ms: 1 });
  for (const [i, { type }] of from.open.entries()) {
    make({ type: 'answer', effect: type, nth: 0, ms: 1, way: nameAt(WAYS[type], from.at + i) });
  }
  if (!atRest(world.snapshot)) return [`it is ${stateOf(world.snapshot)} when all is answered`, stages];
  make({ type: 'person', way: 'prompt', ms: 1 });
  make({ type: 'person', way: 'resume', ms: 1 });
  const goesOn = GOES_ON.includes(stateOf(world.snapshot)) || asksForMore(world);
  return [goesOn ? null : `it is ${stateOf(world.snapshot)} after the next prompt`, stages];
}

/** What the session may use up is used up, and the person is asked whether it goes on. */
function asksForMore({ snapshot, at }: World): boolean {
  const ofSession = budgetsOf(snapshot.context, at).filter(({ limit }) => limit.startsWith('session-'));
  return stateOf(snapshot) === 'limited' && ofSession.some(({ used, max }) => max > 0 && used >= max);
}
