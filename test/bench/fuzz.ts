/**
 * A million replies made to confuse, other ones than the tests read. They are read in a thread of their own, so that one that
 * does not come to an end can be named.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { faultOf } from '../../packages/protocol/test/reply/fuzz/faults.ts';
import { inputOf } from '../../packages/protocol/test/reply/fuzz/inputs.ts';

const FIRST_SEED = 100_000;
const INPUTS = 1_000_000;
/** One in so many is cut in all ways. */
const THOROUGH_ONE_IN = 100;
const SHOWN_MAX = 20;
const PATIENCE_MS = 30_000;

type Outcome = {
  readonly faults: readonly string[];
  readonly ms: number;
  readonly slowestMs: number;
  readonly slowest: number;
};

if (isMainThread) watch();
else parentPort?.postMessage(readAll(new Int32Array(workerData)));

function watch(): void {
  const at = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(process.argv[1] ?? '', { workerData: at.buffer });
  let last = -1;
  const timer = setInterval(() => {
    const seed = Atomics.load(at, 0);
    if (seed === last) end([`seed ${seed} does not come to an end: ${JSON.stringify(inputOf(seed))}`]);
    last = seed;
  }, PATIENCE_MS);
  worker.on('error', (error) => end([String(error)]));
  worker.on('message', ({ faults, ms, slowestMs, slowest }: Outcome) => {
    console.log(
      `${'replies'.padStart(9)}${'seconds'.padStart(9)}${'µs each'.padStart(9)}${'slowest ms (seed)'.padStart(22)}${'faults'.padStart(8)}`,
    );
    const cells = [
      String(INPUTS).padStart(9),
      (ms / 1_000).toFixed(0).padStart(9),
      ((1_000 * ms) / INPUTS).toFixed(0).padStart(9),
    ];
    console.log(
      `${cells.join('')}${`${slowestMs.toFixed(0)} (${slowest})`.padStart(22)}${String(faults.length).padStart(8)}`,
    );
    end(faults);
  });

  function end(faults: readonly string[]): void {
    clearInterval(timer);
    for (const fault of faults.slice(0, SHOWN_MAX)) console.log(`\n${fault}`);
    if (faults.length > 0) process.exitCode = 1;
    void worker.terminate();
  }
}

function readAll(at: Int32Array): Outcome {
  const faults: string[] = [];
  const started = performance.now();
  let [slowestMs, slowest] = [0, FIRST_SEED];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + INPUTS; seed++) {
    Atomics.store(at, 0, seed);
    const input = inputOf(seed);
    const before = performance.now();
    const fault = faultOf(input, seed, seed % THOROUGH_ONE_IN === 0);
    const took = performance.now() - before;
    if (took > slowestMs) [slowestMs, slowest] = [took, seed];
    if (fault) faults.push(`seed ${seed}: ${fault}\ninput ${JSON.stringify(input)}`);
  }
  return { faults, ms: performance.now() - started, slowestMs, slowest };
}
