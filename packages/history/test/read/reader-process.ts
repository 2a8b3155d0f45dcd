/**
 * Reads a history in a process of its own, so that its memory can be told: `FILE PARSE [FROM]`, with PARSE `parse` or `check`.
 * Prints what it has found, how long it took and the most memory that the process had.
 */
import { recordsIn, verifyHistory } from '../../src/read/reader.ts';
import type { Reading } from './reading.ts';

const [, , file = '', how = ''] = process.argv;
const MEGABYTE = 1024 * 1024;

const startedAt = performance.now();
const found = how === 'parse' ? await parsed() : verifyHistory(file);
const ms = performance.now() - startedAt;
const [kind, message] = found.ok ? ['read', found.fault?.message ?? ''] : [found.error.kind, found.error.message];
const records = found.ok ? found.records : 0;
const reading: Reading = { kind, message, records, ms, residentMb: (process.resourceUsage().maxRSS * 1024) / MEGABYTE };
console.log(JSON.stringify(reading));

async function parsed() {
  const reading = recordsIn(file);
  for (;;) {
    const next = await reading.next();
    if (next.done) return next.value;
  }
}
