/**
 * Drives the machine again from a history alone: its events go in, and what comes out is written anew, by the code that
 * wrote it then, and compared with the file byte by byte. Only the salts are taken from the file, for they were chance;
 * no state, effect or note is.
 */
import { type AgentEvent, BEHAVIOUR, type Emitted, start, stateOf, step } from '@tagma/core';
import { encodeRecord, type HistoryHead, type HistoryRecord, headText } from '@tagma/protocol';
import type { Failed } from '../error.ts';
import { loadParser, type ParseRecord } from '../read/parse.ts';
import { walkFile } from '../read/source.ts';
import { ENDING, type Torn } from '../read/tail.ts';
import type { WalkedRecord } from '../read/walk.ts';
import { sha256 } from '../sha256.ts';
import { type Divergence, divergence, readableFrom } from './divergence.ts';
import { eventOf, recordsOf } from './records.ts';

/** The pure machine, as `@tagma/core` has it. */
export type Machine<S> = {
  /** The behaviour number that its sessions carry. */
  readonly behaviour: number;
  readonly start: () => S;
  readonly step: (snapshot: S, event: AgentEvent) => { readonly snapshot: S; readonly emitted: readonly Emitted[] };
  readonly stateOf: (snapshot: S) => string;
};

export type Replayed =
  | {
      readonly ok: true;
      readonly events: number;
      readonly states: number;
      readonly effects: number;
      readonly notes: number;
      /** How many bytes were made again: all of the file, but for a torn tail. */
      readonly bytes: number;
      readonly torn: Torn | null;
      /** What the last event leads to and a torn file does not hold: to be appended before anything else. */
      readonly unfinished: readonly HistoryRecord[];
    }
  | Divergence;

/** Replays with today's machine, or with another. Never throws for what the file holds. */
export function replayHistory(file: string): Promise<Replayed | Failed>;
export function replayHistory<S>(file: string, machine: Machine<S>): Promise<Replayed | Failed>;
export async function replayHistory<S>(file: string, machine?: Machine<S>): Promise<Replayed | Failed> {
  const parse = await loadParser();
  if (machine !== undefined) return replayWith(file, machine, parse);
  return replayWith(file, { behaviour: BEHAVIOUR, start, step, stateOf }, parse);
}

function replayWith<S>(file: string, machine: Machine<S>, parse: ParseRecord): Replayed | Failed {
  const replay = new Replay(machine, parse);
  let found: Divergence | null = null;
  const walked = walkFile(file, (record, head) => {
    found = replay.take(record, head);
    return found === null;
  });
  if (!walked.ok) {
    const { kind, record, message } = walked.error;
    return kind === 'damaged' && record !== null
      ? divergence(record, 'chain', 'the file as it was written', message)
      : walked;
  }
  if (found !== null) return found;
  const { fault, torn, head, before, end } = walked;
  if (fault !== null) return divergence(fault.record, 'chain', 'the file as it was written', fault.message);
  if (before !== `${headText(head)}\n`) return divergence(1, 'chain', headText(head), before);
  const bytes = torn === null ? end + ENDING.length : end;
  return { ok: true, ...replay.counts, bytes, torn, unfinished: replay.due };
}

/** Takes the records of a file one by one; between them it holds what the machine has yet to see in the file. */
class Replay<S> {
  readonly counts = { events: 0, states: 0, effects: 0, notes: 0 };
  /** The records that the last event led to, as far as the file has not shown them yet. */
  due: HistoryRecord[] = [];
  readonly #machine: Machine<S>;
  readonly #parse: ParseRecord;
  #snapshot: S;
  #previous = '';

  constructor(machine: Machine<S>, parse: ParseRecord) {
    this.#machine = machine;
    this.#parse = parse;
    this.#snapshot = machine.start();
  }

  /** Makes the record again, and compares. */
  take(record: WalkedRecord, head: HistoryHead): Divergence | null {
    if (record.n === 1) this.#previous = `${headText(head)}\n`;
    if (this.due.length === 0) {
      const stopped = this.#step(record);
      if (stopped !== null) return stopped;
    }
    const expected = this.due.shift();
    if (expected === undefined) throw new Error('a step led to no record');
    const salts = record.salts.values();
    const salt = (): string => salts.next().value ?? '';
    const made = encodeRecord(expected, { n: record.n, previous: this.#previous, hash: sha256, salt });
    const got = record.bytes.toString('utf8');
    if (made.text !== got) {
      if (record.salts.includes(null)) return takenOut(record.n);
      return divergence(record.n, expected.kind, ...readableFrom(made.text, got));
    }
    this.#previous = made.hash;
    this.counts[`${expected.kind}s`] += 1;
    return null;
  }

  /** Tells the machine of the event in the record, and keeps what it must lead to. */
  #step(record: WalkedRecord): Divergence | null {
    const { n, bytes } = record;
    if (record.kind !== 'event') {
      const [, got] = readableFrom('', bytes.toString());
      return divergence(n, record.kind, 'an event: the machine emitted nothing more', got);
    }
    const read = this.#parse(bytes);
    if (!read.ok) return divergence(n, 'event', 'a record that can be read', read.message);
    if (read.takenOut.length > 0) return takenOut(n);
    const { behaviour } = read.fields;
    if (read.type === 'session.started' && behaviour !== this.#machine.behaviour) {
      return divergence(n, 'behaviour', `behaviour ${this.#machine.behaviour}`, `behaviour ${String(behaviour)}`);
    }
    const event = eventOf(read);
    try {
      const { snapshot, emitted } = this.#machine.step(this.#snapshot, event);
      this.#snapshot = snapshot;
      this.due = recordsOf(event, emitted, this.#machine.stateOf(snapshot));
    } catch (error) {
      return divergence(n, 'machine', `the machine takes ${event.type}`, String(error));
    }
    return null;
  }
}

function takenOut(n: number): Divergence {
  return divergence(n, 'taken-out', 'all texts of the record', 'a record that a text was taken out of');
}
