/** A line that is typed at the terminal, and that nobody sees. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Null at Ctrl+C and Ctrl+D. */
export async function hiddenLine(question: string): Promise<string | null> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  lines.on('SIGINT', () => lines.close());
  const line = once(lines, 'line').then(([text]) => String(text));
  const left = once(lines, 'close').then(() => null);
  const answer = await Promise.race([line, left]);
  lines.close();
  process.stderr.write('\n');
  return answer;
}
