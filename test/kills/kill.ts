/**
 * Kills a session at a random point and takes it up again: every record that was acknowledged is there, nothing had begun that
 * the history does not say, the session goes on to its end, and no step runs twice.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { interruptedCalls, type Message, messagesOf, type Snapshot, stateOf } from '../../packages/core/src/index.ts';
import {
  type History,
  openHistory,
  readHistory,
  replayHistory,
  verifyHistory,
} from '../../packages/history/src/index.ts';
import { createSession } from '../../packages/runtime/src/index.ts';
import { doors, STARTED } from './doors.ts';

export type Killed = {
  /** What was lost, or done twice; null where all is well. */
  readonly problem: string | null;
  /** Where it was killed: the state that the history ends in; '' before the first record, `closed` after its end. */
  readonly state: string;
  readonly wasTorn: boolean;
};

const STOPS = new Set(['finished', 'failed', 'idle']);
const PATIENCE_MS = 20_000;

/** Of so many undisturbed sessions the quickest counts: else most would be killed after their end. */
const UNDISTURBED = 3;

/**
 * How long a whole session takes that nobody kills, from when it is ready.
 * @param program what Node runs: a file, and arguments before those of `session-process.ts`
 */
export async function undisturbedMs(program: readonly string[], folder: string): Promise<number> {
  const taken: number[] = [];
  while (taken.length < UNDISTURBED) {
    const { child, file, log } = await begun(program, folder);
    const startedAt = performance.now();
    await once(child, 'exit');
    taken.push(performance.now() - startedAt);
    for (const path of [file, log]) rmSync(path);
  }
  return Math.min(...taken);
}

/** @param afterMs counted from when the process is ready to begin */
export async function killAndResume(program: readonly string[], folder: string, afterMs: number): Promise<Killed> {
  const { child, file, log } = await begun(program, folder);
  const gone = once(child, 'exit');
  await wait(afterMs);
  child.kill('SIGKILL');
  await gone;
  try {
    return await lookAt(file, log);
  } finally {
    for (const path of [file, `${file}.torn`, log]) rmSync(path, { force: true });
  }
}

let sessions = 0;

async function begun(program: readonly string[], folder: string) {
  sessions += 1;
  const [file, log] = [join(folder, `${sessions}.xml`), join(folder, `${sessions}.log`)];
  const child = spawn(process.execPath, [...program, file, log], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return { child, file, log };
}

async function lookAt(file: string, log: string): Promise<Killed> {
  const acknowledged = Math.max(0, ...lines(log, 'acknowledged').map(Number));
  const opened = existsSync(file) ? openHistory(file) : null;
  const killed = (problem: string | null, state = '', wasTorn = false): Killed => ({ problem, state, wasTorn });
  if (opened === null || (!opened.ok && opened.error.kind === 'empty')) {
    return killed(acknowledged === 0 ? null : `${acknowledged} records are gone`);
  }
  if (!opened.ok) return killed(opened.error.message);
  const { history, torn } = opened;
  try {
    const { n } = history.last();
    if (n < acknowledged) return killed(`${acknowledged} records were acknowledged, ${n} are there`);
    const begunBefore = lines(log, 'begun');
    const intents = await intentsIn(file);
    if (intents < begunBefore.length) return killed(`${begunBefore.length} steps had begun, ${intents} are recorded`);
    const replayed = await replayHistory(file);
    if (!replayed.ok) return killed(`it cannot be replayed: ${JSON.stringify(replayed)}`);
    const state = stateOf(replayed.snapshot);
    if (n === 0) return killed(null);
    if (replayed.unfinished.length > 0) history.append(replayed.unfinished, { sync: false });
    const problem = await resumed(history, replayed.snapshot, log);
    return killed(problem ?? twice(lines(log, 'begun')) ?? (await faultIn(file)), state, torn !== null);
  } finally {
    history.close();
  }
}

/** Goes on with the session to its end; what hinders that, or null. */
async function resumed(history: History, from: Snapshot, logFile: string): Promise<string | null> {
  const log = openSync(logFile, 'a');
  try {
    const sink = {
      append(...[records, options]: Parameters<History['append']>) {
        const appended = history.append(records, { ...options, sync: false });
        return appended.ok ? { ok: true as const } : { ok: false as const, message: appended.error.message };
      },
    };
    const { model, ...others } = doors(sink, log);
    let first: readonly Message[] | null = null;
    const ask: typeof model.ask = (messages, ...rest) => {
      first ??= messages;
      return model.ask(messages, ...rest);
    };
    const session = createSession({ ...others, model: { ask } }, from);
    session.send({ ...STARTED, type: 'session.resumed', parent: null });
    const state = () => stateOf(session.snapshot());
    const wasAsked = session.snapshot().context.result !== null || state() === 'failed';
    session.send(
      state() === 'failed'
        ? { type: 'resume.requested' }
        : { type: 'prompt.given', text: wasAsked ? 'Go on.' : 'Do all steps.' },
    );
    const end = performance.now() + PATIENCE_MS;
    while (!STOPS.has(state())) {
      if (performance.now() > end) return `it stays in ${state()}`;
      await wait(1);
    }
    session.send({ type: 'session.ended', reason: 'done' });
    await session.stop();
    const lost = lostIn(first ?? [], from);
    if (lost !== null) return lost;
    return session.snapshot().context.result?.kind === 'done'
      ? null
      : `it ended in ${JSON.stringify(session.snapshot().context.result)}`;
  } finally {
    closeSync(log);
  }
}

/** What the first request after a session was taken up lacks of what the model had seen, and of what was interrupted. */
function lostIn(request: readonly Message[], { context }: Snapshot): string | null {
  const seen = messagesOf(context);
  const lost = seen.findIndex(({ content }, index) => !request[index]?.content.startsWith(content));
  if (lost >= 0) return `message ${lost} is not in the first request`;
  const told = request[seen.length]?.content ?? '';
  const untold = interruptedCalls(context).find(({ ref }) => !told.includes(`call="${ref.call}" status="aborted"`));
  return untold === undefined ? null : `the model is not told that call ${untold.ref.call} was interrupted`;
}

/** What follows a word on the lines of the log. */
function lines(log: string, word: string): readonly string[] {
  if (!existsSync(log)) return [];
  const all = readFileSync(log, 'utf8').split('\n');
  return all.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
}

/** How many steps were to be run, as the history says. */
async function intentsIn(file: string): Promise<number> {
  const read = await readHistory(file);
  return read.ok ? read.records.filter(({ kind, type }) => kind === 'effect' && type === 'tool.run').length : -1;
}

function twice(steps: readonly string[]): string | null {
  const again = steps.find((step, index) => steps.indexOf(step) !== index);
  return again === undefined ? null : `${again} ran twice`;
}

async function faultIn(file: string): Promise<string | null> {
  const verified = verifyHistory(file);
  if (!verified.ok || verified.fault !== null) return 'the chain of what was resumed does not hold';
  const replayed = await replayHistory(file);
  return replayed.ok ? null : `what was resumed cannot be replayed: ${JSON.stringify(replayed)}`;
}
