/** Thousands of histories that something has happened to: each opens or is refused with the reason, and no byte is lost. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MUTATIONS, meet } from '../../packages/history/test/write/mutations.ts';
import { dice } from '../chance.ts';
import { sayFigure } from '../figures.ts';

const FILES = 5_000;
const GOLDEN = new URL('../../history/golden/a-task-done.xml', import.meta.url);

const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
const whole = readFileSync(GOLDEN);
const mutations = Object.entries(MUTATIONS);
const counts = new Map<string, number>();
let problems = 0;
for (let seed = 1; seed <= FILES; seed++) {
  const [what, mutate] = mutations[seed % mutations.length] ?? ['', (bytes: Buffer) => bytes];
  const { became, problem } = await meet(join(folder, 's1.xml'), mutate(whole, dice(seed)));
  const kind = `${what}: ${became}`;
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (problem === null) continue;
  problems += 1;
  console.log(`seed ${seed}, ${kind}: ${problem}`);
}
for (const [kind, count] of [...counts].sort()) console.log(`${String(count).padStart(6)}  ${kind}`);
sayFigure('with a problem', problems, { max: 0 });
rmSync(folder, { recursive: true, force: true });
