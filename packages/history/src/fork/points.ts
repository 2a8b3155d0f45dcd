/** Where a session is worth forking at: right before each prompt. */
import type { Failed } from '../error.ts';
import type { Fault } from '../read/order.ts';
import { loadParser } from '../read/parse.ts';
import { walkFile } from '../read/source.ts';

const PROMPT = /^<event n="[0-9]+" type="prompt\.given"/;

/** A prompt before which a session can be forked. */
export type ForkPoint = {
  /** Which prompt of the session it is, from 1. */
  readonly prompt: number;
  /** The number of the prompt's record: the fork before it is the one at the record before. */
  readonly record: number;
  /** When it was given, in milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
};

/** The prompts of a session, or why they could not be read. */
export type ForkPoints =
  | {
      readonly ok: true;
      readonly points: readonly ForkPoint[];
      /** The first record that is not as it was written: what follows it was not looked at. */
      readonly fault: Fault | null;
    }
  | Failed;

/**
 * The prompts of a session in order, as far as its records are whole. One that waited for the end of a turn stands where it
 * was typed.
 */
export async function forkPoints(file: string): Promise<ForkPoints> {
  const parse = await loadParser();
  const walking = walkFile(file);
  const points: ForkPoint[] = [];
  for (;;) {
    const next = walking.next();
    if (next.done) return next.value.ok ? { ok: true, points, fault: next.value.fault } : next.value;
    const { n, bytes } = next.value;
    if (!PROMPT.test(bytes.toString('latin1', 0, 64))) continue;
    const record = parse(bytes);
    if (!record.ok) continue;
    const { text } = record.fields;
    points.push({ prompt: points.length + 1, record: n, at: record.at, text: typeof text === 'string' ? text : '' });
  }
}
