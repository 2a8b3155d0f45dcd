/**
 * Drives the machine again from a history alone: its events go in, and what comes out is compared with the file.
 *
 * Where today's machine ran the session, all is written anew, by the code that wrote it then, and must be the same byte by
 * byte. Only the salts are taken from the file, for they were chance; no state, effect or note is. Where an older one ran it
 * (`older.ts`), what it understood and decided drives, and what comes out otherwise is listed.
 */
import { BEHAVIOUR, type Snapshot, start, stateOf, step } from '@tagma/core';
import { type HistoryRecord, headText } from '@tagma/protocol';
import type { Failed } from '../error.ts';
import { loadParser, type ParseRecord } from '../read/parse.ts';
import { walkFile } from '../read/source.ts';
import { ENDING, type Torn } from '../read/tail.ts';
import type { Walked, WalkedRecord } from '../read/walk.ts';
import { type Divergence, divergence } from './divergence.ts';
import { isDivergence, type Machine, type ReplayedStep, Retelling } from './retelling.ts';

/** What came of a replay: the same file again, or the first record that is another one. */
export type Replayed<S = Snapshot> =
  | {
      readonly ok: true;
      readonly events: number;
      readonly states: number;
      readonly effects: number;
      readonly notes: number;
      /** How many bytes were made again: all of the file, but for a torn tail, and what older programs have written. */
      readonly bytes: number;
      readonly torn: Torn | null;
      /** What the last event leads to and a torn file does not hold: to be appended before anything else. */
      readonly unfinished: readonly HistoryRecord[];
      /** Where the session stands. */
      readonly snapshot: S;
      /** The behaviour numbers under which it was run, in order. */
      readonly behaviours: readonly number[];
      /** How many differences there are from what older programs did; each stands in its step. */
      readonly differences: number;
    }
  | Divergence;

/** Replays a whole file with today's machine, or with another. Never throws for what the file holds. */
export function replayHistory(file: string): Promise<Replayed | Failed>;
export function replayHistory<S>(file: string, machine: Machine<S>): Promise<Replayed<S> | Failed>;
export async function replayHistory<S>(file: string, machine?: Machine<S>): Promise<Replayed<S | Snapshot> | Failed> {
  const replaying: AsyncGenerator<unknown, Replayed<S | Snapshot> | Failed> =
    machine === undefined ? replaySteps(file) : replaySteps(file, machine);
  for (;;) {
    const next = await replaying.next();
    if (next.done) return next.value;
  }
}

/** The same step by step, as fast as they are asked for; how it ended comes last. */
export function replaySteps(file: string): AsyncGenerator<ReplayedStep, Replayed | Failed>;
export function replaySteps<S>(
  file: string,
  machine: Machine<S>,
): AsyncGenerator<ReplayedStep<S>, Replayed<S> | Failed>;
export async function* replaySteps<S>(
  file: string,
  machine?: Machine<S>,
): AsyncGenerator<ReplayedStep<S | Snapshot>, Replayed<S | Snapshot> | Failed> {
  const parse = await loadParser();
  if (machine !== undefined) return yield* replayWith(file, machine, parse);
  return yield* replayWith(file, { behaviour: BEHAVIOUR, start, step, stateOf }, parse);
}

function* replayWith<S>(
  file: string,
  machine: Machine<S>,
  parse: ParseRecord,
): Generator<ReplayedStep<S>, Replayed<S> | Failed> {
  const replay = new Retelling(machine, parse);
  const walking = walkFile(file);
  let group: WalkedRecord[] = [];
  try {
    for (;;) {
      const next = walking.next();
      if (next.done) return yield* endOf(replay, group, next.value);
      const record = next.value;
      if (record.kind === 'event' && group.length > 0) {
        const taken = replay.take(group, record);
        if (isDivergence(taken)) return taken;
        yield taken;
        group = [];
      }
      group.push(record);
    }
  } finally {
    walking.return(undefined as never);
  }
}

/** The last step, of which a torn file may hold only a part; and how all of it went. */
function* endOf<S>(
  replay: Retelling<S>,
  group: readonly WalkedRecord[],
  walked: Walked | Failed,
): Generator<ReplayedStep<S>, Replayed<S> | Failed> {
  if (!walked.ok) {
    const { kind, record, message } = walked.error;
    return kind === 'damaged' && record !== null
      ? divergence(record, 'chain', 'the file as it was written', message)
      : walked;
  }
  const { fault, torn, head, before } = walked;
  if (group.length > 0) {
    const taken = replay.take(group, null);
    if (isDivergence(taken)) return taken;
    if (fault === null) yield taken;
  }
  if (fault !== null) return divergence(fault.record, 'chain', 'the file as it was written', fault.message);
  if (before !== `${headText(head)}\n`) return divergence(1, 'chain', headText(head), before);
  const { counts, snapshot, behaviours, differences, due: unfinished } = replay;
  const whole = walked.end + (torn === null ? ENDING.length : 0);
  const bytes = replay.wasOlder ? replay.bytes : whole;
  return { ok: true, ...counts, bytes, torn, unfinished, snapshot, behaviours, differences };
}
