/** What the streams of a terminal tell a screen: what is pressed, that all is written, that the terminal is gone. */
import type { TerminalInput, TerminalOutput } from './blessed-screen.ts';
import { type Decoded, endKeys, feedKeys, type Input, keysWaitMs, startKeys } from './keys.ts';

export type Hearing = {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly onInputs: (inputs: readonly Input[]) => void;
  /** What was held back can be written. */
  readonly onDrain: () => void;
  /** Called at once where a terminal that is gone already says so. */
  readonly onGone: () => void;
  /** Around all that comes from the keys. */
  readonly guarded: <A extends readonly unknown[]>(listener: (...given: A) => void) => (...given: A) => void;
};

/** Gives a function that ends it, and lets the input rest where nobody else listens. */
export function hear({ input, output, onInputs, onDrain, onGone, guarded }: Hearing): () => void {
  let keys = startKeys();
  let waiting: NodeJS.Timeout | undefined;

  function take(decoded: Decoded): void {
    keys = decoded.state;
    clearTimeout(waiting);
    const ms = keysWaitMs(keys);
    if (ms !== null)
      waiting = setTimeout(
        guarded(() => take(endKeys(keys))),
        ms,
      );
    onInputs(decoded.inputs);
  }

  const onData = guarded((bytes: Buffer | string) => take(feedKeys(keys, Buffer.from(bytes))));
  input.on('error', onGone);
  output.on('error', onGone);
  input.on('data', onData);
  input.on('end', onGone);
  output.on('drain', onDrain);
  return () => {
    clearTimeout(waiting);
    input.removeListener('data', onData);
    input.removeListener('end', onGone);
    input.removeListener('error', onGone);
    output.removeListener('error', onGone);
    output.removeListener('drain', onDrain);
    // Not at once: paused from within its own event, Node's stdin reads on, and keeps the process alive.
    setImmediate(() => {
      if (input.listenerCount('data') === 0) input.pause();
    });
  };
}
