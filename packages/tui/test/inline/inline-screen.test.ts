/** A whole session at the end of the main screen: the real machine behind it, all that the emulator holds compared. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Edited, Leaving, ScreenOptions } from '../../src/screen/doors.ts';
import { openScreen } from '../../src/screen/open-screen.ts';
import { type FakeTerminal, fakeTerminal } from '../fake-terminal.ts';
import { type TestSession, testSession } from '../session.ts';

const STATUS = { model: 'qwen3', folder: '/project', mode: 'default' } as const;
const SHELL = ['$ tagma --inline'];

type Opened = { readonly terminal: FakeTerminal; readonly session: TestSession; readonly left: Promise<Leaving> };

/** xterm.js says so of itself in the terminal of VS Code. */
const ENV = { TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' };

async function open(options: Partial<ScreenOptions> = {}, columns = 50, rows = 20): Promise<Opened> {
  const terminal = fakeTerminal(columns, rows);
  terminal.output.write(`${SHELL.join('\r\n')}\r\n`);
  const session = testSession();
  const { input, output } = terminal;
  const left = openScreen({ session, input, output, status: STATUS, env: ENV, drawing: 'inline', ...options });
  await terminal.until(shows('qwen3'));
  return { terminal, session, left };
}

const shows = (text: string) => (rows: readonly string[]) => rows.join('\n').includes(text);

/** All rows from the first of the scrollback on, without the blank ones at the end. */
function all({ emulator }: FakeTerminal): string[] {
  const buffer = emulator.buffer.active;
  const rows = Array.from({ length: buffer.length }, (_, y) => buffer.getLine(y)?.translateToString(true) ?? '');
  while (rows.at(-1) === '') rows.pop();
  return rows;
}

/** The rows above the region: it begins with the rule. */
function scrollback(terminal: FakeTerminal): string[] {
  const rows = all(terminal);
  return rows.slice(
    0,
    rows.findIndex((row) => row.startsWith('──')),
  );
}

async function quit({ terminal, left }: Opened): Promise<string[]> {
  terminal.type('\x04');
  expect(await left).toEqual({ kind: 'quit', interrupted: false });
  await terminal.settled();
  return all(terminal);
}

const answer = (lines: number) => Array.from({ length: lines }, (_, index) => `line ${index + 1} 中文`);
const finalOf = (lines: number) => `<final>${answer(lines).join('\n\n')}</final>`;

/** What stays of a prompt and its answer. */
async function played(opened: Opened, prompt: string, lines: number): Promise<void> {
  const { terminal, session } = opened;
  terminal.type(`${prompt}\r`);
  await terminal.until(shows('thinking'));
  session.streams({ final: answer(lines).join('\n\n').slice(0, 40) });
  await setTimeout(60);
  session.reply(finalOf(lines));
  await terminal.until(shows('finished'));
}

describe('what stays in the terminal', () => {
  test('prompts and answers, once and in order, more of them than there are rows; the region is taken away', async () => {
    const opened = await open();
    await played(opened, 'one', 3);
    await played(opened, 'two', 14);
    await played(opened, 'three', 1);
    const rows = await quit(opened);
    const said = rows.map((row) => row.trim()).filter((row) => row !== '');
    expect(said).toEqual([
      ...SHELL,
      ...['› one', 'answer', ...answer(3)],
      ...['› two', 'answer', ...answer(14)],
      ...['› three', 'answer', ...answer(1)],
    ]);
    expect(opened.terminal.emulator.buffer.active.type).toBe('normal');
  });

  test('a storm of sizes while a reply streams leaves nothing behind', async () => {
    const opened = await open();
    const { terminal, session } = opened;
    await played(opened, 'one', 4);
    const before = scrollback(terminal).filter((row) => row.trim() !== '');
    terminal.type('go on\r');
    await terminal.until(shows('thinking'));
    for (const [index, columns] of [44, 70, 41, 90, 60, 45, 80].entries()) {
      session.streams({ thoughts: [`${'a long thought that fills the rows '.repeat(index + 2)}`] });
      // Drawn, and come to the terminal.
      await setTimeout(80);
      await terminal.settled();
      await setTimeout(15);
      if (index % 2 === 0) terminal.resize(columns + 7, 32);
      terminal.resize(columns, 30 + (index % 3));
    }
    await setTimeout(120);
    session.reply('<thought>short</thought><final>done</final>');
    await terminal.until(shows('finished'));
    const rows = await quit(opened);
    expect(rows.filter((row) => row.trim() !== '').map((row) => row.trim())).toEqual(
      [...before, '› go on', 'thought', 'short', 'answer', 'done'].map((row) => row.trim()),
    );
  });

  test('sizes that follow each other faster than frames come to the terminal take nothing of what was printed', async () => {
    const opened = await open({}, 80, 30);
    const { terminal } = opened;
    await played(opened, 'one', 6);
    const before = scrollback(terminal);
    const { output } = terminal;
    const write = output.write.bind(output);
    // On its way for longer than the next size takes.
    Object.assign(output, {
      write: (bytes: string) => {
        void setTimeout(25).then(() => write(bytes));
        return true;
      },
    });
    for (const columns of [41, 80, 44, 79, 41, 80]) {
      terminal.resize(columns, 30);
      await setTimeout(1);
    }
    await setTimeout(700);
    Object.assign(output, { write });
    expect(scrollback(terminal)).toEqual(before);
    await quit(opened);
  });

  test('around a stop the region is taken away, and what was printed is not printed again', async () => {
    const opened = await open();
    await played(opened, 'one', 2);
    const before = scrollback(opened.terminal);
    process.emit('SIGCONT');
    await opened.terminal.until(shows('finished'));
    opened.terminal.type('x');
    await opened.terminal.until(shows('› x'));
    const text = all(opened.terminal).join('\n');
    expect(text.startsWith(before.join('\n'))).toBe(true);
    expect(text.split('line 1 中文')).toHaveLength(2);
    opened.terminal.type('\x15');
    await opened.terminal.until((rows) => !shows('› x')(rows));
    await quit(opened);
  });

  test('what has come shortly before an editor gets the terminal is printed after it', async () => {
    let close = (): void => undefined;
    const editor = () => new Promise<Edited>((resolve) => (close = () => resolve({ ok: true, text: '' })));
    const opened = await open({ editor });
    const { terminal, session } = opened;
    terminal.type('one\r');
    await terminal.until(shows('thinking'));
    session.reply('<final>printed</final>');
    terminal.type('\x07');
    // Longer than a frame waits.
    await setTimeout(100);
    close();
    await terminal.until(shows('finished'));
    const rows = await quit(opened);
    expect(rows.map((row) => row.trim()).filter((row) => row !== '')).toEqual([
      ...SHELL,
      ...['› one', 'answer', 'printed'],
    ]);
  });

  test('a session that takes the place of its own beginning prints only what there is to know', async () => {
    const opened = await open({
      rewinding: {
        prompts: async () => ({ ok: true, points: [{ prompt: 1, record: 3, at: 0, text: 'one' }] }),
        to: async () => ({
          ok: true,
          shown: { session: testSession(), status: { ...STATUS, model: 'other' }, notes: ['Gone back.'] },
        }),
      },
    });
    await played(opened, 'one', 2);
    const before = scrollback(opened.terminal);
    opened.terminal.type('/rewind\r');
    await opened.terminal.until(shows('rewind'));
    opened.terminal.type('\r');
    await opened.terminal.until(shows('other'));
    const rows = await quit(opened);
    expect(rows.slice(0, before.length)).toEqual(before);
    expect(rows.slice(before.length).filter((row) => row !== '')).toEqual(['note', '  Gone back.']);
  });

  test('who looks for something finds it in the region, and then the region is as before', async () => {
    const opened = await open();
    const { terminal } = opened;
    await played(opened, 'one', 12);
    const before = all(terminal);
    terminal.type('/find line 3\r');
    await terminal.until(shows('1 of'));
    expect(terminal.rows().filter((row) => row.includes('line 3 中文')).length).toBeGreaterThan(0);
    terminal.type('\x1b');
    await terminal.until((rows) => !shows('1 of')(rows));
    terminal.type('\x1b');
    await setTimeout(100);
    terminal.type('\x1b[1;5F');
    await terminal.until(shows('? keys'));
    await setTimeout(100);
    await terminal.settled();
    expect(all(terminal).filter((row) => row !== '')).toEqual(before.filter((row) => row !== ''));
    await quit(opened);
  });

  test('neither the other screen nor the mouse is asked for', async () => {
    const opened = await open();
    await quit(opened);
    expect(opened.terminal.written()).not.toMatch(/\?(1049|47|1000|1002)h/);
  });
});
