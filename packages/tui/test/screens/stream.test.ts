/**
 * What goes to the terminal while a session is shown, byte by byte, from view to view. `npm run golden` writes it anew: a change of it
 * is a change of what every terminal is sent.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { view } from '../../src/screen/view.ts';
import { sgrOf } from '../../src/terminal/colour.ts';
import { paint } from '../../src/terminal/paint.ts';
import type { Frame } from '../../src/text/cells.ts';
import { THEMES } from '../../src/theme/themes.ts';
import { Screen } from '../model-screen.ts';

const FILE = join(import.meta.dirname, 'stream-60x14.txt');
const BRUSH = { sgr: sgrOf(THEMES.dark, 'truecolor'), links: true };

const STEPS: readonly (readonly [title: string, does: (screen: Screen) => unknown])[] = [
  ['it opens', () => {}],
  ['a prompt is typed', (screen) => screen.keys('Fix 测试')],
  ['it is sent', (screen) => screen.keys('<enter>')],
  ['a thought streams in', ({ session }) => session.streams({ thoughts: ['I look'] })],
  ['it grows', ({ session }) => session.streams({ thoughts: ['I look at it.'] })],
  [
    'the reply calls a tool',
    ({ session }) => session.reply('<action tool="bash"><command>npm test</command></action>'),
  ],
  ['it asks', ({ session }) => session.takes({ runs: ['npm'], readOnly: false })],
  ['it is allowed', (screen) => screen.keys('y')],
  ['the tool ends; what it said is obeyed by nobody', ({ session }) => session.ends('ok\u001b[2J\u009b31m\n', 12)],
  [
    'the answer has a link, a table and an emoji',
    ({ session }) =>
      session.reply('<final>See [it](https://example.org) 🙂\n\n| a | b |\n| - | - |\n| 1 | 2 |</final>'),
  ],
  ['a key scrolls', (screen) => screen.keys('<page-up>')],
  ['the palette', (screen) => screen.keys('<ctrl+p>')],
  ['it closes', (screen) => screen.keys('<escape>')],
];

/** One line for each place that is written to. */
function escaped(bytes: string): string {
  return bytes
    .replace(/\p{Cc}/gu, (sign) => (sign === '\u001b' ? '␛' : `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`))
    .replace(/(?!^)␛\[(\d+;\d+)H/g, '\n␛[$1H');
}

function recorded(): string {
  const screen = new Screen({ columns: 60, rows: 14 });
  let before: Frame | null = null;
  const parts = STEPS.map(([title, does]) => {
    does(screen);
    const frame = view(screen.model);
    const bytes = paint(before, frame, BRUSH);
    before = frame;
    return `# ${title}: ${Buffer.byteLength(bytes)} bytes\n${escaped(bytes)}\n`;
  });
  return parts.join('\n');
}

test.runIf(process.env.UPDATE_GOLDEN)('write the stream anew', () => writeFileSync(FILE, recorded()));

test('what the terminal is sent is what it was sent', () => {
  expect(recorded()).toBe(readFileSync(FILE, 'utf8'));
});
