/**
 * A hook that is a module, in a process of its own: for modules that a project brings, which never run in this process. Calls
 * and answers are lines of JSON on its standard input and output (docs/hooks.md). The process begins with the first call and
 * stays, so that a later call finds what an earlier one has left; it begins anew where it was ended for taking too long, and
 * where the person has trusted other files meanwhile.
 */
import type { ChildProcess } from 'node:child_process';
import type { HookPoint } from '@tagma/core';
import type { Json, JsonObject } from '@tagma/protocol';
import { type Command, runCommand } from '@tagma/tools';
import { ANSWER_BYTES_MAX, tooMuch } from './answer-text.ts';
import { type BroughtHook, notAdmitted } from './brought.ts';
import type { Hook, HookHandler } from './hook.ts';
import { type Answered, answeredIn, answerOf, type ModuleHook, type Waiting } from './module-hook.ts';
import { HOST } from './process-host.ts';

/** A module that a project brings. */
export type ProcessHook = ModuleHook & {
  /** Where it runs. */
  readonly folder: string;
  readonly brought: BroughtHook;
};

/** The hook that calls a module in a process of its own. `end` ends it. */
export function processHook({ on, url, folder, brought, ...rest }: ProcessHook): Hook {
  let running: { readonly process: ModuleProcess; readonly files: string } | null = null;
  const end = (why: string) => {
    running?.process.end(new Error(why));
    running = null;
  };
  const call = async (point: HookPoint, data: JsonObject, signal: AbortSignal) => {
    const admitted = brought.admit(point, data);
    if (!admitted.ok) return notAdmitted(point, admitted.why);
    const files = JSON.stringify([...admitted.copies]);
    // What runs there was loaded from other files.
    if (running !== null && running.files !== files) end('its files are others by now');
    if (running === null || running.process.hasEnded()) {
      const { bounds, spawn } = brought;
      const command: Command = {
        ...{ file: process.execPath, args: ['--eval', HOST, '--', url], folder, environment: process.env },
        ...{ input: 'pipe', bounds, copies: admitted.copies },
      };
      running = { process: startModule(command, spawn), files };
    }
    return running.process.call(point, data, signal);
  };
  const handlers = on.map((point): [HookPoint, HookHandler] => [point, (data, signal) => call(point, data, signal)]);
  return { ...rest, on: Object.fromEntries(handlers), end: () => end('the session has ended') };
}

type ModuleProcess = {
  readonly call: (point: HookPoint, data: JsonObject, signal: AbortSignal) => Promise<Json | undefined>;
  readonly hasEnded: () => boolean;
  readonly end: (error: Error) => void;
};

function startModule(command: Command, spawn: BroughtHook['spawn']): ModuleProcess {
  const stopping = new AbortController();
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | null = null;
  let calls = 0;
  let isOver = false;

  const end = (error: Error) => {
    isOver = true;
    stopping.abort();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  /** This program waits for an answer, and for nothing else that it does. */
  const holdOpen = () => {
    const output = child?.stdout as { ref?: () => void; unref?: () => void } | null | undefined;
    // Its end is to be heard as well, and comes after that of its output.
    for (const one of [output, child]) {
      if (waiting.size > 0) one?.ref?.();
      else one?.unref?.();
    }
  };
  const settle = (answered: Answered) => {
    const asked = waiting.get(answered.call);
    if (!asked) return;
    waiting.delete(answered.call);
    holdOpen();
    try {
      asked.resolve(answerOf(answered));
    } catch (error) {
      asked.reject(error as Error);
    }
  };
  const lines = lineReader(
    (line) => {
      const answered = answeredIn(jsonIn(line));
      if (answered !== null) settle(answered);
    },
    () => end(tooMuch()),
  );
  const complaint: Buffer[] = [];
  void runCommand({
    command,
    timeoutMs: null,
    signal: stopping.signal,
    inBackground: true,
    spawn(given) {
      child = spawn(given);
      const input = child.stdin as { unref?: () => void } | null;
      input?.unref?.();
      return child;
    },
    onBytes(chunk, stream) {
      if (stream === 'stdout') lines(chunk);
      else if (complaint.length < COMPLAINTS_MAX) complaint.push(chunk);
    },
  }).then(({ problem }) => {
    const said = Buffer.concat(complaint).toString('utf8').trim().slice(-COMPLAINT_CHARACTERS_MAX);
    end(new Error(problem ?? (said === '' ? 'its process has ended' : `its process has ended: ${said}`)));
  });

  return {
    hasEnded: () => isOver,
    end,
    call(point, data, signal) {
      const call = ++calls;
      const answer = new Promise<Json | undefined>((resolve, reject) => waiting.set(call, { resolve, reject }));
      // Still at work when nobody waits any more: it may never come to an end.
      const stop = () => waiting.has(call) && end(new Error('it was ended'));
      signal.addEventListener('abort', stop, { once: true });
      if (isOver) stop();
      else child?.stdin?.write(`${JSON.stringify({ call, point, data })}\n`);
      holdOpen();
      return answer.finally(() => signal.removeEventListener('abort', stop));
    },
  };
}

/** Of what it complained of before it ended, so much is told. */
const COMPLAINT_CHARACTERS_MAX = 2_000;
const COMPLAINTS_MAX = 100;

/** Gives each whole line; one without end is no answer. */
function lineReader(take: (line: string) => void, overflow: () => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      take(rest.subarray(0, at).toString('utf8'));
      rest = rest.subarray(at + 1);
    }
    if (rest.length > LINE_BYTES_MAX) overflow();
  };
}

/** An answer stands in its line as a text in JSON, which may take more room than itself. */
const LINE_BYTES_MAX = ANSWER_BYTES_MAX * 2;

/** What is no JSON is none of ours: the module may have printed it. */
function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
