/**
 * Counts tokens by an exact encoder, in a thread that is begun for one count and ended after it: no frame of the screen waits
 * while the encoder's table is read (some 0.1 s), and its memory (some 70 MB) is given back. Counts are far apart.
 */
import type { CountTokens } from '@tagma/runtime';
import { encoderScript } from './assets.ts';

/** A count of a million tokens takes less. */
const COUNT_MS_MAX = 60_000;

/** Behind the script of the encoder, plain JavaScript: an exception there ends the thread, and that is heard. */
const COUNT = `
const { parentPort, workerData } = require('node:worker_threads');
let tokens = 0;
for (const text of workerData) tokens += module.exports.countTokens(text, { disallowedSpecial: new Set() });
parentPort.postMessage(tokens);
`;

export const countTokens: CountTokens = async (texts, signal) => {
  const { Worker } = await import('node:worker_threads');
  signal.throwIfAborted();
  const script = `const module = { exports: {} };\n(function (exports) {${encoderScript()}\n})(module.exports);${COUNT}`;
  const thread = new Worker(script, { eval: true, workerData: texts, execArgv: [], env: {} });
  // Nobody waits for it: least of all the end of the program.
  thread.unref();
  try {
    return await answerOf(thread, AbortSignal.any([signal, AbortSignal.timeout(COUNT_MS_MAX)]));
  } finally {
    await thread.terminate();
  }
};

type Thread = InstanceType<typeof import('node:worker_threads')['Worker']>;

function answerOf(thread: Thread, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => reject(new Error('the thread that counts tokens has ended by itself')));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
