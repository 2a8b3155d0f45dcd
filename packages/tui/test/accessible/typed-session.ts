/** A session line by line, in process: lines are typed one after the other, and all that is written comes out. */
import { PassThrough, Writable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { NEW_MS } from '../../src/dialogs/attention.ts';
import type { ScreenOptions } from '../../src/screen/doors.ts';
import { openAccessible } from '../../src/screen/open-screen.ts';
import { type TestSession, testSession } from '../session.ts';

export const STATUS = { model: 'qwen3', folder: '/project', mode: 'default' } as const;
const WAIT_MS = 20_000;
const TURNS = 8;

/** What one step of a person or of the world is. */
export type Does = (session: TestSession) => unknown;
/** What a step gives that the next one follows without a pause. */
export const AT_ONCE = Symbol('at once');

/** Longer than a question is new. In turns, so that on a busy machine what a timer begins is over, too. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await setTimeout((NEW_MS + 50) / TURNS);
}

/** The same on a clock that the test moves: nobody waits for it. A line passes through a stream on its way. */
async function settledAtOnce(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await vi.dynamicImportSettled();
    await setImmediate();
    await vi.advanceTimersByTimeAsync((NEW_MS + 50) / TURNS);
  }
}

/** Lines in text are typed, the terminal's echo among what is written; after each step everything is said. */
export async function written(
  steps: readonly (string | Does)[],
  options: Partial<ScreenOptions> = {},
): Promise<string> {
  let text = '';
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const input = new PassThrough();
  const session = testSession();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const left = openAccessible({ session, input, output, status: STATUS, env: {}, ...options });
  // The first time, what it needs is loaded.
  await vi.waitFor(() => expect(text).toContain('you: '), WAIT_MS);
  for (const step of steps) {
    if (typeof step === 'string') {
      text += `${step}\n`;
      input.write(`${step}\n`);
    } else if (step(session) === AT_ONCE) continue;
    await settledAtOnce();
  }
  input.end();
  const { kind } = await left;
  return `${text}<${kind}>`;
}
