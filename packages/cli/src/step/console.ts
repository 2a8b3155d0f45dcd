/**
 * Lines in, lines out. On a terminal: a prompt, editing and what was typed before (arrow up). Else: commands from standard
 * input, one a line, so that a session can be scripted; what was wrong goes to standard error.
 */
import { createInterface, type Interface } from 'node:readline';
import { visible } from '@tagma/protocol';

export type Console = {
  readonly isTerminal: boolean;
  /** The next line, or what ended the input: its end, or Ctrl-C. The prompt is asked for whenever it is shown. */
  readonly read: (prompt: () => string) => Promise<Line>;
  readonly say: (lines: readonly string[]) => void;
  readonly complain: (message: string) => void;
  /** Gives the terminal to another program until the work is done; what is said meanwhile is shown then. */
  readonly lend: <T>(work: () => Promise<T>) => Promise<T>;
  /** Ends a wait for a line, as if the input had ended. */
  readonly interrupt: () => void;
  readonly close: () => void;
};

export type Line = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'end' | 'interrupt' };

export function openConsole(): Console {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const waiting: Line[] = [];
  let promptNow = () => '';
  let held: (() => void)[] | null = null;
  let take: ((line: Line) => void) | null = null;
  const give = (line: Line) => {
    const taker = take;
    take = null;
    // No line was ended: what is said next would stand behind the prompt.
    if (taker && isTerminal && line.kind !== 'line') process.stdout.write('\n');
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
    if (held) {
      held.push(() => stream.write(text));
      return;
    }
    if (!isTerminal || take === null) {
      stream.write(text);
      return;
    }
    process.stdout.write('\r\x1b[K');
    stream.write(text);
    lines.setPrompt(promptNow());
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
        promptNow = prompt;
        lines.setPrompt(prompt());
        lines.prompt();
      });
    },
    say(texts) {
      if (texts.length > 0) write(process.stdout, visible(`${texts.join('\n')}\n`));
    },
    complain: (message) => write(process.stderr, visible(`${message}\n`)),
    async lend(work) {
      lines.pause();
      if (isTerminal) process.stdin.setRawMode(false);
      held = [];
      try {
        return await work();
      } finally {
        const late = held;
        held = null;
        if (isTerminal) process.stdin.setRawMode(true);
        lines.resume();
        for (const say of late) say();
      }
    },
    interrupt: () => give({ kind: 'end' }),
    close() {
      lines.removeAllListeners();
      lines.close();
    },
  };
}
