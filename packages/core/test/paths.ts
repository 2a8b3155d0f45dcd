/**
 * Paths through the chart, made from the machine itself: the shortest way to every situation that its guards can tell apart, and
 * among them one that takes each transition. What a path takes is observed, not guessed from the states it passes.
 */
import { fromTransition } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { chartOf, stateOf } from '../src/index.ts';
import { PERSON_WITH_HOOKS, WAYS } from './model/answers.ts';
import { awaited } from './model/laws/law.ts';
import { transitionName, type Watched } from './model/watched.ts';
import { type Move, makeMove, startWorld, type World } from './model/world.ts';

/** What is tried on the way: how the session is set, and the ways of the tables that are gone. */
export type Tour = { readonly settings: string; readonly ways: readonly string[] };

/** A tour that tries more than so many events is not one of few situations. */
const EVENTS_MAX = 200_000;

/** The transitions of the chart, by name. */
export function allTransitions(): readonly string[] {
  const { states, everywhere } = chartOf();
  return [
    ...states.flatMap(({ name, transitions }) =>
      transitions.map(({ event, guard, target }) => transitionName(name, event, guard, target)),
    ),
    ...everywhere.map(({ event, guard, target }) => transitionName(null, event, guard, target)),
  ];
}

/** What a tour comes to: a world of each situation, and the shortest path to each transition, by its name. */
export type Toured = { readonly worlds: readonly World[]; readonly paths: ReadonlyMap<string, readonly Move[]> };

export function tour(watched: Watched, asked: Tour): Toured {
  const first = new Map<string, { readonly from: string; readonly move: Move }>();
  const logic = fromTransition((before: World, move: Move): World => {
    const stage = makeMove(watched, before, move);
    for (const name of stage?.taken ?? []) {
      if (!first.has(name)) first.set(name, { from: situation(before), move });
    }
    return stage?.after ?? before;
  }, startWorld(watched));
  const shortest = getShortestPaths(logic, {
    events: ({ context }) => movesFrom(context, asked),
    serializeState: ({ context }) => situation(context),
    limit: EVENTS_MAX,
  });
  const ways = new Map(
    // Every path begins with an event of XState's own.
    shortest.map(({ state, steps }) => [situation(state.context), steps.slice(1).map(({ event }) => event)]),
  );
  return {
    worlds: shortest.map(({ state }) => state.context),
    paths: new Map([...first].map(([name, { from, move }]) => [name, [...(ways.get(from) ?? []), move]])),
  };
}

function movesFrom({ snapshot, open }: World, { settings, ways }: Tour): readonly Move[] {
  const start: readonly Move[] = stateOf(snapshot) === 'unstarted' ? [{ type: 'start', way: settings, ms: 1 }] : [];
  const goes = ({ name }: { readonly name: string }) => ways.includes(name);
  const answers = open.flatMap(({ type }, at): readonly Move[] => {
    const nth = open.slice(0, at).filter((other) => other.type === type).length;
    return WAYS[type].filter(goes).map(({ name }) => ({ type: 'answer', effect: type, nth, way: name, ms: 1 }));
  });
  return [
    ...start,
    ...answers,
    ...PERSON_WITH_HOOKS.filter(goes).map(({ name }): Move => ({ type: 'person', way: name, ms: 1 })),
  ];
}

/** All that a guard looks at, and no more: worlds of one situation go on alike. */
function situation({ snapshot, open }: World): string {
  const { context } = snapshot;
  const { turn, session } = context;
  return JSON.stringify([
    stateOf(snapshot),
    open.flatMap(({ id, type }) => (awaited(snapshot).includes(id) ? [type] : [])),
    context.mode,
    context.planBegunIn,
    context.presented,
    context.rules.length > 0,
    context.pause,
    [context.queue.length > 0, context.queue.some(({ steers }) => steers)],
    [context.conversation.at(-1)?.message.role, context.conversation.length >= 4],
    [context.compaction?.stage, context.compaction?.why, context.compaction?.before != null],
    [context.compactionWanted !== null, Math.min(context.compactions, 2)],
    [context.result?.kind, context.result?.kind === 'aborted' && context.result.by],
    context.lastTurn > 0,
    [Math.min(turn.replies, session.settings.turnsMax), Object.keys(turn.granted).length],
    turn.corrections,
    [turn.outage?.failures, turn.outage?.failuresHere],
    [context.asked, context.modelWanted?.model, context.models[0]?.model, context.models[0]?.windowTokens],
    context.windowAsked?.id === null,
    [context.counting?.id === null, context.countedBy],
    context.undoing !== null && context.queue.some(({ message }) => message > (context.undoing ?? 0)),
    [
      context.commanding !== null &&
        context.queue.some(({ message }) => message > (context.commanding?.lastMessage ?? 0)),
    ],
    context.cancelled.length > 0,
    [context.opening && [context.opening.waiting.length > 0, context.opening.heard.length > 0]],
    context.queue.some(({ heard }) => heard),
    [context.consenting?.resting, context.consent, (context.told ?? []).length > 0],
    context.consenting && context.queue.some(({ message }) => message > (context.consenting?.lastMessage ?? 0)),
    turn.repetition?.told,
    [turn.reply?.final != null, (turn.reply?.loose.trim() ?? '') !== ''],
    turn.calls.map(({ answer, allowed, request, ref, changes, reconsidered, vetted, shaped }) =>
      answer
        ? [answer.durationMs === null, shaped]
        : [allowed, request !== null, ref.tool, changes, reconsidered, vetted],
    ),
  ]);
}
