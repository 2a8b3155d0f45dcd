/** What becomes of the program when nobody takes its output any more (`tagma … | head`, a terminal that was closed). */
import { EXIT } from './exit.ts';

type Closed = (exitCode: number) => void;

let onClosed: Closed = (exitCode) => process.exit(exitCode);

/**
 * From now on an output that is closed is no mistake. Progress on standard error is dropped then; without standard output
 * the program ends, at once unless `whenOutputCloses` says otherwise.
 */
export function watchOutput(): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => onClosed(endedBy(error)));
}

/** Whoever reads may leave at any time, and knows it; that a file cannot take more is news to the person. */
function endedBy({ code, message }: NodeJS.ErrnoException): number {
  if (code === 'EIO') return EXIT.hungUp;
  if (code === 'EPIPE') return EXIT.brokenPipe;
  process.stderr.write(`tagma: standard output cannot be written: ${message}.\n`);
  return EXIT.failed;
}

/** In place of ending at once; `take` is called with the exit code, for every write that fails. */
export function whenOutputCloses(take: Closed): void {
  onClosed = take;
}

/** Waits until what was written to standard output has been taken, or it is known that nobody takes it. */
export function outputSettled(): Promise<void> {
  return new Promise((resolve) => {
    // The error of a write comes after its callback.
    process.stdout.write('', () => setImmediate(resolve));
  });
}

/** Calls back when somebody wants the program to end; gives the way to take that back. */
type Asked = { readonly onEnd: (take: () => void) => () => void };

/** Where somebody wants the program to end, so long is waited for who does not read any more. */
const UNREAD_MS_MAX = 2_000;

/** Nobody has taken what was written for so long: it is not waited for again. */
let isLeft = false;

/** Waits for what is written; false where nobody takes it, and the program was asked to end meanwhile. */
export async function unlessLeft(endings: Asked, written: Promise<unknown>): Promise<boolean> {
  if (isLeft) return false;
  let timer: NodeJS.Timeout | undefined;
  let stopListening = () => {};
  const left = new Promise<false>((resolve) => {
    stopListening = endings.onEnd(() => {
      timer = setTimeout(() => resolve(false), UNREAD_MS_MAX);
    });
  });
  const isWritten = await Promise.race([written.then(() => true), left]);
  clearTimeout(timer);
  stopListening();
  isLeft = !isWritten;
  return isWritten;
}
