/** A whole session as it stands in the terminal when it is over, inline and line by line. `npm run golden` writes them anew. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../src/screen/open-screen.ts';
import { STATUS, settled, written } from '../accessible/typed-session.ts';
import { fakeTerminal } from '../fake-terminal.ts';
import { testSession } from '../session.ts';
import { STEPS } from './whole-session.ts';

const FOLDER = join(import.meta.dirname, 'sessions');
const LOADED_MS = 20_000;
const SIZE = { columns: 60, rows: 16 } as const;

/** All rows of the terminal, from the first that has scrolled away to the last; the region is gone by then. */
async function inline(): Promise<string> {
  const terminal = fakeTerminal(SIZE.columns, SIZE.rows);
  const { input, output, emulator } = terminal;
  const session = testSession();
  // xterm.js says so of itself in the terminal of VS Code.
  const env = { TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' };
  const left = openScreen({ session, input, output, status: STATUS, env, drawing: 'inline' });
  // The first time, what it needs is loaded.
  await vi.waitFor(() => expect(terminal.rows().join('')).toContain('? keys'), LOADED_MS);
  for (const step of STEPS) {
    if (typeof step === 'function') step(session);
    else terminal.type(typeof step === 'string' ? `${step}\r` : step.key);
    await settled();
    await terminal.settled();
  }
  terminal.type('\x04');
  await left;
  await terminal.settled();
  const buffer = emulator.buffer.active;
  const rows = Array.from({ length: buffer.length }, (_, y) => buffer.getLine(y)?.translateToString(true) ?? '');
  return `${rows.join('\n').trimEnd()}\n`;
}

function accessible(): Promise<string> {
  return written(STEPS.map((step) => (typeof step === 'object' ? step.line : step)));
}

const SESSIONS = { inline, accessible } as const;
const fileOf = (name: string) => join(FOLDER, `${name}.txt`);

test.runIf(process.env.UPDATE_GOLDEN)('write the sessions anew', async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  for (const [name, session] of Object.entries(SESSIONS)) writeFileSync(fileOf(name), await session());
});

test.concurrent.each(Object.entries(SESSIONS))('%s', async (name, session) => {
  expect(await session()).toBe(readFileSync(fileOf(name), 'utf8'));
});
