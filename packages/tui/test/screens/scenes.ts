/** The main views of the screen, each as a session leads to it: they are the pictures of the documents, and golden files. */

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
  '- the test of 空 and 🙂 passes too',
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
];

export function frameOf(scene: Scene, size: Size): Frame {
  const screen = new Screen(size);
  scene.on(screen);
  return view(screen.model);
}
