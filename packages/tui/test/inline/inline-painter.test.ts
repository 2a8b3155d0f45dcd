/** What is drawn at the end of the main screen, through a real emulator: all of its buffer is compared, scrollback too. */
import { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inlinePainter } from '../../src/inline/inline-painter.ts';
import { depthOf, sgrOf } from '../../src/terminal/colour.ts';
import { cellsOf, type Frame } from '../../src/text/cells.ts';
import { line } from '../../src/text/line.ts';
import { THEMES } from '../../src/theme/themes.ts';

const BRUSH = { sgr: sgrOf(THEMES.terminal, depthOf({ TERM: 'xterm-256color' })), links: true };

/** The rows of the region, and those that are printed. `caret`: its row and column, or nowhere. */
type Drawn = {
  readonly draw: readonly string[];
  readonly print?: readonly string[];
  readonly caret?: readonly [number, number];
};

type Step =
  | Drawn
  | { readonly onTheWay: Drawn; readonly resize: readonly [number, number] }
  | { readonly resize: readonly [number, number] }
  | { readonly type: string }
  | 'erase'
  | 'forget';

type Held = { readonly all: readonly string[]; readonly caret: readonly [row: number, column: number] };

/** Nothing is still on its way when the size changes. */
let clock = 0;

/** All that the terminal holds after these steps, from the first row of its scrollback to the last that is not blank. */
async function held(columns: number, rows: number, steps: readonly Step[]): Promise<Held> {
  const emulator = new Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 1_000 });
  const painter = inlinePainter('as xterm.js', () => (clock += 1_000));
  const write = (bytes: string) => new Promise<void>((resolve) => emulator.write(bytes, resolve));
  for (const step of steps) {
    if (step === 'forget') painter.forget();
    else if (step === 'erase') await write(painter.erase());
    else if ('type' in step) await write(step.type);
    else if ('onTheWay' in step) {
      const bytes = painter.paint(frameOf(step.onTheWay, emulator), BRUSH);
      clock -= 999;
      emulator.resize(...step.resize);
      await write(bytes);
    } else if ('resize' in step) emulator.resize(...step.resize);
    else await write(painter.paint(frameOf(step, emulator), BRUSH));
  }
  const buffer = emulator.buffer.active;
  const all = Array.from({ length: buffer.length }, (_, y) => buffer.getLine(y)?.translateToString(true) ?? '');
  const caret = [buffer.baseY + buffer.cursorY, buffer.cursorX] as const;
  emulator.dispose();
  while (all.at(-1) === '') all.pop();
  return { all, caret };
}

function frameOf({ draw, print = [], caret }: Drawn, { cols, rows }: Terminal): Frame {
  const cells = (text: string) => cellsOf(line([text, 'text']), cols);
  return {
    size: { columns: cols, rows },
    rows: draw.map(cells),
    printed: print.map(cells),
    caret: caret ? { row: caret[0], column: caret[1] } : null,
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

type Row = {
  readonly title: string;
  readonly size?: readonly [columns: number, rows: number];
  readonly steps: readonly Step[];
  readonly all: readonly string[];
};

describe('what the terminal holds', () => {
  test.each<Row>([
    {
      title: 'the region below what stood there',
      steps: [{ type: '$ tagma\r\n' }, { draw: ['a', 'b'] }],
      all: ['$ tagma', 'a', 'b'],
    },
    {
      title: 'what is printed stays above it',
      steps: [
        { draw: ['a', 'b'] },
        { draw: ['c', 'd'], print: ['one', 'two'] },
        { draw: ['e', 'f'], print: ['three'] },
      ],
      all: ['one', 'two', 'three', 'e', 'f'],
    },
    {
      title: 'more than fits on the screen goes into the scrollback, once',
      size: [20, 5],
      steps: [{ draw: ['a', 'b'] }, { draw: ['a', 'b'], print: numbered(12) }, { draw: ['c', 'b'] }],
      all: [...numbered(12), 'c', 'b'],
    },
    {
      title: 'a region that grows and shrinks at the end of the screen',
      size: [20, 4],
      steps: [
        { type: 'x\r\ny\r\nz\r\n' },
        { draw: ['a', 'b'], caret: [0, 1] },
        { draw: ['1', '2', '3', 'b'], caret: [3, 1] },
        { draw: ['c', 'b'], caret: [1, 0] },
        { draw: ['c', 'd', 'e'], caret: [2, 0] },
      ],
      all: ['x', 'y', 'z', 'c', 'd', 'e'],
    },
    { title: 'erased, nothing of it is left', steps: [{ draw: ['a', 'b'], print: ['one'] }, 'erase'], all: ['one'] },
    {
      title: 'erased and drawn again, as around another program',
      steps: [{ draw: ['a', 'b'], print: ['one'] }, 'erase', { type: 'vi\r\n' }, { draw: ['a', 'b'] }],
      all: ['one', 'vi', 'a', 'b'],
    },
    {
      title: 'drawn anew in its place',
      steps: [{ draw: ['a', 'b'] }, { type: 'XX' }, 'forget', { draw: ['a', 'b'] }],
      all: ['a', 'b'],
    },
    {
      title: 'narrower: rows that are broken anew leave nothing behind',
      size: [30, 8],
      steps: [
        { draw: ['a'.repeat(30), 'b'.repeat(25), 'c'], print: ['one'], caret: [2, 1] },
        { resize: [12, 8] },
        { draw: ['a'.repeat(12), 'c'], caret: [1, 1] },
      ],
      all: ['one', 'a'.repeat(12), 'c'],
    },
    {
      title: 'narrower, with the caret above its end',
      size: [30, 8],
      steps: [
        { draw: ['a'.repeat(30), 'b', 'c'.repeat(30)], print: ['one'], caret: [1, 1] },
        { resize: [12, 8] },
        { draw: ['a', 'b'], caret: [1, 1] },
      ],
      all: ['one', 'a', 'b'],
    },
    {
      title: 'narrower, with wide signs that do not break in the middle',
      size: [21, 8],
      steps: [
        { draw: ['中'.repeat(10), 'b'], print: ['文'.repeat(3)], caret: [1, 0] },
        { resize: [7, 8] },
        { draw: ['中'.repeat(3), 'b'], print: ['two'], caret: [1, 0] },
      ],
      all: ['文文文', 'two', '中中中', 'b'],
    },
    {
      title: 'wider',
      size: [10, 6],
      steps: [{ draw: ['a'.repeat(10), 'b'], print: ['one'] }, { resize: [30, 6] }, { draw: ['c'.repeat(30), 'b'] }],
      all: ['one', 'c'.repeat(30), 'b'],
    },
    {
      title: 'lower and higher again',
      size: [10, 8],
      steps: [
        { draw: ['a', 'b', 'c'], print: numbered(6), caret: [1, 0] },
        { resize: [10, 4] },
        { draw: ['a', 'c'], caret: [1, 0] },
        { resize: [10, 9] },
        { draw: ['a', 'b', 'c'], print: ['more'], caret: [1, 0] },
      ],
      all: [...numbered(6), 'more', 'a', 'b', 'c'],
    },
    {
      title: 'a storm of sizes before it is drawn again',
      size: [40, 10],
      steps: [
        { draw: ['a'.repeat(40), 'b'.repeat(35), 'c'], print: ['one'], caret: [2, 0] },
        { resize: [12, 10] },
        { resize: [33, 6] },
        { resize: [20, 12] },
        { draw: ['a'.repeat(20), 'c'], caret: [1, 0] },
      ],
      all: ['one', 'a'.repeat(20), 'c'],
    },
    {
      title: 'signs that the terminal may draw wider than they are counted do not open a row',
      size: [8, 6],
      steps: [{ draw: ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 'b'] }, { draw: ['a', 'b'], print: ['one'] }],
      all: ['one', 'a', 'b'],
    },
  ])('$title', async ({ size: [columns, rows] = [20, 6], steps, all }) => {
    expect((await held(columns, rows, steps)).all).toEqual(all);
  });

  test('the caret stands where it is wanted; without one the cursor waits at the beginning', async () => {
    const drawn = { draw: ['a', 'bcd', 'e'] };
    const caretAfter = async (...steps: readonly Step[]) => (await held(20, 6, steps)).caret;
    expect(await caretAfter({ ...drawn, caret: [1, 2] })).toEqual([1, 2]);
    expect(await caretAfter({ ...drawn, caret: [2, 0] }, { ...drawn, caret: [0, 1] })).toEqual([0, 1]);
    expect(await caretAfter({ ...drawn, caret: [2, 1] }, drawn)).toEqual([0, 0]);
  });

  test('a size that changes while bytes are on their way: nothing of what was printed is lost', async () => {
    const wide = fc.nat(38).map((length) => `<${'a'.repeat(length)}>`);
    const drawn = fc.record({
      draw: fc.array(wide, { minLength: 2, maxLength: 5 }),
      print: fc.array(fc.constantFrom('one', 'two', 'three'), { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawn, { minLength: 1, maxLength: 4 }),
        drawn,
        fc.constantFrom(14, 23, 31),
        async (draws, onTheWay, columns) => {
          const shown = ({ draw, print }: Drawn): Drawn => ({ draw, print: print ?? [], caret: [draw.length - 1, 1] });
          const resized = { onTheWay: shown(onTheWay), resize: [columns, 30] } as const;
          const { all } = await held(40, 30, [...draws.map(shown), resized, shown({ draw: ['<>', '<>'] })]);
          const said = all.filter((row) => /^(one|two|three)$/.test(row));
          expect(said).toEqual([...draws, onTheWay].flatMap(({ print }) => print));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('any regions and prints after each other: all that was printed, in order, and the last region', async () => {
    const row = fc
      .array(fc.constantFrom('a', 'b', ' ', '中', 'é'), { minLength: 1, maxLength: 9 })
      .map((signs) => `x${signs.join('')}y`);
    const drawn = fc.record({
      draw: fc.array(row, { minLength: 2, maxLength: 5 }),
      print: fc.array(row, { maxLength: 4 }),
      at: fc.nat(4),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 6 }), async (draws) => {
        const steps = draws.map(({ at, ...each }): Step => ({ ...each, caret: [at % each.draw.length, at] }));
        const { all } = await held(24, 6, steps);
        expect(all).toEqual([...draws.flatMap(({ print }) => print), ...(draws.at(-1)?.draw ?? [])]);
      }),
      { numRuns: 150 },
    );
  });
});

test('the first row is not cleared with the rest: tmux would keep that in its scrollback', () => {
  const painter = inlinePainter('every row', () => 0);
  const frame = { size: { columns: 9, rows: 9 }, rows: [cellsOf([], 9), cellsOf([], 9)], caret: null };
  painter.paint(frame, BRUSH);
  expect(painter.erase()).toBe('\x1b[?2026h\r\x1b[2K\r\n\x1b[J\x1b[1A\x1b[?25h\x1b[?2026l');
});
