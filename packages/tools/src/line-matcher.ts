/**
 * Tests lines by a regular expression in a thread of its own: a pattern that backtracks without end would hold up the
 * whole program, and cannot be stopped but with its thread.
 */
import type { Worker } from 'node:worker_threads';

/** Plain JavaScript, as a text: it needs no file, and so runs from a bundle too. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const expression = new RegExp(workerData.source, workerData.flags);
parentPort.on('message', (lines) => {
  parentPort.postMessage(lines.flatMap((line, at) => (expression.test(line) ? [at] : [])));
});
`;

export type LineMatcher = {
  /**
   * The places of the lines that match, or `late` where the time of this matcher was up. Rejects with the signal's reason.
   * One call after the other.
   */
  matches(lines: readonly string[]): Promise<readonly number[] | 'late'>;
  /** Ends the thread, whatever it does. */
  end(): Promise<void>;
};

/** `timeMs`: for all calls together. */
export async function startMatcher(expression: RegExp, timeMs: number, signal: AbortSignal): Promise<LineMatcher> {
  const { Worker } = await import('node:worker_threads');
  signal.throwIfAborted();
  const { source, flags } = expression;
  const thread = new Worker(THREAD, { eval: true, workerData: { source, flags }, execArgv: [] });
  // What goes wrong in the thread ends it, and that is heard.
  thread.on('error', () => {});
  const deadline = performance.now() + timeMs;
  return {
    matches: (lines) => answer(thread, lines, deadline - performance.now(), signal),
    async end() {
      await thread.terminate();
    },
  };
}

function answer(
  thread: Worker,
  lines: readonly string[],
  leftMs: number,
  signal: AbortSignal,
): Promise<readonly number[] | 'late'> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController();
    const settle = (give: () => void) => {
      clearTimeout(timer);
      settled.abort();
      thread.off('message', onMessage).off('exit', onExit);
      give();
    };
    const onMessage = (found: readonly number[]) => settle(() => resolve(found));
    const onExit = () => settle(() => reject(new Error('The thread that searches has ended by itself.')));
    const timer = setTimeout(() => settle(() => resolve('late')), Math.max(0, leftMs));
    thread.on('message', onMessage).on('exit', onExit);
    signal.addEventListener('abort', () => settle(() => reject(signal.reason)), { once: true, signal: settled.signal });
    if (signal.aborted) settle(() => reject(signal.reason));
    else thread.postMessage(lines);
  });
}
