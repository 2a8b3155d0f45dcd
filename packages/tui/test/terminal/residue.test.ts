/** Whatever was shown before, a frame shows what it would on a screen that was empty; and nothing of a content is obeyed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sgrOf } from '../../src/terminal/colour.ts';
import { type Brush, paint } from '../../src/terminal/paint.ts';
import { cellsOf, type Frame } from '../../src/text/cells.ts';
import { line } from '../../src/text/line.ts';
import { THEMES } from '../../src/theme/themes.ts';
import { EMOJI } from '../text/unicode.ts';
import { emulator, shownCells, WIDTH_TABLES, type WidthTable, written } from './emulator.ts';
import { calmText, frames, hostileText } from './frame-fuzz.ts';

const COLUMNS = 16;
const ROWS = 3;
/** As the screen sets it when it takes the terminal. */
const WRAP_OFF = '\x1b[?7l';
const BRUSHES: readonly Brush[] = [
  { sgr: sgrOf(THEMES.terminal, '16'), links: true },
  { sgr: sgrOf(THEMES['high-contrast'], 'truecolor'), links: false },
];

/** What is seen once all have been painted. Links that are open would show in what follows: a mark is written behind them. */
async function shown(all: readonly Frame[], brush: Brush, widths: WidthTable): Promise<string[]> {
  const [{ size } = { size: { columns: COLUMNS, rows: ROWS } }] = all;
  const terminal = emulator(size.columns, size.rows, widths);
  await written(terminal, WRAP_OFF);
  let before: Frame | null = null;
  for (const frame of all) {
    await written(terminal, paint(before, frame, brush));
    before = frame;
  }
  const cells = shownCells(terminal);
  terminal.dispose();
  // Where no caret is shown, nobody sees where it stands.
  return before?.caret ? cells : cells.slice(0, -1);
}

describe.each(WIDTH_TABLES)('on a terminal that counts by Unicode %s', (widths) => {
  test('frames painted one after the other leave what the last one alone would show', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(frames(calmText, COLUMNS, ROWS), { minLength: 2, maxLength: 4 }),
        fc.constantFrom(...BRUSHES),
        async (all, brush) => {
          expect(await shown(all, brush, widths)).toEqual(await shown(all.slice(-1), brush, widths));
        },
      ),
      { numRuns: 150 },
    );
  });

  test('no emoji moves what stands beside it, nor leaves anything behind', async () => {
    const brush = BRUSHES[0] as Brush;
    const rows = EMOJI.length;
    const frame = (text: (emoji: string) => string): Frame => ({
      size: { columns: 12, rows },
      rows: EMOJI.map((emoji) => cellsOf(line([text(emoji), 'text']), 12)),
      caret: null,
    });
    const [beside, plain] = [frame((emoji) => `ab${emoji} cdef`), frame(() => 'uvwxyz')];
    const cells = (await shown([plain, beside], brush, widths)).map((row) => row.split(' ').map((cell) => cell[0]));
    const moved = EMOJI.filter((_, y) => {
      const x = beside.rows[y]?.findIndex(({ text }) => text === 'c') ?? 0;
      return cells[y]?.slice(x, x + 4).join('') !== 'cdef';
    });
    expect(moved).toEqual([]);
    expect(await shown([plain, beside, plain], brush, widths)).toEqual(await shown([plain], brush, widths));
  });
});

/** All that a frame may be made of beside its texts. */
const OWN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them
  /\x1b\[(\?2026[hl]|\?25[hl]|\d+;\d+H|\d+G|H|2?J|2?K|[\d;]*m)|\x1b\]8;(id=[a-z0-9]+;[\x21-\x7e]+|;)\x1b\\/g;

test('nothing of a content but its ink reaches the terminal', () => {
  fc.assert(
    fc.property(
      fc.array(frames(hostileText, 24, 2), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...BRUSHES),
      (all, brush) => {
        let before: Frame | null = null;
        for (const frame of all) {
          const rest = paint(before, frame, brush).replace(OWN, '');
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them
          expect(rest).not.toMatch(/[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/u);
          before = frame;
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

test('what is obeyed would be seen: the measure sees it', () => {
  expect('\x1b[1;1H\x1b[0;1mab\x1b]8;id=a1;https://a/\x1b\\x\x1b]8;;\x1b\\'.replace(OWN, '')).toBe('abx');
  expect('\x1b]52;c;eA==\x07'.replace(OWN, '')).toBe('\x1b]52;c;eA==\x07');
});
