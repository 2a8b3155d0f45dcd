/**
 * A hook that is a program: it gets what it is told as one JSON object on its standard input, and answers with one on its
 * standard output, or with nothing. Exit code 2 refuses what it was asked to allow, for the reason on standard error; any other
 * but 0 is a failure.
 */
import type { HookPoint } from '@tagma/core';
import type { Json, JsonObject } from '@tagma/protocol';
import { type Command, runCommand, spawnHere } from '@tagma/tools';
import { ANSWER_BYTES_MAX, readAnswer, tooMuch } from './answer-text.ts';
import { type BroughtHook, notAdmitted, REFUSING } from './brought.ts';
import type { Hook, HookHandler } from './hook.ts';

/** A hook that is a program: it is started for each call, with JSON on its standard input and output (docs/hooks.md). */
export type CommandHook = Pick<Hook, 'name' | 'tools' | 'timeoutMs'> & {
  readonly on: readonly HookPoint[];
  /** The program and its arguments; no shell is in between. */
  readonly command: readonly [string, ...string[]];
  /** Where it runs. */
  readonly folder: string;
  /** Of one that a project brings. Left out: it is the person's own, or of the program that embeds the agent. */
  readonly brought?: BroughtHook;
};

/** It says no. */
const REFUSES = 2;
/** Of what it complained of, so much is told. */
const COMPLAINT_CHARACTERS_MAX = 2_000;

/**
 * The hook that runs a program. Never throws: what goes wrong is the rejection of the call, which the session records and
 * passes over.
 */
export function commandHook({ on, command, folder, brought, ...rest }: CommandHook): Hook {
  const handlers = on.map((point): [HookPoint, HookHandler] => [
    point,
    (data, signal) => run({ command, folder, brought }, point, data, signal),
  ]);
  return { ...rest, on: Object.fromEntries(handlers) };
}

type Run = Pick<CommandHook, 'command' | 'folder'> & { readonly brought: BroughtHook | undefined };

async function run(
  { command: [file, ...args], folder, brought }: Run,
  point: HookPoint,
  data: JsonObject,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const output = { stdout: collected(), stderr: collected() };
  const admitted = brought?.admit(point, data);
  if (admitted?.ok === false) return notAdmitted(point, admitted.why);
  const command: Command = {
    ...{ file, args, folder, environment: process.env, input: { text: JSON.stringify(data) } },
    ...(brought && admitted && { bounds: brought.bounds, copies: admitted.copies }),
  };
  const {
    cause,
    exitCode,
    signal: killedBy,
    problem,
  } = await runCommand({
    command,
    // Whoever calls the hook has an eye on the time, and aborts.
    timeoutMs: null,
    signal,
    spawn: brought?.spawn ?? spawnHere,
    onBytes: (chunk, stream) => output[stream].take(chunk),
  });
  const complaint = output.stderr.text().trim().slice(-COMPLAINT_CHARACTERS_MAX);
  if (cause === 'failed') throw new Error(`${file} could not be started: ${problem}`);
  if (cause !== 'exit') throw new Error('it was ended before it was done');
  const word = REFUSING[point];
  if (exitCode === REFUSES && word !== undefined) return { [word]: complaint || true };
  if (exitCode !== 0) {
    const kept = brought?.bounds ? (brought.stopped?.(command, exitCode, complaint) ?? null) : null;
    const how = killedBy ? `killed by ${killedBy}` : `exit code ${exitCode}`;
    throw new Error(withText(kept === null ? how : `${how} (the sandbox has kept it from ${kept})`, complaint));
  }
  return readAnswer(output.stdout.text());
}

function withText(what: string, complaint: string): string {
  return complaint === '' ? what : `${what}: ${complaint}`;
}

function collected() {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    take(chunk: Buffer) {
      bytes += chunk.length;
      if (bytes <= ANSWER_BYTES_MAX) chunks.push(chunk);
    },
    /** @throws where it is too much */
    text() {
      if (bytes > ANSWER_BYTES_MAX) throw tooMuch();
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}
