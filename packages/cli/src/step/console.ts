/**
 * Lines in, lines out. On a terminal: a prompt, editing and what was typed before (arrow up). Else: commands from standard
 * input, one a line, so that a session can be scripted; what was wrong goes to standard error.
 */
import { createInterface, type Interface } from 'node:readline';

export type Console = {
  readonly isTerminal: boolean;
  /** The next line, or what ended the input: its end, or Ctrl-C. */
  readonly read: (prompt: string) => Promise<Line>;
  readonly say: (lines: readonly string[]) => void;
  readonly complain: (message: string) => void;
  /** Gives the terminal to another program until the work is done. */
  readonly lend: <T>(work: () => T) => T;
  readonly close: () => void;
};

export type Line = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'end' | 'interrupt' };

export function openConsole(): Console {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const waiting: Line[] = [];
  let take: ((line: Line) => void) | null = null;
  const give = (line: Line) => {
    const taker = take;
    take = null;
    if (taker) taker(line);
    else waiting.push(line);
  };
  const lines: Interface = createInterface({
    input: process.stdin,
    ...(isTerminal ? { output: process.stdout, terminal: true, historySize: 500 } : { terminal: false }),
  });
  lines.on('line', (text) => give({ kind: 'line', text }));
  lines.on('close', () => give({ kind: 'end' }));
  lines.on('SIGINT', () => give({ kind: 'interrupt' }));

  /** What is said while a line is being typed stands above it. */
  const write = (stream: NodeJS.WriteStream, text: string) => {
    if (!isTerminal || take === null) {
      stream.write(text);
      return;
    }
    process.stdout.write('\r\x1b[K');
    stream.write(text);
    lines.prompt(true);
  };

  return {
    isTerminal,
    read(prompt) {
      const next = waiting.shift();
      if (next) return Promise.resolve(next);
      return new Promise((resolve) => {
        take = resolve;
        if (!isTerminal) return;
        lines.setPrompt(prompt);
        lines.prompt();
      });
    },
    say(texts) {
      if (texts.length > 0) write(process.stdout, `${texts.join('\n')}\n`);
    },
    complain: (message) => write(process.stderr, `${message}\n`),
    lend(work) {
      lines.pause();
      if (isTerminal) process.stdin.setRawMode(false);
      try {
        return work();
      } finally {
        if (isTerminal) process.stdin.setRawMode(true);
        lines.resume();
      }
    },
    close() {
      lines.removeAllListeners();
      lines.close();
    },
  };
}
