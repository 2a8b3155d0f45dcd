/** The main views of the screen, each as a session leads to it: they are the pictures of the documents, and golden files. */

import { promptsFound } from '../../src/dialogs/rewinding.ts';
import type { SessionChoice } from '../../src/dialogs/session-choice.ts';
import { sessionsFound } from '../../src/dialogs/sessions-list.ts';
import type { Next } from '../../src/screen/model.ts';
import { view } from '../../src/screen/view.ts';
import type { Frame, Size } from '../../src/text/cells.ts';
import { Screen } from '../model-screen.ts';

export const SIZES = { narrow: { columns: 80, rows: 24 }, wide: { columns: 120, rows: 40 } } as const;

export type Scene = {
  /** The name of its files in docs/screens. */
  readonly name: string;
  /** What is seen, for the document. */
  readonly says: string;
  readonly on: (screen: Screen) => unknown;
  /** No picture is made of it: whoever draws it may lack the fonts. */
  readonly isTextAlone?: true;
};

const THOUGHT = '<thought>The test expects 3, and sum gives 2: the loop stops one short.</thought>';
const READ = `${THOUGHT}<action tool="read"><path>src/sum.ts</path></action>`;
const EDIT = '<action tool="bash">\n<command>sed -i "s/length - 1/length/" src/sum.ts && npm test</command>\n</action>';
const SOURCE = [
  'export function sum(numbers: readonly number[]): number {',
  '  let total = 0;',
  '  for (let at = 0; at < numbers.length - 1; at++) total += numbers[at] ?? 0;',
  '  return total;',
  '}',
].join('\n');
const ANSWER = [
  '## What was wrong',
  '',
  'The loop stopped *one short*: `numbers.length - 1`. See [the guide](https://example.org/loops).',
  '',
  '- `src/sum.ts` counts to the end now',
  '- the test of `mean` passes too',
  '',
  '| file | tests |',
  '| --- | ---: |',
  '| sum | 12 |',
  '| mean | 7 |',
  '',
  '```ts',
  'const total = sum([1, 2]); // 3',
  '```',
].join('\n');

function begun(screen: Screen): Screen {
  return screen.keys('Fix the failing test of sum<enter>');
}

function afterReading(screen: Screen): Screen {
  begun(screen).session.reply(READ);
  screen.session.takes();
  screen.session.ends(SOURCE, 3);
  return screen;
}

function asking(screen: Screen): Screen {
  afterReading(screen).session.reply(EDIT);
  screen.session.takes({ runs: ['sed', 'npm'], writes: [{ path: 'src/sum.ts', where: 'inside' }], readOnly: false });
  return screen;
}

function answered(screen: Screen): Screen {
  asking(screen).keys('y');
  screen.session.ends('> test\n> vitest run\n\n Tests  12 passed (12)', 1_840);
  screen.session.reply(`<final>${ANSWER}</final>`);
  return screen;
}

export const SCENES: readonly Scene[] = [
  { name: 'start', says: 'A session that has not been asked anything.', on: (screen) => screen },
  {
    name: 'streaming',
    says: 'A reply as it comes in: the thought is live, the action fills up.',
    on: (screen) =>
      afterReading(screen).session.streams({
        thoughts: ['One character is wrong. I change it, and run the tests.'],
        actions: [{ tool: 'bash', params: { command: 'sed -i "s/length - 1/len' } }],
      }),
  },
  {
    name: 'permission',
    says: 'A command waits for your answer; the transcript can be scrolled meanwhile.',
    on: asking,
  },
  { name: 'answer', says: 'The answer, as Markdown.', on: answered },
  { name: 'keys', says: '`?`: every key, and the commands.', on: (screen) => screen.keys('?') },
  {
    name: 'palette',
    says: 'Ctrl+P: everything that can be done, found by typing.',
    on: (screen) => screen.keys('<ctrl+p>mod'),
  },
  {
    name: 'ask',
    says: 'A question of the model, with answers to choose from, or one of your own.',
    on: (screen) =>
      begun(screen).session.reply(
        '<action tool="ask"><question>Which loop is meant?</question>\n<options>["the first", "both"]</options></action>',
      ),
  },
  {
    name: 'machine',
    says: 'F2: the machine, its state, what it was told and why it went where it is.',
    on: (screen) => afterReading(screen).keys('<f2>'),
  },
  {
    name: 'own-command',
    says: '`!`: a command of your own, as it runs; the model reads of it with the next prompt.',
    on: (screen) => {
      answered(screen).keys('!git status --short<enter>');
      const request = screen.session.lastId('shell.run');
      screen.session.tell({ kind: 'output', request, text: ' M src/sum.ts\n?? notes.md\n' });
    },
  },
  {
    name: 'find',
    says: 'F6: something is looked for in the transcript.',
    on: (screen) => answered(screen).keys('<f6>loop'),
  },
  {
    name: 'commands',
    says: '`/`: the commands, as they are typed.',
    on: (screen) => answered(screen).keys('/'),
  },
  {
    name: 'sessions',
    says: '`/sessions`: those of this folder, to go on with.',
    on: (screen) =>
      found(
        (open) => open.keys('/sessions<enter>'),
        ({ model }) => sessionsFound(model, { ok: true, sessions: SESSIONS }),
      )(screen),
  },
  {
    name: 'rewind',
    says: 'Esc Esc: back to before a prompt, in a copy of the session.',
    on: (screen) =>
      found(
        (open) => open.keys('<escape><escape>'),
        ({ model }) => promptsFound(model, { ok: true, points: POINTS }),
      )(screen),
  },
  {
    name: 'wide-signs',
    says: 'Chinese, emoji, flags and joined families keep their columns.',
    isTextAlone: true,
    on: (screen) => screen.keys('修复 the 测试 of 👩‍👩‍👧 and 🇩🇪, please: é and 🙂<enter>'),
  },
  {
    name: 'settings',
    says: '`/settings`: what is set, and where it is from.',
    on: (screen) => screen.keys('/settings<enter>'),
  },
  {
    name: 'failed',
    says: 'The endpoint has failed: what happened, and what can be done.',
    on: (screen) => {
      begun(screen).session.send({
        type: 'reply.failed',
        request: screen.session.lastId('model.ask'),
        ...{ text: '', reasoning: '' },
        fault: { kind: 'auth', message: 'The key is not valid.', advice: 'Set TAGMA_API_KEY.', status: 401 },
      });
    },
  },
];

/** Of a session that has an answer: what the doors of the screen find is found at once. */
function found(open: (screen: Screen) => Screen, find: (screen: Screen) => Next): (screen: Screen) => Screen {
  return (screen) => {
    open(answered(screen));
    screen.follow(find(screen));
    return screen;
  };
}

const SESSION: SessionChoice = {
  ...{ session: 's1', file: '/h/s1.xml', bytes: 48_200, folder: '/home/me/project', startedAt: 0, changedAt: 0 },
  ...{ title: 'Fix the failing test of sum', model: 'qwen3', prompts: 2, replies: 9, tokens: 12_300, cost: null },
  ...{ state: 'running', torn: false, parent: null, ageMs: 0, isShown: true },
};
const SESSIONS: readonly SessionChoice[] = [
  SESSION,
  {
    ...SESSION,
    file: '/h/s2.xml',
    title: 'Rename the port to address',
    state: 'ended',
    ageMs: 5_400_000,
    isShown: false,
  },
  {
    ...SESSION,
    file: '/h/s3.xml',
    title: 'Say which tests were skipped',
    state: 'cut off',
    ageMs: 90_000_000,
    isShown: false,
  },
];
const POINTS = [
  { prompt: 1, record: 3, at: 0, text: 'Fix the failing test of sum' },
  { prompt: 2, record: 41, at: 0, text: 'And the one of mean' },
];

export function frameOf(scene: Scene, size: Size): Frame {
  const screen = new Screen(size);
  scene.on(screen);
  return view(screen.model);
}
