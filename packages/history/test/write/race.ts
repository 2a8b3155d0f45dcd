/** Two writers, one history, the same moment. */
import { once } from 'node:events';
import { verifyHistory } from '../../src/read/reader.ts';
import { startWriter } from './processes.ts';

const RACERS = 2;
const RECORDS_EACH = 3;
const REFUSED_MS_MAX = 1_000;

export type Race = {
  /** What each of two has said, in no order. */
  readonly said: readonly (readonly string[])[];
  /** How long the one that was refused waited for that. */
  readonly refusedMs: number;
  /** How many records the history has afterwards, where its chain holds. */
  readonly records: number | null;
};

/** Has two writers open the history at the same moment. The one that can appends to it, and holds it until the other has ended. */
export async function race(program: readonly string[], file: string): Promise<Race> {
  const racers = Array.from({ length: RACERS }, () => startWriter(program, ['race', file, String(RECORDS_EACH)]));
  for (const racer of racers) await racer.line();
  const startedAt = performance.now();
  const gone = Promise.race(racers.map(({ child }) => once(child, 'exit')));
  for (const { child } of racers) child.stdin.write('\n');
  await gone;
  const refusedMs = performance.now() - startedAt;
  for (const { child } of racers) child.stdin.end();
  const said: string[][] = [];
  for (const racer of racers) {
    const lines: string[] = [];
    for (let line = await racer.line(); line !== null; line = await racer.line()) lines.push(line);
    said.push(lines);
  }
  const verified = verifyHistory(file);
  return { said, refusedMs, records: verified.ok && verified.fault === null ? verified.records : null };
}

/** What is wrong with a race over a history that had so many records; null where one was refused, and no number given twice. */
export function faultOfRace({ said, refusedMs, records }: Race, before: number): string | null {
  const [[refusal = ''] = [], numbers = []] = said.toSorted((a, b) => a.length - b.length);
  const expected = Array.from({ length: RECORDS_EACH }, (_, index) => String(before + 1 + index));
  if (!refusal.startsWith('locked ')) return `nobody was refused: ${JSON.stringify(said)}`;
  if (refusedMs > REFUSED_MS_MAX) return `it took ${refusedMs} ms to refuse the second`;
  if (numbers.join() !== expected.join()) return `the numbers given are ${numbers.join()}`;
  return records === before + RECORDS_EACH ? null : `the file has ${records} records`;
}
