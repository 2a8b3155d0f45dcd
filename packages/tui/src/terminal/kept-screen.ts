/**
 * The terminal between two screens of this process: the first leaves it as it is, so that the second takes it over without
 * a flicker. There is one terminal, so there is one of these. Whoever writes to the terminal meanwhile, or never opens the
 * second screen, gives it back first; so do all ways out. What is typed meanwhile is for the second screen, but for
 * Ctrl+C, which is a signal as it would be without a screen.
 */
import type { Terminal, TerminalInput } from './blessed-screen.ts';
import { feedKeys, startKeys } from './keys.ts';
import { type Deadly, watchWaysOut } from './ways-out.ts';

type Kept = { readonly end: (isTaken: boolean) => void };

let kept: Kept | null = null;

export function keepScreen(terminal: Terminal, input: TerminalInput): void {
  const typed: Buffer[] = [];
  let keys = startKeys();
  const take = (bytes: Buffer | string): void => {
    typed.push(Buffer.from(bytes));
    const decoded = feedKeys(keys, Buffer.from(bytes));
    keys = decoded.state;
    if (decoded.inputs.some((each) => each.kind === 'key' && each.chord === 'ctrl+c'))
      process.kill(process.pid, 'SIGINT');
  };
  const letGo = watchWaysOut({
    onEnd: giveScreenBack,
    onSignal: endBy,
    onStop: giveScreenBack,
    onContinue() {},
  });
  input.on('data', take);
  input.on('error', giveScreenBack);
  input.resume();
  kept = {
    end(isTaken) {
      kept = null;
      letGo();
      input.removeListener('data', take);
      input.removeListener('error', giveScreenBack);
      if (isTaken) {
        if (typed.length > 0) setImmediate(() => input.unshift(Buffer.concat(typed)));
      } else if (input.listenerCount('data') === 0) input.pause();
      if (isTaken) terminal.abandon();
      else terminal.close();
    },
  };
}

/** For the next screen. False: there is none, and the terminal is as it was before all screens. */
export function takeKeptScreen(): boolean {
  const isThere = kept !== null;
  kept?.end(true);
  return isThere;
}

/** Harmless where none is kept. */
export function giveScreenBack(): void {
  kept?.end(false);
}

/** Somebody who listens too sees to it; else it does what it does by itself. */
function endBy(signal: Deadly): void {
  giveScreenBack();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
