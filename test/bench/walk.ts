/**
 * A million events of random walks through the machine, on other seeds than the tests have. `TAGMA_SEED` is the first; what breaks
 * a law is told with the few events that break it.
 */
import { watch } from '../../packages/core/test/model/watched.ts';
import { report, walk } from '../../packages/core/test/walk.ts';

const EVENTS = Number(process.env.TAGMA_EVENTS ?? 1_000_000);
const FIRST_SEED = Number(process.env.TAGMA_SEED ?? 100_000);
const WALK_EVENTS = 150;
const FAILURES_MAX = 3;

const watched = watch();
const began = performance.now();
const failures: string[] = [];
let [seed, events] = [FIRST_SEED, 0];
for (; events < EVENTS && failures.length < FAILURES_MAX; seed++) {
  const made = walk(watched, seed, WALK_EVENTS);
  events += made.stages.length;
  if (made.fault) failures.push(report(watched, seed, made));
}
const ms = performance.now() - began;
console.log(
  `${'walks'.padStart(9)}${'events'.padStart(10)}${'seconds'.padStart(9)}${'µs each'.padStart(9)}${'faults'.padStart(8)}`,
);
const cells = [seed - FIRST_SEED, events, (ms / 1_000).toFixed(0), ((1_000 * ms) / events).toFixed(0), failures.length];
console.log(cells.map((cell, i) => String(cell).padStart([9, 10, 9, 9, 8][i] ?? 0)).join(''));
for (const failure of failures) console.log(`\n${failure}`);
if (failures.length > 0) process.exitCode = 1;
