/** What the terminal layer does to a terminal, whichever library of the two it stands on. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Leaving, ScreenOptions } from '../../src/screen/doors.ts';
import { openScreen } from '../../src/screen/open-screen.ts';
import { openTerminal, type Terminal } from '../../src/terminal/blessed-screen.ts';
import { screenPainter } from '../../src/terminal/painter.ts';
import { cellsOf, type Frame, type Size } from '../../src/text/cells.ts';
import { line } from '../../src/text/line.ts';
import { THEMES } from '../../src/theme/themes.ts';
import { type FakeTerminal, fakeTerminal } from '../fake-terminal.ts';
import { testSession } from '../session.ts';

const ENV = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };
const STATUS = { model: 'qwen3', folder: '/project', mode: 'default' } as const;

async function opened(fake: FakeTerminal, options: { env?: object; mouse?: boolean } = {}): Promise<Terminal> {
  const { input, output } = fake;
  const given = { env: ENV, mouse: true, painter: screenPainter(), onResize: () => {}, ...options };
  return openTerminal({ input, output, ...given } as Parameters<typeof openTerminal>[0]);
}

function frame(text: string, size: Size = { columns: 20, rows: 3 }): Frame {
  return {
    size,
    rows: Array.from({ length: size.rows }, () => cellsOf(line([text, 'text']), size.columns)),
    caret: null,
  };
}

/** Pairs of what takes a terminal and what gives it back, in the bytes that were written: the last of each. */
const MODES: readonly (readonly [taken: string, givenBack: string])[] = [
  ['\x1b[?1049h', '\x1b[?1049l'],
  ['\x1b[?25l', '\x1b[?25h'],
  ['\x1b[?1h', '\x1b[?1l'],
  ['\x1b[?2004h', '\x1b[?2004l'],
  ['\x1b[?7l', '\x1b[?7h'],
  ['\x1b[=1;1u', '\x1b[=0;1u'],
  ['\x1b[>4;1m', '\x1b[>4m'],
  ['\x1b[?1004h', '\x1b[?1004l'],
  ['\x1b[?2031h', '\x1b[?2031l'],
  ['\x1b[?1000h', '\x1b[?1000l'],
  ['\x1b[?1002h', '\x1b[?1002l'],
  ['\x1b[?1006h', '\x1b[?1006l'],
];
const MOUSE = MODES.slice(-3);

const isTaken = (bytes: string): boolean[] =>
  MODES.map(([taken, back]) => bytes.lastIndexOf(taken) > bytes.lastIndexOf(back));
async function bytesOf(fake: FakeTerminal): Promise<string> {
  await fake.settled();
  return fake.written();
}

const whole = (value: boolean) => MODES.map(() => value);

export function terminalSuite(library: string): void {
  describe(`a terminal by ${library}`, () => {
    test('is taken with all its modes, and given back with all of them', async () => {
      const fake = fakeTerminal(40, 10);
      const terminal = await opened(fake);
      terminal.enter();
      expect([isTaken(await bytesOf(fake)), fake.input.raw]).toEqual([whole(true), true]);
      terminal.leave();
      terminal.leave();
      expect([isTaken(await bytesOf(fake)), fake.input.raw]).toEqual([whole(false), false]);
      terminal.enter();
      terminal.close();
      expect([isTaken(await bytesOf(fake)), fake.emulator.buffer.active.type]).toEqual([whole(false), 'normal']);
    });

    const behind: readonly (readonly [what: string, bytes: string])[] = [
      ['the insert mode', '\x1b[4h'],
      ['a part of the screen that scrolls', '\x1b[2;3r'],
      ['rows counted from that part', '\x1b[2;3r\x1b[?6h'],
      ['lines in the place of letters', '\x1b(0'],
      ['the second set of characters', '\x1b)0\x0e'],
    ];
    test.each(behind)(
      '%s that a killed program has left behind does not garble what is drawn',
      async (_what, bytes) => {
        const fake = fakeTerminal(20, 3);
        const terminal = await opened(fake);
        terminal.enter();
        terminal.draw(frame('quite another text'), THEMES.terminal);
        terminal.leave();
        await fake.settled();
        await new Promise<void>((resolve) => fake.emulator.write(`\x1b[?1049h${bytes}`, resolve));
        terminal.enter();
        terminal.draw(frame('quick'), THEMES.terminal);
        terminal.draw(frame('quack'), THEMES.terminal);
        await fake.settled();
        expect(fake.rows()).toEqual(['quack', 'quack', 'quack']);
        terminal.close();
      },
    );

    test('the mouse is left to the terminal where that is wanted, and motion is never asked for', async () => {
      const fake = fakeTerminal(40, 10);
      const terminal = await opened(fake, { mouse: false });
      terminal.enter();
      const before = await bytesOf(fake);
      for (const [taken] of MOUSE) expect(before).not.toContain(taken);
      terminal.takeMouse(true);
      const after = await bytesOf(fake);
      for (const [taken] of MOUSE) expect(after).toContain(taken);
      expect(after).not.toContain('\x1b[?1003h');
      terminal.close();
      expect(isTaken(await bytesOf(fake))).toEqual(whole(false));
    });

    const sizes: readonly (readonly [columns: number | undefined, rows: number | undefined, size: Size])[] = [
      [120, 40, { columns: 120, rows: 40 }],
      [0, 0, { columns: 80, rows: 24 }],
      [-5, 10, { columns: 80, rows: 10 }],
      [undefined, undefined, { columns: 80, rows: 24 }],
      [Number.NaN, 0.5, { columns: 80, rows: 24 }],
      [1_000_000, 2 ** 31, { columns: 1_000, rows: 500 }],
      [65_535, 65_535, { columns: 1_000, rows: 500 }],
      [1, 1, { columns: 1, rows: 1 }],
    ];
    test.each(sizes)('one that says it has %s columns and %s rows', async (columns, rows, size) => {
      const fake = fakeTerminal(40, 10);
      Object.assign(fake.output, { columns, rows });
      const terminal = await opened(fake);
      expect(terminal.size()).toEqual(size);
      terminal.close();
    });

    test('a theme is drawn in as many colours as there are, and another one draws all anew', async () => {
      const drawn = async (env: object): Promise<string[]> => {
        const fake = fakeTerminal(20, 3);
        const terminal = await opened(fake, { env });
        terminal.enter();
        const parts: string[] = [];
        for (const theme of [THEMES.terminal, THEMES['high-contrast'], THEMES['high-contrast']]) {
          const before = (await bytesOf(fake)).length;
          terminal.draw(frame('ab', { columns: 20, rows: 1 }), theme);
          const bytes = (await bytesOf(fake)).slice(before);
          parts.push(bytes.slice(bytes.lastIndexOf('H') + 1, bytes.indexOf('ab') + 1).slice(0, -1));
        }
        terminal.close();
        return parts;
      };
      expect(await drawn(ENV)).toEqual(['\x1b[0m', '\x1b[0;38;2;255;255;255;48;2;0;0;0m', '']);
      expect(await drawn({ TERM: 'xterm-256color' })).toEqual(['\x1b[0m', '\x1b[0;38;5;231;48;5;16m', '']);
      expect(await drawn({ TERM: 'xterm' })).toEqual(['\x1b[0m', '\x1b[0;97;40m', '']);
      expect(await drawn({ ...ENV, NO_COLOR: '1' })).toEqual(['\x1b[0m', '\x1b[0m', '']);
    });

    test('what it is asked and told only while it is taken, and only what it can', async () => {
      const said = async (env: object): Promise<string> => {
        const fake = fakeTerminal(20, 3);
        const terminal = await opened(fake, { env });
        terminal.copy('early');
        terminal.notify('early');
        terminal.enter();
        const [copied] = [terminal.copy('x'), terminal.notify('y')];
        terminal.close();
        terminal.notify('late');
        const bytes = await bytesOf(fake);
        const parts = ['\x1b]11;?', '\x1b]52;c;eA==', '\x1b]9;Tagma: y', '\x07'].map(
          (part) => bytes.split(part).length - 1,
        );
        return [copied, ...parts].join(' ');
      };
      expect(await said(ENV)).toBe('true 1 1 1 1');
      expect(await said({ TERM: 'linux' })).toBe('false 0 0 0 1');
    });
  });

  describe(`the screen by ${library}`, () => {
    type Shown = { readonly fake: FakeTerminal; readonly left: Promise<Leaving> };

    async function shown(options: Partial<ScreenOptions> = {}, columns = 60, rows = 12): Promise<Shown> {
      const fake = fakeTerminal(columns, rows);
      const { input, output } = fake;
      const left = openScreen({ session: testSession(), input, output, status: STATUS, env: ENV, ...options });
      await fake.until((all) => all.some((row) => row.includes('›')));
      return { fake, left };
    }

    /** The first sign of the draft, with its colour. */
    async function promptColour({ emulator, settled }: FakeTerminal): Promise<number> {
      await settled();
      const { active } = emulator.buffer;
      for (let y = 0; y < emulator.rows; y++) {
        const cell = active.getLine(y)?.getCell(0);
        if (cell?.getChars() === '›') return cell.getFgColor();
      }
      return Number.NaN;
    }

    test('follows the background that the terminal tells, also when it changes; nothing of it shows as text', async () => {
      const { fake, left } = await shown();
      const before = await promptColour(fake);
      fake.type('\x1b]10;rgb:e0e0/e0e0/e0e0\x1b\\\x1b]11;rgb:1e1e/1e1');
      await setTimeout(120);
      fake.type('e/2e2e\x1b\\\x1b[?62;22c');
      await fake.until(() => fake.written().includes('38;2;95;215;215'));
      const dark = await promptColour(fake);
      fake.type('\x1b[?997;2n');
      await fake.until(() => fake.written().split('\x1b]11;?').length === 3);
      fake.type('\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[?62;22c');
      await fake.until(() => fake.written().includes('38;2;0;95;95'));
      const light = await promptColour(fake);
      expect([before, dark, light]).toEqual([6, 0x5fd7d7, 0x005f5f]);
      expect(fake.rows().join('\n')).not.toMatch(/rgb|2e2e|62;22/);
      fake.type('\x04');
      expect(await left).toEqual({ kind: 'quit', interrupted: false });
    });

    test('a chosen theme does not follow, and a terminal that answers nothing is not waited for', async () => {
      const { fake, left } = await shown({ theme: 'light' });
      fake.type('\x1b]11;rgb:0000/0000/0000\x07');
      await setTimeout(100);
      expect(await promptColour(fake)).toBe(0x005f5f);
      fake.type('\x04');
      await left;
    });

    test('the wheel scrolls, and a click types nothing', async () => {
      const notes = Array.from({ length: 40 }, (_, index) => `note ${index}`);
      const { fake, left } = await shown({ notes });
      const last = (rows: readonly string[]) => rows.join().includes('note 39');
      expect(last(await fake.until(last))).toBe(true);
      fake.type('\x1b[<64;3;3M\x1b[<64;3;3M\x1b[<0;3;3M\x1b[<32;4;3M\x1b[<0;4;3m\x1b[I\x1b[O');
      const rows = await fake.until((all) => !last(all));
      expect(last(rows)).toBe(false);
      expect(rows.filter((row) => row.startsWith('›'))).toEqual([expect.stringMatching(/^› a prompt, or/)]);
      fake.type('\x04');
      await left;
    });

    test('a storm of sizes leaves what the last one shows', async () => {
      const { fake, left } = await shown({ notes: ['中文 and 👩‍👩‍👧', 'x'.repeat(200)] });
      const wide = fake.rows();
      for (let step = 0; step < 200; step++) {
        fake.resize(1 + ((step * 37) % 150), 1 + ((step * 13) % 50));
        if (step % 20 === 0) await setTimeout(1);
      }
      fake.resize(20, 5);
      expect((await fake.until((all) => all[0] === 'too small: 20×5,')).slice(0, 2)).toEqual([
        'too small: 20×5,',
        'needs 40×10',
      ]);
      fake.resize(60, 12);
      expect(await fake.until((all) => all.join() === wide.join())).toEqual(wide);
      fake.type('\x04');
      await left;
    });

    test('a terminal that lies about its size is drawn on all the same', async () => {
      const { fake, left } = await shown();
      Object.assign(fake.output, { columns: 0, rows: -1 });
      fake.output.emit('resize');
      fake.resize(60, 12);
      Object.assign(fake.output, { columns: 2 ** 31, rows: 2 ** 31 });
      fake.output.emit('resize');
      await setTimeout(100);
      fake.resize(60, 12);
      await fake.until((all) => all.some((row) => row.startsWith('›')));
      fake.type('\x04');
      expect(await left).toEqual({ kind: 'quit', interrupted: false });
      expect(isTaken(await bytesOf(fake))).toEqual(whole(false));
    });

    test('a terminal that closes in the middle of a frame, and of a sequence', async () => {
      const { fake, left } = await shown();
      fake.type('\x1b[200~half a paste \x1b[<64;');
      fake.vanish();
      fake.resize(50, 11);
      expect(await left).toEqual({ kind: 'terminal-closed' });
    });
  });
}
