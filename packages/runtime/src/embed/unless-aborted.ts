/** Nobody waits for what the program's own functions do not break off themselves. */

/** What `work` gives, or null as soon as the signal aborts; what it gives or throws after that is lost. */
export async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  if (signal.aborted) return null;
  let stopListening = () => {};
  const aborted = new Promise<null>((resolve) => {
    const end = () => resolve(null);
    signal.addEventListener('abort', end, { once: true });
    stopListening = () => signal.removeEventListener('abort', end);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    stopListening();
  }
}
