/** A terminal that is spoken to line by line. What is typed while nothing is asked, or is a key, is not shown, and the first is not heard. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { visible } from '@tagma/protocol';

export type LineTerminal = {
  /** What comes from elsewhere is shown, and not obeyed. */
  readonly say: (text: string) => void;
  /** Null at Ctrl+C and Ctrl+D. */
  readonly ask: (prompt: string, isHidden: boolean) => Promise<string | null>;
  /** Aborted by the same. */
  readonly left: AbortSignal;
  readonly close: () => void;
};

export function lineTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): LineTerminal {
  let isShown = false;
  const shown = new Writable({
    write(piece, _encoding, done) {
      if (isShown) output.write(piece);
      done();
    },
  });
  // Without a memory of lines: the arrow keys would show the key.
  const lines = createInterface({ input, output: shown, terminal: true, historySize: 0 });
  const leaving = new AbortController();
  lines.on('SIGINT', () => lines.close());
  lines.on('close', () => leaving.abort());
  const say = (text: string) => void output.write(visible(text));
  return {
    say,
    left: leaving.signal,
    close: () => lines.close(),
    async ask(prompt, isHidden) {
      if (leaving.signal.aborted) return null;
      if (isHidden) say(`${visible(prompt)} `);
      isShown = !isHidden;
      const answer = await new Promise<string | null>((resolve) => {
        const leave = () => resolve(null);
        leaving.signal.addEventListener('abort', leave, { once: true });
        // What was begun while nothing was asked.
        lines.write(null, { ctrl: true, name: 'u' });
        lines.question(isHidden ? '' : `${visible(prompt)} `, (line) => {
          leaving.signal.removeEventListener('abort', leave);
          resolve(line);
        });
      });
      isShown = false;
      if (isHidden || answer === null) output.write('\n');
      return answer;
    },
  };
}
