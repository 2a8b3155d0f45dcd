/** Every state and every transition of the chart is reached, on paths that are made from the machine itself. */
import { expect, test } from 'vitest';
import { chartOf, stateOf } from '../src/index.ts';
import { PERSON_WITH_HOOKS, WAYS } from './model/answers.ts';
import { watch } from './model/watched.ts';
import { allTransitions, type Tour, tour } from './paths.ts';
import { afterAbort, type Walk, walkAgain } from './walk.ts';

const CONTROLS = ['prompt', 'steer', 'abort', 'pause', 'resume', 'step'];

/** Each goes by a few ways only, so that there are few situations; together they go by all that matters. */
const TOURS: readonly Tour[] = [
  {
    settings: 'short',
    ways: [
      ...['ends', 'only talks', 'says nothing', 'overloaded', 'auth', 'is over'],
      ...[...CONTROLS, 'take back what waits', 'mode trust', 'end'],
    ],
  },
  {
    settings: 'short',
    ways: ['reads and makes', 'reading', 'running', 'forbidden', 'once', 'no', 'ok', 'fails', ...CONTROLS],
  },
  {
    settings: 'short',
    ways: ['makes', 'running', 'once', 'ok', 'would do something else', 'prompt', 'abort'],
  },
  {
    settings: 'plain',
    ways: ['reads two files and makes', 'reading', 'running', 'always', 'mode plan', 'ok', 'prompt', 'abort'],
  },
  {
    settings: 'plain',
    ways: [
      ...['asks', 'begins a plan', 'hands in the plan', 'answers', 'shows it', 'finds none', 'agrees', 'disagrees'],
      ...['prompt', 'abort', 'end'],
    ],
  },
  { settings: 'short', ways: ['calls only a tool that is none', 'auth', 'go on', 'stop', ...CONTROLS] },
  { settings: 'nobody there', ways: ['calls only a tool that is none', 'asks', 'hands in the plan', 'prompt'] },
  {
    settings: 'short',
    ways: [
      ...['calls only a tool that is none', 'ends', 'auth', 'context-overflow'],
      ...['sums up', 'acts instead', 'fails', 'prompt', 'abort', 'compact'],
    ],
  },
  {
    settings: 'others in its place',
    ways: ['ends', 'overloaded', 'quota', 'is over', 'prompt', 'resume'],
  },
  { settings: 'short', ways: ['overloaded', 'auth', 'is over', 'another model', 'prompt', 'end'] },
  { settings: 'short', ways: ['calls only a tool that is none', 'ends', 'another model', 'prompt', 'end'] },
  { settings: 'window to be found', ways: ['calls only a tool that is none', 'ends', 'is little', 'prompt'] },
  {
    settings: 'little window, counted',
    ways: ['calls only a tool that is none', 'ends', 'is more than was estimated', 'prompt'],
  },
  { settings: 'window to be found', ways: ['calls only a tool that is none', 'is not known', 'auth', 'prompt'] },
  {
    settings: 'plain',
    ways: ['ends', 'auth', 'undo', 'takes back', 'finds nothing', 'prompt', 'abort', 'end'],
  },
  {
    settings: 'short',
    ways: [
      'reads and makes',
      'reading',
      'running',
      'ok',
      'auth',
      ...['take the session up', 'prompt', 'resume', 'end'],
    ],
  },
  {
    settings: 'plain',
    ways: ['ends', 'auth', 'run a command', 'prints', 'is ended', 'prompt', 'abort', 'end'],
  },
  {
    settings: 'hooked calls',
    ways: ['makes', 'running', 'ok', 'lets it be', 'refuses', 'prompt', 'abort'],
  },
  {
    settings: 'hooked words',
    ways: ['ends', 'only talks', 'auth', 'lets it be', 'sees to it', 'prompt', 'steer', 'abort', 'pause', 'resume'],
  },
  { settings: 'hooked beginnings', ways: ['ends', 'adds to it', 'is told', 'fails when told', 'prompt', 'abort'] },
  {
    settings: 'hooked compactions',
    ways: [
      ...['calls only a tool that is none', 'ends', 'auth', 'lets it be', 'refuses', 'sums up'],
      ...['prompt', 'abort', 'compact', 'is told', 'want a fork'],
    ],
  },
  {
    settings: 'plain',
    ways: ['take back a rule', 'drop an event', 'fail in a hook', 'want a fork', 'prompt', 'steer', 'compact', 'end'],
  },
];

/** Transitions and states that no path comes to, each with its reason. */
const NOT_REACHED: { readonly [name: string]: string } = {};

const watched = watch();
const toured = TOURS.map((one) => tour(watched, one));
const paths = new Map(toured.toReversed().flatMap(({ paths: some }) => [...some]));
const walks = new Map([...paths].map(([name, moves]) => [name, walkAgain(watched, moves, true)]));
const transitions = allTransitions();

test('every way of a tour stands in a table', () => {
  const known = new Set([...PERSON_WITH_HOOKS, ...Object.values(WAYS).flat()].map(({ name }) => name));
  expect(TOURS.flatMap(({ ways }) => ways).filter((way) => !known.has(way))).toEqual([]);
});

test('no two transitions of the chart have the same name', () => {
  expect(transitions.filter((name, i) => transitions.indexOf(name) !== i)).toEqual([]);
});

test('every transition of the chart is taken at the end of a path', () => {
  const taken = (walk: Walk | undefined, name: string) => walk?.stages.at(-1)?.taken.includes(name);
  const missing = transitions.filter((name) => !taken(walks.get(name), name));
  expect(missing).toEqual(Object.keys(NOT_REACHED).filter((name) => transitions.includes(name)));
});

test('every state of the chart is on a path', () => {
  const passed = new Set(
    [...walks.values()].flatMap(({ stages }) => stages.flatMap(({ taken }) => taken.map(targetOf))),
  );
  const states = chartOf().states.map(({ name }) => name);
  const missing = states.filter((name) => !passed.has(name) && name !== chartOf().initial);
  expect(missing).toEqual(Object.keys(NOT_REACHED).filter((name) => states.includes(name)));
});

test('nothing on these paths breaks a law', () => {
  expect([...walks].flatMap(([name, { fault }]) => (fault ? [{ name, fault }] : []))).toEqual([]);
});

test('from every situation an abort leads to rest, and a prompt goes on from there', () => {
  const stuck = toured.flatMap(({ worlds }) =>
    worlds.flatMap((world) => {
      const [what] = afterAbort(watched, world);
      return what === null ? [] : [{ state: stateOf(world.snapshot), what }];
    }),
  );
  expect(stuck).toEqual([]);
});

function targetOf(name: string): string | undefined {
  return name.split(' → ')[1];
}
