/** A million inputs made to confuse the decoder of keys, other ones than the tests feed it. A fault is named with its seed. */
import { faultOf, inputOf } from '../../packages/tui/test/terminal/input-fuzz.ts';

const FIRST_SEED = 100_000;
const INPUTS = 1_000_000;
const SHOWN_MAX = 20;

const faults: string[] = [];
let bytes = 0;
const started = performance.now();
for (let seed = FIRST_SEED; seed < FIRST_SEED + INPUTS; seed++) {
  const input = inputOf(seed);
  bytes += input.length;
  const fault = faultOf(input, seed);
  if (fault) faults.push(`seed ${seed}: ${fault}\n${JSON.stringify(input.toString('latin1'))}`);
}
const seconds = (performance.now() - started) / 1_000;
console.log(`${'inputs'.padStart(9)}${'bytes'.padStart(10)}${'seconds'.padStart(9)}${'faults'.padStart(8)}`);
console.log(
  `${String(INPUTS).padStart(9)}${String(bytes).padStart(10)}${seconds.toFixed(0).padStart(9)}${String(faults.length).padStart(8)}`,
);
for (const fault of faults.slice(0, SHOWN_MAX)) console.log(`\n${fault}`);
if (faults.length > 0) process.exitCode = 1;
