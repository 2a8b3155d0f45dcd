/**
 * How fast a history is audited: chain, records, invariants and report in one pass over 100 MB as a long session leaves them;
 * and the replay beside it, which is bounded by the machine. Memory counts too: it must not grow with the file.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditHistory } from '../../packages/history/src/index.ts';
import { median, milliseconds, sayFigure } from '../figures.ts';
import { writeRealisticHistory } from '../realistic-history.ts';

const BYTES = Number(process.env.TAGMA_AUDIT_BYTES ?? 100_000_000);
const ROUNDS = 3;
const MEGABYTES_A_SECOND_MIN = 30;
const MEMORY_MB_MAX = 400;

const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
try {
  const file = join(folder, 'session.xml');
  writeRealisticHistory(file, BYTES);
  const megabytes = statSync(file).size / 1e6;
  console.log(`${megabytes.toFixed(0)} MB`);
  const speed = (ms: number) => megabytes / (ms / 1_000);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await milliseconds(() => audited(file, false)));
  sayFigure('MB a second', speed(median(times)), { min: MEGABYTES_A_SECOND_MIN });
  sayFigure('MB of memory', process.resourceUsage().maxRSS / 1_024, { max: MEMORY_MB_MAX });
  const whole = await milliseconds(() => audited(file, true));
  console.log(`${speed(whole).toFixed(1)} MB a second with the replay`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function audited(file: string, replay: boolean): Promise<void> {
  const report = await auditHistory(file, { replay });
  if ('error' in report || !report.holds) throw new Error('the history should hold');
}
