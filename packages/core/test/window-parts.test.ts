/** What fills the window: parts that add up to the size of the next request, each told by where it stands. */
import { writeObservation } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { sizeOf, type WindowPart, windowPartsOf } from '../src/index.ts';
import { type Drive, drive, prompted, READ_A, READS, STARTED, windowOf } from './drive.ts';

const TOOLS = '- bash: Run a command.\n<command> what to run\n- read: Read a file.\n<path> which one';
const GUIDE = writeObservation({ tool: 'guide', file: 'AGENTS.md', status: 'ok' }, 'Use tabs. '.repeat(40));
const MAP = writeObservation({ tool: 'map', status: 'ok' }, 'src/a.ts '.repeat(40));
const INPUT = writeObservation({ tool: 'input', status: 'ok' }, 'log '.repeat(100));

function partsOf(machine: Drive): ReadonlyMap<WindowPart['what'], number> {
  return new Map(windowPartsOf(machine.snapshot().context).parts.map(({ what, tokens }) => [what, tokens]));
}

function read(machine: Drive, usage: { input: number; output: number } | null = null): Drive {
  const request = machine.id('model.ask');
  machine.send({ type: 'reply.ended', request, text: READ_A, reasoning: '', finish: 'stop', usage });
  machine.facts(READS);
  machine.ended('A line that was read.\n'.repeat(30));
  return machine;
}

const system = (text: string) => prompted({}, { system: text });

test.each<[title: string, machine: () => Drive, parts: readonly WindowPart['what'][]]>([
  ['before a prompt', () => drive(), ['prompt', 'frame']],
  ['a prompt', () => system('Be an agent.'), ['prompt', 'said', 'frame']],
  ['tools', () => system(`Be an agent.\n${TOOLS}`), ['prompt', 'tools', 'said', 'frame']],
  ['tools by name', () => system('Be.\n- read <path>: Read a file'), ['prompt', 'tools', 'said', 'frame']],
  ['a rule is no tool', () => system('Be.\n- readers first\n- see: nothing'), ['prompt', 'said', 'frame']],
  ['guides and a map', () => system(`Be an agent.\n${GUIDE}\n${MAP}`), ['prompt', 'project', 'said', 'frame']],
  ['a form that the prompt shows', () => system('Wait for <observation> elements.'), ['prompt', 'said', 'frame']],
  ['replies and results', () => read(prompted()), ['prompt', 'said', 'replies', 'observations', 'frame']],
])('the parts that are there: %s', (_title, machine, parts) => {
  expect([...partsOf(machine()).keys()]).toEqual(parts);
});

test.each<[title: string, machine: () => Drive]>([
  ['before a prompt', () => drive()],
  ['a prompt', () => system(`Be an agent.\n${TOOLS}\n${GUIDE}`)],
  ['results', () => read(read(prompted()))],
  ['an endpoint that counts more', () => read(read(prompted(), { input: 5_000, output: 9 }))],
  ['an endpoint that counts less', () => read(read(prompted(), { input: 9, output: 9 }))],
])('they add up to the size of the next request: %s', (_title, machine) => {
  const { context } = machine().snapshot();
  const { parts, tokens } = windowPartsOf(context);
  expect([parts.reduce((sum, part) => sum + part.tokens, 0), tokens]).toEqual([sizeOf(context), sizeOf(context)]);
  expect(parts.every((part) => part.tokens > 0 && Number.isInteger(part.tokens))).toBe(true);
});

test('what goes with a prompt is told apart from it', () => {
  const machine = prompted();
  machine.reply('<final>done</final>');
  const before = partsOf(machine);
  machine.send({
    type: 'prompt.given',
    text: 'why?',
    attached: [
      {
        ...{ kind: 'input', path: '', lines: { from: 1, to: 1, of: 1 }, isCut: false, problem: null },
        ...{ text: 'log '.repeat(100), notes: [] },
      },
    ],
  });
  const after = partsOf(machine);
  expect(after.get('attached')).toBeGreaterThan(20);
  expect((after.get('said') ?? 0) - (before.get('said') ?? 0)).toBeLessThan(5);
});

test('markup that the person or a tool has written counts as what it stands in', () => {
  const machine = drive();
  machine.send({ type: 'prompt.given', text: 'What is this?' });
  machine.reply(READ_A);
  machine.facts(READS);
  machine.ended(`${INPUT}\n<summary>none</summary>`);
  expect([...partsOf(machine).keys()]).toEqual(['prompt', 'said', 'replies', 'observations', 'frame']);
});

test('a summary is told apart from what the person said', () => {
  const machine = read(read(read(prompted())));
  machine.reply('<final>x</final>');
  machine.send({ type: 'compact.requested', focus: '' });
  const request = machine.id('summary.ask');
  const text = `<summary><goal>${'Mend the tests. '.repeat(10)}</goal><next>Go on.</next></summary>`;
  machine.send({ type: 'reply.ended', request, text, reasoning: '', finish: 'stop', usage: null });
  expect(partsOf(machine).get('summary')).toBeGreaterThan(20);
});

describe('what is left', () => {
  test.each<[windowTokens: number, reserve: number]>([
    [0, 0],
    [8_000, 2_000],
    [200_000, 4_096],
  ])('of a window of %i tokens', (windowTokens, reserve) => {
    const { context } = prompted({}, windowOf(windowTokens)).snapshot();
    const { tokens, ...rest } = windowPartsOf(context);
    const free = windowTokens === 0 ? 0 : windowTokens - reserve - tokens;
    expect(rest).toMatchObject({ windowTokens, reserve, free });
  });

  test('nothing, where the prompt alone is larger', () => {
    const machine = prompted({}, { ...windowOf(1_000), system: STARTED.system.padEnd(9_000, ' x') });
    expect(windowPartsOf(machine.snapshot().context)).toMatchObject({ reserve: 250, free: 0 });
  });
});
