/**
 * Takes facts in a process beside: for a call whose files take long to look at, or lie where a server or another program may not
 * answer. A look that waits for those can be ended by nobody in its own process, and would keep that from ending too; this one is
 * killed at the deadline, and the next call gets another. It is begun by the first call that needs it and goes with the session.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Facts } from '@tagma/protocol';
import { FACTS_WORD } from './facts-word.ts';

const ANSWER_MS_MAX = 5_000;

/** What is sent there: a call, and the place without what is a function. */
export type FactsAsked = { readonly id: number; readonly call: unknown; readonly place: unknown };
export type FactsAnswered = { readonly id: number; readonly facts: Facts };

export type FactsProcess = {
  /** Never rejects: unknown where there is no answer in time. */
  readonly take: (call: object, place: object) => Promise<Facts>;
  readonly end: () => void;
};

/** @param program of the process; null where there is none that can be started (the sources, before they are bundled) */
export function factsProcess(program: string | null = ownProgram(), answerMsMax = ANSWER_MS_MAX): FactsProcess {
  let running: ChildProcess | null = null;
  let lastId = 0;
  const seconds = Math.round(answerMsMax / 100) / 10;
  const late = unknown(`it could not be found out in ${seconds} s: its files take long to look at, or do not answer`);
  const end = () => {
    running?.kill('SIGKILL');
    running = null;
  };
  // One that waits for ever does not see that it is alone.
  process.once('exit', end);
  const start = (file: string) => {
    const child = fork(file, [FACTS_WORD], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
    const forget = () => {
      if (running === child) running = null;
    };
    child.on('exit', forget).on('error', forget).on('disconnect', forget);
    child.setMaxListeners(0);
    // The end of the session does not wait for it; it ends when nobody is there to ask any more.
    child.unref();
    child.channel?.unref();
    return child;
  };
  return {
    end,
    take(call, place) {
      if (program === null) return Promise.resolve(late);
      running ??= start(program);
      const child = running;
      const id = ++lastId;
      return new Promise((resolve) => {
        const settle = (facts: Facts) => {
          clearTimeout(timer);
          child.off('message', hear).off('exit', leave).off('error', leave);
          resolve(facts);
        };
        const hear = (answer: unknown) => {
          if ((answer as FactsAnswered).id === id) settle((answer as FactsAnswered).facts);
        };
        const leave = () => settle(late);
        const timer = setTimeout(() => {
          if (running === child) end();
          else child.kill('SIGKILL');
          settle(late);
        }, answerMsMax);
        child.on('message', hear).on('exit', leave).on('error', leave);
        child.send({ id, call, place } satisfies FactsAsked, (error) => {
          if (error !== null) leave();
        });
      });
    },
  };
}

function unknown(why: string): Facts {
  return {
    ...{ reads: [], writes: [], deletes: [], runs: [], network: [], readOnly: false, forbidden: null },
    unknown: why,
  };
}

let shared: FactsProcess | null = null;

/** The one of this process, for all that is judged in it. */
export function sharedFactsProcess(): FactsProcess {
  shared ??= factsProcess();
  return shared;
}

function ownProgram(): string | null {
  const file = fileURLToPath(import.meta.url);
  return /\.[cm]?js$/.test(file) ? file : null;
}
