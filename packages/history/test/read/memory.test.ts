/** A history is read in memory that does not grow with it. `npm run bench -- reader` does it with 1 GB. */
import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { built } from '../built.ts';
import { append, event, newHistory } from '../sample.ts';
import { readIn } from './reading.ts';

const MEGABYTE = 1024 * 1024;
const RECORDS = 250;
const TEXT = `${'a line of output & no more\n'.repeat(40_000)}`;
const RESIDENT_MB_MAX = 200;

it('also where it is longer than all that the process ever holds', async () => {
  const { file, history } = newHistory();
  for (let n = 0; n < RECORDS; n++) append(history, [event('x', { text: TEXT })]);
  history.close();
  expect(statSync(file).size / MEGABYTE).toBeGreaterThan(RESIDENT_MB_MAX);
  const program = [await built(new URL('reader-process.ts', import.meta.url))];
  for (const how of ['check', 'parse'] as const) {
    const reading = readIn(program, file, how);
    expect(reading).toMatchObject({ kind: 'read', message: '', records: RECORDS });
    expect(reading.residentMb).toBeLessThan(RESIDENT_MB_MAX);
  }
});
