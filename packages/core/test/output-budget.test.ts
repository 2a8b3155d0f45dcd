import type { ToolSpec } from '@tagma/protocol';
import { expect, test } from 'vitest';
import type { Answer, Call } from '../src/call.ts';
import type { Emitted } from '../src/index.ts';
import { outputLimitOf } from '../src/output-budget.ts';
import { type Drive, prompted, READ_A, READS, RUN_MAKE, RUNS, TOOLS, windowOf } from './drive.ts';

const OUTPUT = { mode: 'trust', outputShare: 0.3 } as const;
const RUN_TYPES: ReadonlySet<string> = new Set(['tool.run', 'shell.run']);
/** Says only that it was done. */
const WRITE: ToolSpec = {
  name: 'write',
  description: 'Writes a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

/** What the effects say: a number of bytes, or that there is no limit of their own. */
function limitsIn(emitted: readonly Emitted[]): readonly (number | 'full')[] {
  return emitted.flatMap((one) =>
    RUN_TYPES.has(one.type) ? [('outputBytesMax' in one ? one.outputBytesMax : undefined) ?? 'full'] : [],
  );
}

/** Takes the facts of so many reads, and gives what is said when they start. */
function readsOf(machine: Drive, count: number): readonly (number | 'full')[] {
  machine.reply(READ_A.repeat(count));
  return Array.from({ length: count }, () => limitsIn(machine.facts(READS))).flat();
}

const ended = (machine: Drive, request: number, content: string) => machine.ended(content, 'ok', undefined, request);

test.each<[string, number, number, number | 'full']>([
  ['nothing where the window is not known', 0, 0.3, 'full'],
  ['nothing where no share is set, as in older sessions', 8_192, 0, 'full'],
  ['about 1 KB in a window that has no room for more', 1_024, 0.3, 1_050],
  ['2k', 2_048, 0.3, 1_612],
  ['4k', 4_096, 0.3, 3_225],
  ['8k', 8_192, 0.3, 6_451],
  ['16k', 16_384, 0.3, 12_902],
  ['32k', 32_768, 0.3, 30_105],
  ['nothing where there is room for all that tools show', 65_536, 0.3, 'full'],
  ['another share', 8_192, 0.5, 10_752],
])('of the output of one call is shown: %s', (_, window, outputShare, limit) => {
  expect(readsOf(prompted({ outputShare }, windowOf(window)), 1)).toEqual([limit]);
});

test('the calls of one reply share it', () => {
  const machine = prompted(OUTPUT, windowOf(8_192));
  expect(readsOf(machine, 3)).toEqual([2_150, 2_150, 2_150]);
});

test('what one call leaves, those after it have', () => {
  const machine = prompted(OUTPUT, windowOf(8_192));
  machine.reply(RUN_MAKE.repeat(3));
  expect(limitsIn(machine.facts(RUNS))).toEqual([2_150]);
  ended(machine, machine.id('tool.run'), '');
  expect(limitsIn(machine.facts(RUNS))).toEqual([3_225]);
  ended(machine, machine.id('tool.run'), 'a b '.repeat(800));
  expect(limitsIn(machine.facts(RUNS))).toEqual([1_519]);
});

test('each is shown a little, however many there are', () => {
  const machine = prompted(OUTPUT, windowOf(4_096));
  machine.reply(RUN_MAKE.repeat(20));
  const limits = Array.from({ length: 20 }, () => {
    const limit = limitsIn(machine.facts(RUNS));
    ended(machine, machine.id('tool.run'), 'x'.repeat(1_000));
    return limit;
  }).flat();
  expect(new Set(limits)).toEqual(new Set([256]));
});

test('what is shown already is estimated once, however many calls start after it', () => {
  const machine = prompted(OUTPUT, windowOf(8_192));
  machine.reply(RUN_MAKE.repeat(2));
  machine.facts(RUNS);
  ended(machine, machine.id('tool.run'), 'a b '.repeat(800));
  const { context } = machine.snapshot();
  const [shown, waiting] = context.turn.calls as readonly [Call, Call];
  let read = 0;
  const answer: Answer = Object.defineProperty({ ...(shown.answer as Answer) }, 'content', {
    get: () => {
      read++;
      return shown.answer?.content;
    },
  });
  const calls = [{ ...shown, answer }, ...Array.from({ length: 2_000 }, () => waiting)];
  for (let i = 0; i < 3; i++) outputLimitOf({ ...context, turn: { ...context.turn, calls } });
  expect(read).toBe(1);
});

test.each<[string, string]>([
  ['the tools of the machine', '<action tool="todo"><items>[]</items></action>'],
  ['what only says that it was done', '<action tool="write"><path>b</path></action>'],
])('no share is kept for %s', (_, other) => {
  const machine = prompted(OUTPUT, { ...windowOf(8_192), tools: [...TOOLS, WRITE] });
  machine.reply(RUN_MAKE + other.repeat(3));
  expect(limitsIn(machine.facts(RUNS))).toEqual([6_451]);
});

test('the next reply has all of it again', () => {
  const machine = prompted(OUTPUT, windowOf(8_192));
  readsOf(machine, 1);
  ended(machine, machine.id('tool.run'), 'x'.repeat(6_000));
  expect(readsOf(machine, 1)).toEqual([6_451]);
});

test('an endpoint that counts more tokens than are estimated has less of it', () => {
  const machine = prompted(OUTPUT, windowOf(8_192));
  const reply = { text: READ_A, reasoning: '', finish: 'stop', usage: { input: 10_000, output: 20 } } as const;
  machine.send({ type: 'reply.ended', request: machine.id('model.ask'), ...reply });
  expect(limitsIn(machine.facts(READS))).toEqual([3_225]);
});

test('a window that is found while the turn runs counts from then on', () => {
  const machine = prompted({ ...OUTPUT, findsWindow: true });
  machine.reply(RUN_MAKE);
  expect(limitsIn(machine.facts(RUNS))).toEqual(['full']);
  ended(machine, machine.id('tool.run'), '');
  machine.send({ type: 'window.found', request: machine.id('window.find'), tokens: 8_192, source: 'the server' });
  machine.reply(RUN_MAKE);
  expect(limitsIn(machine.facts(RUNS))).toEqual([6_451]);
});

test('a command of the person is told of within what a whole reply has', () => {
  const machine = prompted(OUTPUT, windowOf(8_192));
  machine.reply('<final>Done.</final>');
  expect(limitsIn(machine.send({ type: 'shell.requested', command: 'make' }))).toEqual([6_451]);
});
