/** A terminal without a screen: what a program writes goes through a real emulator, what is typed comes in as bytes. */
import type { EventEmitter } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { Terminal } from '@xterm/headless';
import type { TerminalInput, TerminalOutput } from '../src/terminal/blessed-screen.ts';

export type FakeTerminal = {
  readonly input: TerminalInput & { raw: boolean };
  readonly output: TerminalOutput;
  type(bytes: string | Uint8Array): void;
  resize(columns: number, rows: number): void;
  /** Closes the terminal, as a window that is shut. */
  hangUp(): void;
  /** The terminal is gone: from now on every touch is an error of its stream, as of a real one. */
  vanish(): void;
  rows(): string[];
  /** Waits until the rows are as wanted; gives them as they are when it has waited long enough. */
  until(wanted: (rows: readonly string[]) => boolean): Promise<string[]>;
  /** Once all that was written has gone through the emulator. */
  settled(): Promise<void>;
  /** All that was written. */
  readonly written: () => string;
  readonly emulator: Terminal;
};

const WAIT_MS = 5_000;
const LOOK_AGAIN_MS = 5;

export function fakeTerminal(columns: number, rows: number): FakeTerminal {
  const emulator = new Terminal({ cols: columns, rows, allowProposedApi: true });
  const chunks: Buffer[] = [];

  let gone = false;
  const keyboard = new PassThrough();
  const input = Object.assign(keyboard, {
    raw: false,
    setRawMode(raw: boolean) {
      if (gone) input.emit('error', new Error('setRawMode EIO'));
      else input.raw = raw;
    },
  });

  const screen = new Writable({
    autoDestroy: false,
    write(chunk: Buffer, _encoding, done) {
      if (gone) return done(new Error('write EIO'));
      chunks.push(chunk);
      emulator.write(chunk, () => done());
    },
  });
  const output = Object.assign(screen, { isTTY: true, columns, rows });

  function look(): string[] {
    const buffer = emulator.buffer.active;
    return Array.from(
      { length: emulator.rows },
      (_, y) =>
        buffer
          .getLine(buffer.baseY + y)
          ?.translateToString()
          .trimEnd() ?? '',
    );
  }

  return {
    input,
    output,
    emulator,
    type: (bytes) => void keyboard.write(bytes),
    resize(nextColumns, nextRows) {
      emulator.resize(nextColumns, nextRows);
      Object.assign(output, { columns: nextColumns, rows: nextRows });
      (output as EventEmitter).emit('resize');
    },
    hangUp: () => void keyboard.end(),
    vanish() {
      gone = true;
    },
    rows: look,
    async until(wanted) {
      const end = Date.now() + WAIT_MS;
      while (!wanted(look()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      return look();
    },
    settled: () => new Promise((resolve) => void output.write('', () => resolve())),
    written: () => Buffer.concat(chunks).toString('utf8'),
  };
}
