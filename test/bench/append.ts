/**
 * What an append takes, side by side with a bare write and `fdatasync` of as many bytes at the same place: both take turns, so
 * that both meet the same disk.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistory } from '../../packages/history/src/index.ts';
import type { HistoryRecord } from '../../packages/protocol/src/index.ts';
import { median, sayFigure } from '../figures.ts';

const APPENDS = 2_000;
const ADDED_MS_MAX = 0.2;
/** A step as it is usual: an event with an outcome, a state, an effect. */
const STEP: readonly HistoryRecord[] = [
  {
    kind: 'event',
    type: 'tool.ended',
    at: 0,
    fields: { request: 7, outcome: { status: 'ok', content: 'line of output\n'.repeat(60) } },
  },
  { kind: 'state', type: 'thinking', at: 0, fields: {} },
  { kind: 'effect', type: 'model.ask', at: 0, fields: { id: 8, turn: 3, messages: 12 } },
];

const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
const file = join(folder, 's1.xml');
const created = createHistory(file, { session: 's' });
if (!created.ok) throw new Error(created.error.message);
const { history } = created;
const bare = openSync(join(folder, 'bare'), 'w');
const appended: number[] = [];
const written: number[] = [];
for (let round = 0; round < APPENDS; round++) {
  const before = statSync(file).size;
  appended.push(taken(() => history.append(STEP, { sync: true })));
  const bytes = Buffer.alloc(statSync(file).size - before, 'x');
  written.push(taken(() => writeDurably(bytes, round * bytes.length)));
}
history.close();
closeSync(bare);
rmSync(folder, { recursive: true, force: true });

console.log(
  `append ${median(appended).toFixed(3)} ms, a bare write and fdatasync ${median(written).toFixed(3)} ms at the median`,
);
sayFigure('added, ms', median(appended) - median(written), { max: ADDED_MS_MAX });

function writeDurably(bytes: Buffer, offset: number): void {
  writeSync(bare, bytes, 0, bytes.length, offset);
  fdatasyncSync(bare);
}

function taken(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
