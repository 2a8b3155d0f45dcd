/** Frames painted onto a real terminal emulator, one after the other, must leave what a fresh screen would show. */
import { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COLOURED as COLOURED_SGR, sgrOf } from '../../src/terminal/colour.ts';
import { paint } from '../../src/terminal/paint.ts';
import { cellsOf, type Frame } from '../../src/text/cells.ts';
import { line } from '../../src/text/line.ts';
import { THEMES } from '../../src/theme/themes.ts';

const COLUMNS = 12;
const UNCOLOURED = { sgr: sgrOf(THEMES.minimal, 'none'), links: true };
const COLOURED = { sgr: COLOURED_SGR, links: true };

function frame(...rows: readonly string[]): Frame {
  const size = { columns: COLUMNS, rows: rows.length };
  return { size, rows: rows.map((row) => cellsOf(line([row, 'text']), COLUMNS)), caret: null };
}

async function shown(...frames: readonly Frame[]): Promise<string[]> {
  const rows = frames[0]?.rows.length ?? 1;
  const terminal = new Terminal({ cols: COLUMNS, rows, allowProposedApi: true });
  let before: Frame | null = null;
  for (const next of frames) {
    const bytes = paint(before, next, UNCOLOURED);
    await new Promise<void>((resolve) => terminal.write(bytes, resolve));
    before = next;
  }
  return Array.from({ length: rows }, (_, y) => terminal.buffer.active.getLine(y)?.translateToString().trimEnd() ?? '');
}

const rows: readonly (readonly [title: string, before: string, after: string])[] = [
  ['a letter in the middle', 'abcdef', 'abXdef'],
  ['a shorter row', 'abcdef', 'ab'],
  ['a longer row', 'ab', 'abcdef'],
  ['a wide sign over two letters', 'abcdef', 'a中def'],
  ['two letters over a wide sign', 'a中def', 'abcdef'],
  ['a wide sign moves by one column', 'a中def', '中adef'],
  ['another wide sign', 'a中中中', 'a中文中'],
  ['a wide sign in the last two columns', 'abcdefghij中', 'abcdefghi中j'],
  ['a combining accent appears and goes', 'cafe\u0301 x', 'cafe x'],
];

describe('paint', () => {
  test.each(rows)('%s', async (_, before, after) => {
    expect(await shown(frame(before), frame(after))).toEqual([after]);
    expect(await shown(frame(after), frame(before))).toEqual([before]);
  });

  test('a sign whose width the terminal counts otherwise moves nothing beside it, and leaves nothing behind', async () => {
    // This emulator counts these emoji as other widths than we do: columns 6 and on must still be where we put them.
    const family = 'ab 👩‍👩‍👧 cdef';
    const [row = ''] = await shown(frame('abcdefghijkl'), frame(family));
    expect(row.endsWith('cdef')).toBe(true);
    expect(await shown(frame(family), frame('ab'))).toEqual(['ab']);
  });

  test('nothing is sent where nothing changed', () => {
    expect(paint(frame('a', 'b'), frame('a', 'b'), COLOURED)).toBe('');
  });

  test('only what differs is sent, as one synchronised update', () => {
    expect(paint(frame('abc', 'def'), frame('abc', 'dXf'), COLOURED)).toBe(
      '\x1b[?2026h\x1b[?25l\x1b[2;2H\x1b[0mX\x1b[0m\x1b[?2026l',
    );
  });

  test('the caret is placed last, and shown', () => {
    const next = { ...frame('abc'), caret: { row: 0, column: 2 } };
    expect(paint(frame('abc'), next, COLOURED)).toBe('\x1b[?2026h\x1b[?25l\x1b[1;3H\x1b[?25h\x1b[?2026l');
  });

  test('another size draws everything anew', () => {
    const wider = { size: { columns: 3, rows: 1 }, rows: [cellsOf(line(['ab', 'bad']), 3)], caret: null };
    expect(paint(frame('ab'), wider, COLOURED)).toBe(
      '\x1b[?2026h\x1b[?25l\x1b[0m\x1b[H\x1b[2J\x1b[1;1H\x1b[0;1;31mab\x1b[0m\x1b[?2026l',
    );
  });

  test('no colour without colour', () => {
    const coloured = { ...frame('x'), rows: [cellsOf(line(['x', 'good'], ['y', 'bad'], ['z', 'action']), COLUMNS)] };
    expect(paint(null, coloured, UNCOLOURED)).not.toMatch(/3[0-7]m/);
  });

  test('any frames after each other show what the last one alone would show', async () => {
    const sign = fc.constantFrom('a', 'b', ' ', '中', '文', 'e\u0301', '｡', '\t', '\x1b', '\u202e', '\u200b');
    const row = fc.array(sign, { maxLength: 14 }).map((signs) => signs.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(row, row), { minLength: 2, maxLength: 5 }), async (pairs) => {
        const frames = pairs.map((pair) => frame(...pair));
        expect(await shown(...frames)).toEqual(await shown(...frames.slice(-1)));
      }),
      { numRuns: 100 },
    );
  });

  test('no control character of a content reaches the terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const cells = cellsOf(line([text, 'text']), 40);
        expect(cells).toHaveLength(40);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them
        for (const cell of cells) expect(cell.text).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });
});
