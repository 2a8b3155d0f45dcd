/**
 * undici parses HTTP with a WebAssembly module that holds one very large function. V8 starts to optimise it during the
 * first answer, in the background, and a process cannot end before that is done: about 55 ms for a run of one request,
 * exit by `process.exit` included (measured with Node 20.20, two cores). Streams are parsed just as fast without.
 */
import { setFlagsFromString } from 'node:v8';

/** V8's own default is 1,800,000. One answer of 8 MB uses more than this. */
export const WASM_TIERING_FLAG = '--wasm-tiering-budget=50000000';

let postponed = false;

/**
 * For a program to call before its requests; what is done is done once. It holds for all WebAssembly of the process, and so is not done
 * by this package itself, which may run inside somebody else's program.
 */
export function postponeWasmOptimisation(): void {
  if (postponed) return;
  postponed = true;
  setFlagsFromString(WASM_TIERING_FLAG);
}
