/**
 * The person runs a command of his own, while no turn runs. The model is told of it, before whatever it is told next, in a form
 * that no observation of its own actions has. Pure functions of the context.
 */
import { alteredSpellings, type Outcome, type OutcomeStatus, writeObservation } from '@tagma/protocol';
import type { Context } from './context.ts';
import { appendUser } from './conversation.ts';
import type { ShellEnded } from './events.ts';
import { shortAnswer } from './observations.ts';
import { isSaidSince } from './queue.ts';

const BY_THE_USER = 'The user has run a command himself. It was no action of yours.';

export function beginCommand(context: Context, command: string): Context {
  return { ...context, commanding: { command, lastMessage: context.lastMessage } };
}

/** Whether something has been said since it began that begins a turn. What the person has stopped begins none. */
export function isSaidSinceCommand(context: Context): boolean {
  const { commanding, cancelled } = context;
  return commanding !== null && cancelled.length === 0 && isSaidSince(context, commanding.lastMessage);
}

/** The command, and what came of it. */
export function takeCommand(context: Context, { outcome, durationMs }: ShellEnded): Context {
  const { status, content, notes = [] } = outcome;
  return { ...withCommandTold(context, { status, content, notes, durationMs }), requests: [], cancelled: [] };
}

/** The session was cut off while it ran. */
export function withCommandCutOff(context: Context, why: string): Context {
  if (context.commanding === null) return context;
  return withCommandTold(context, { status: 'aborted', content: '', notes: [why], durationMs: null });
}

type Told = Pick<Outcome, 'content'> & {
  readonly status: OutcomeStatus;
  readonly notes: readonly string[];
  readonly durationMs: number | null;
};

function withCommandTold(context: Context, told: Told): Context {
  const command = context.commanding?.command ?? '';
  const [whole, short] = [written(command, told), written(command, shortAnswer(told, 'output'))];
  const shown = [...new Set([...context.shown, ...alteredSpellings(whole)])];
  return {
    ...context,
    commanding: null,
    conversation: appendUser(context, whole, { parts: [{ from: 0, to: whole.length, short, shows: null }] }),
    shown,
  };
}

/** Every line of the command is marked, and stands before the first line that the command could have written. */
function written(command: string, { status, content, notes, durationMs }: Told): string {
  const lines = command.split('\n').map((line, i) => `${i === 0 ? '$' : '>'} ${line}`);
  const output = content === '' ? [] : ['What came of it:', content];
  const head = { tool: 'shell', by: 'user', status, ms: durationMs, notes } as const;
  return writeObservation(head, [BY_THE_USER, ...lines, ...output].join('\n'));
}
