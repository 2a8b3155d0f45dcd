/**
 * A hook that is a module: a function for each of its points, by the point's name, as exports or as members of the default
 * export. It runs in a thread of its own: what it holds is its own, it cannot hold up the session even where it never comes to
 * an end, and a second call finds what the first has left, until it has been ended for taking too long.
 */
import type { Worker } from 'node:worker_threads';
import type { HookPoint } from '@tagma/core';
import type { Json, JsonObject } from '@tagma/protocol';
import { ANSWER_BYTES_MAX, readAnswer, tooMuch } from './answer-text.ts';
import type { Hook, HookHandler } from './hook.ts';

/** A hook that is a module, which exports a function for each point that it is for; it runs in a thread of its own. */
export type ModuleHook = Pick<Hook, 'name' | 'tools' | 'timeoutMs'> & {
  readonly on: readonly HookPoint[];
  /** The address of the module: `file:///…`. */
  readonly url: string;
};

export type Answered = { readonly call: number } & (
  | { readonly ok: true; readonly answer?: string }
  | { readonly ok: false; readonly message: string; readonly stack: string }
);
export type Waiting = { readonly resolve: (answer: Json | undefined) => void; readonly reject: (error: Error) => void };

/** What runs in the thread. Answers go as JSON: what cannot be written so is a mistake of the module. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const asError = (thrown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));
const loaded = import(workerData).catch((thrown) => {
  const error = asError(thrown);
  // A mistake of syntax does not say in which file it is.
  error.message = workerData + ' cannot be loaded: ' + error.message;
  throw error;
});
loaded.catch(() => {});
parentPort.on('message', async ({ call, point, data }) => {
  try {
    const own = await loaded;
    const handler = own[point] ?? own.default?.[point];
    if (typeof handler !== 'function') throw new Error('the module has no function ' + point);
    parentPort.postMessage({ call, ok: true, answer: JSON.stringify(await handler.call(own.default, data)) });
  } catch (thrown) {
    const error = asError(thrown);
    parentPort.postMessage({ call, ok: false, message: error.message, stack: error.stack ?? '' });
  }
});
`;

/** The hook that calls a module. The thread begins with the first call; `end` ends it. */
export function moduleHook({ on, url, ...rest }: ModuleHook): Hook {
  const thread = threadOf(url);
  const handlers = on.map((point): [HookPoint, HookHandler] => [
    point,
    (data, signal) => thread.call(point, data, signal),
  ]);
  return { ...rest, on: Object.fromEntries(handlers), end: thread.end };
}

/** The module can reach the port, too: what it says there may be anything. */
export function answeredIn(said: unknown): Answered | null {
  return typeof said === 'object' && said !== null && 'call' in said ? (said as Answered) : null;
}

/** @throws where it failed, or its answer is none */
export function answerOf(answered: Answered): Json | undefined {
  if (!answered.ok) throw Object.assign(new Error(String(answered.message)), { stack: String(answered.stack) });
  const text = String(answered.answer ?? '');
  if (text.length > ANSWER_BYTES_MAX) throw tooMuch();
  return readAnswer(text);
}

function threadOf(url: string) {
  let worker: Worker | null = null;
  let calls = 0;
  const waiting = new Map<number, Waiting>();

  const end = (error: Error) => {
    void worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const started = async (): Promise<Worker> => {
    const { Worker: Thread } = await import('node:worker_threads');
    if (worker !== null) return worker;
    const begun = new Thread(THREAD, { eval: true, workerData: url, stdout: true, stderr: true });
    // What it prints is for nobody: the screen, or what a script reads, is not its own.
    begun.stdout.resume();
    begun.stderr.resume();
    begun.on('message', (said: unknown) => {
      const answered = answeredIn(said);
      const asked = answered && waiting.get(answered.call);
      if (!asked) return;
      waiting.delete(answered.call);
      try {
        asked.resolve(answerOf(answered));
      } catch (error) {
        asked.reject(error as Error);
      }
    });
    begun.on('error', end);
    begun.on('exit', () => {
      if (worker === begun) end(new Error('its thread has ended'));
    });
    worker = begun;
    return begun;
  };

  return {
    end: () => end(new Error('the session has ended')),
    async call(point: HookPoint, data: JsonObject, signal: AbortSignal): Promise<Json | undefined> {
      const call = ++calls;
      const thread = await started();
      const answer = new Promise<Json | undefined>((resolve, reject) => waiting.set(call, { resolve, reject }));
      // Still at work when nobody waits any more: it may never come to an end.
      const stop = () => waiting.has(call) && end(new Error('it was ended'));
      signal.addEventListener('abort', stop, { once: true });
      thread.postMessage({ call, point, data });
      return answer.finally(() => signal.removeEventListener('abort', stop));
    },
  };
}
