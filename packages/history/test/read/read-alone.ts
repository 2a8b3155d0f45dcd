/**
 * Reads a history in a process that does nothing else, so that its memory can be told: `FILE HOW`, with HOW `parse` or `check`.
 * Prints what it has found, how long it took and the most memory that the process had.
 */
import { recordsIn, verifyHistory } from '../../src/read/reader.ts';
import type { Reading } from './reading.ts';

const MEGABYTE = 1024 * 1024;

/** @param args as above */
export async function printReading([file = '', how = '']: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const found = how === 'parse' ? await parsed(file) : verifyHistory(file);
  const ms = performance.now() - startedAt;
  const [kind, message] = found.ok ? ['read', found.fault?.message ?? ''] : [found.error.kind, found.error.message];
  const residentMb = (process.resourceUsage().maxRSS * 1024) / MEGABYTE;
  const reading: Reading = { kind, message, records: found.ok ? found.records : 0, ms, residentMb };
  console.log(JSON.stringify(reading));
}

async function parsed(file: string) {
  const reading = recordsIn(file);
  for (;;) {
    const next = await reading.next();
    if (next.done) return next.value;
  }
}
