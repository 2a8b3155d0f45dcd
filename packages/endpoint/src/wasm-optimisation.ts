/**
 * undici parses HTTP with a WebAssembly module that holds one very large function. V8 starts to optimise it during the
 * first answer, in the background, and a process cannot end before that is done: about 55 ms for a run of one request,
 * exit by `process.exit` included (measured with Node 20.20, two cores). Streams are parsed just as fast without.
 */

/** V8's own default is 1,800,000 in Node 20. One answer of 8 MB uses more than what is set. */
export const WASM_TIERING_FLAG = {
  set: '--wasm-tiering-budget=50000000',
  unset: '--wasm-tiering-budget=1800000',
} as const;

let postponed = false;

/**
 * For a program to call before its requests; what is done is done once. `change` sets the flag. It holds for all WebAssembly of the
 * process, and so is not done by this package itself, which may run inside somebody else's program.
 */
export async function postponeWasmOptimisation(change: (flag: typeof WASM_TIERING_FLAG) => void): Promise<void> {
  if (postponed) return;
  // Before the flag: code that was kept by an earlier start is taken under the flags alone that it was kept under.
  await import('./direct-pool.ts');
  if (postponed) return;
  postponed = true;
  change(WASM_TIERING_FLAG);
}
