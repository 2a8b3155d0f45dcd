/**
 * What the facts of a shell command cost: at the median of the corpus, for its slowest, and for commands made to be slow.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, sayFigure } from '../../../test/figures.ts';
import { takeFacts } from '../src/index.ts';
import { ASK } from '../test/corpus/ask.ts';
import { DENY } from '../test/corpus/deny.ts';
import { HOLDOUT } from '../test/corpus/holdout.ts';
import { HOSTILE } from '../test/corpus/hostile.ts';
import { LOOK } from '../test/corpus/look.ts';

const MEDIAN_MS_MAX = 1;
const SLOWEST_MS_MAX = 50;
const HOSTILE_MS_MAX = 1_000;
const ROUNDS = 5;

const home = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
try {
  const folder = join(home, 'project');
  for (let at = 0; at < 400; at++) {
    mkdirSync(join(folder, 'src', `part-${at % 20}`), { recursive: true });
    writeFileSync(join(folder, 'src', `part-${at % 20}`, `file-${at}.ts`), '');
  }
  mkdirSync(join(folder, '.git'));
  const place = { folder, home };
  const commands = [...[LOOK, ASK, DENY].flatMap((rows) => rows.flatMap((row) => row.commands)), ...HOLDOUT];
  const fastest = commands.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, command] of commands.entries()) {
      fastest[at] = Math.min(fastest[at] ?? 0, await cost(command, place));
    }
  }
  console.log(`${commands.length} commands`);
  sayFigure('median, ms', median(fastest), { max: MEDIAN_MS_MAX });
  sayFigure('slowest, ms', Math.max(...fastest), { max: SLOWEST_MS_MAX });
  const hostile: [number, string][] = [];
  for (const [title, command] of HOSTILE) hostile.push([await cost(command, place), title]);
  const [[slowest, title] = [0, '']] = hostile.toSorted(([a], [b]) => b - a);
  sayFigure('hostile, ms', slowest, { max: HOSTILE_MS_MAX });
  console.log(`  (${title})`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function cost(command: string, place: { folder: string; home: string }): Promise<number> {
  const started = performance.now();
  await takeFacts({ tool: 'bash', params: { command } }, place);
  return performance.now() - started;
}
