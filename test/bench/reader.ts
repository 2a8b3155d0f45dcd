/**
 * How fast a history is opened, checked and read, and in how much memory: 10,000 records are opened to go on with; the chain of
 * 64 MB is checked and its records parsed; and 1 GB is checked and parsed in processes of their own.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistory, openHistory, recordsIn, verifyHistory } from '../../packages/history/src/index.ts';
import { printReading } from '../../packages/history/test/read/read-alone.ts';
import { readIn } from '../../packages/history/test/read/reading.ts';
import { median, milliseconds, sayFigure } from '../figures.ts';
import { writeRealisticHistory } from '../realistic-history.ts';

const ROUNDS = 5;
const RECORDS = 10_000;
const OPEN_MS_MAX = 300;
const MEGABYTE = 1e6;
const SPEED_BYTES = 64 * MEGABYTE;
const LARGE_BYTES = 1_000 * MEGABYTE;
const MB_A_SECOND_MIN = 30;
const RESIDENT_MB_MAX = 200;
const ROLE = 'reader';

const [, program = '', role, ...rest] = process.argv;
if (role === ROLE) await printReading(rest);
else await measure();

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
  try {
    const [source, small] = [join(folder, 'source.xml'), join(folder, 'small.xml')];
    writeRealisticHistory(source, SPEED_BYTES);
    await copy(source, small, RECORDS);
    await several(`ms to open ${RECORDS}`, async () => await milliseconds(async () => open(small)), {
      max: OPEN_MS_MAX,
    });
    const megabytes = statSync(source).size / MEGABYTE;
    const speed = (work: () => Promise<unknown>) => async () => megabytes / ((await milliseconds(work)) / 1_000);
    await several(
      'MB/s, chain',
      speed(async () => verifyHistory(source)),
      { min: MB_A_SECOND_MIN },
    );
    await several(
      'MB/s, parsed',
      speed(async () => drain(source)),
      { min: 0 },
    );

    const large = join(folder, 'large.xml');
    await copy(source, large, Number.POSITIVE_INFINITY);
    for (const how of ['check', 'parse'] as const) {
      const { kind, message, records, ms, residentMb } = readIn([program, ROLE], large, how);
      console.log(
        `${how} ${(statSync(large).size / MEGABYTE).toFixed(0)} MB: ${kind} ${message}, ${records} records, ${(ms / 1_000).toFixed(1)} s`,
      );
      sayFigure(`resident MB, ${how}`, residentMb, { max: RESIDENT_MB_MAX });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function several(
  what: string,
  measured: () => Promise<number>,
  limit: Parameters<typeof sayFigure>[2],
): Promise<void> {
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round++) values.push(await measured());
  sayFigure(what, median(values), limit);
}

function open(file: string): void {
  const opened = openHistory(file);
  if (!opened.ok) throw new Error(opened.error.message);
  opened.history.close();
}

async function drain(file: string): Promise<void> {
  for await (const _ of recordsIn(file));
}

/** The same records again and again, with a chain of their own, up to so many, or until the file is large. */
async function copy(from: string, to: string, recordsMax: number): Promise<void> {
  const created = createHistory(to, { session: 's' });
  if (!created.ok) throw new Error(created.error.message);
  for (let n = 0; n < recordsMax && statSync(to).size < LARGE_BYTES; ) {
    for await (const { kind, type, at, fields } of recordsIn(from, {
      to: Math.min(recordsMax, Number.MAX_SAFE_INTEGER),
    })) {
      created.history.append([{ kind, type, at, fields }], { sync: false });
      n += 1;
    }
  }
  created.history.close();
}
