/**
 * What it costs to look at a history of a session whose transcript has some 100,000 rows (`tagma view`): the first frame and
 * the memory of the command in a terminal of its own, at the beginning and at the end, once all has been read; and a step back,
 * from the key to the frame.
 *
 * Of the first frame the wall clock is taken, in which other programs run, too; of a step the time of the processor, where that
 * is less.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLE } from '../../packages/build/workspace.mjs';
import { holdMemorySmall } from '../../packages/cli/src/memory.ts';
import { viewTravel } from '../../packages/tui/src/travel/view.ts';
import { Traveller } from '../../packages/tui/test/traveller.ts';
import { median, percentile, sayFigure } from '../figures.ts';
import { writeRealisticHistory } from '../realistic-history.ts';
import { bareStart, screenStart } from '../screen-start.ts';

const ROUNDS = 7;
/** With all blocks open, in rows of 120 columns, that is 100,000 rows. */
const HISTORY_BYTES = 14 * 1024 * 1024;
const STEPS = 500;
const MEMORY_MEGABYTES_MAX = 120;
/** Beyond a Node that does nothing. */
const FIRST_FRAME_MS_MAX = 150;
const STEP_MS_MAX = 30;
const END = '\x1b[F';
/** By then all of the file has been read. */
const READING_MS = 15_000;

const folder = mkdtempSync(join(tmpdir(), 'tagma-view-'));
try {
  const history = join(folder, 'long.xml');
  writeRealisticHistory(history, HISTORY_BYTES);
  await measureCommand(history);
  await measureSteps(history);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureCommand(history: string): Promise<void> {
  const beyond: number[] = [];
  const megabytes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await bareStart();
    const started = await screenStart([BUNDLE, 'view', history], folder);
    beyond.push(started.ms - bare);
    megabytes.push(started.megabytes);
  }
  sayFigure('first frame, ms', median(beyond), { max: FIRST_FRAME_MS_MAX });
  sayFigure('memory, MB', Math.max(...megabytes), { max: MEMORY_MEGABYTES_MAX });
  const atEnd = await screenStart([BUNDLE, 'view', history], folder, {
    typed: END,
    restingMs: READING_MS,
  });
  sayFigure('at its end, MB', atEnd.megabytes, { max: MEMORY_MEGABYTES_MAX });
}

async function measureSteps(history: string): Promise<void> {
  holdMemorySmall();
  const traveller = (await Traveller.of(history, { columns: 120, rows: 40 })).read().keys('<end>');
  const { total, steps } = traveller.travel.known;
  const taken: number[] = [];
  for (let step = 0; step < STEPS; step++) taken.push(timeOf(() => viewTravel(traveller.keys('p').travel)));
  console.log(`${total} records, ${steps.length} steps; ${STEPS} steps back from the end`);
  sayFigure('a step, median, ms', median(taken), { max: STEP_MS_MAX });
  console.log(`the longest, back past a checkpoint: ${Math.max(...taken).toFixed(0)} ms`);
  sayFigure('a step, p99, ms', percentile(taken, 0.99), { max: STEP_MS_MAX });
  traveller.tape.close();
}

function timeOf(work: () => unknown): number {
  const [startedAt, used] = [performance.now(), process.cpuUsage()];
  work();
  const { user, system } = process.cpuUsage(used);
  return Math.min(performance.now() - startedAt, (user + system) / 1_000);
}
