/**
 * At its very end Node puts every terminal that it was started with back as it was, and where that fails it aborts, with a
 * core dump (`ResetStdio` in node.cc): so it does whenever the terminal's window was closed. Descriptors that are closed
 * are left out of that; those of a terminal that is gone are closed here, as the last thing that the program does.
 */
import { closeSync } from 'node:fs';
import { isatty } from 'node:tty';

const STANDARD = [0, 1, 2];

export function bearLostTerminal(): void {
  const terminals = STANDARD.filter((descriptor) => isatty(descriptor));
  process.once('exit', () => {
    for (const descriptor of terminals) if (!isatty(descriptor)) closeSync(descriptor);
  });
}
