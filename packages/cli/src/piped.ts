/** What is piped into a run: a log, a diff, the output of a command. It goes with the prompt, or is it. */
import { fstatSync } from 'node:fs';
import { EXIT } from './exit.ts';
import { type Problem, problem, remark } from './problem.ts';

/** More fills the window of any model that there is. */
const PIPED_BYTES_MAX = 1 << 20;
/** Where nothing has come after so long, a caller may have left a pipe open: with a prompt at hand it is not waited for. */
const SILENT_MS_MAX = 3_000;

export type Piped = { readonly ok: true; readonly text: string };

/**
 * Standard input up to its end, where it is a pipe or a file; else '', as where nothing but blanks come.
 * @param prompted whether there is a prompt without it: then a pipe that stays silent is left
 */
export async function pipedText(prompted: boolean): Promise<Piped | Problem> {
  if (!isPiped()) return { ok: true, text: '' };
  const silent = setTimeout(() => {
    remark(`tagma: ${prompted ? SILENT : WAITING}\n`);
    if (prompted) process.stdin.destroy();
  }, SILENT_MS_MAX);
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of process.stdin) {
      clearTimeout(silent);
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes > PIPED_BYTES_MAX) return tooLong();
    }
  } catch (error) {
    // Left, by ourselves: nothing had come.
    if (!process.stdin.destroyed) throw error;
  } finally {
    clearTimeout(silent);
  }
  const text = Buffer.concat(pieces).toString('utf8');
  return { ok: true, text: text.trim() === '' ? '' : text };
}

/** What is said, and what goes with it: what was piped in is the prompt where there is no other. */
export function saidWith(
  given: string | undefined,
  piped: string,
): { readonly prompt: string | undefined; readonly input: string } {
  return given?.trim() || piped === '' ? { prompt: given, input: piped } : { prompt: piped, input: '' };
}

/** Programs of Node make pipes of sockets. A terminal is none of these: to look does not open it. */
function isPiped(): boolean {
  try {
    const kind = fstatSync(0);
    return kind.isFIFO() || kind.isFile() || kind.isSocket();
  } catch {
    return false;
  }
}

const WAITING = 'waiting for what is piped in, up to its end. Where there is none: < /dev/null';
const SILENT =
  'nothing was piped in for 3 s; going on without it. For a command that takes longer, put its output into a file, and < FILE.';

function tooLong(): Problem {
  return problem(
    EXIT.usage,
    `what is piped in is more than 1 MB (${PIPED_BYTES_MAX} bytes). Pipe in a part of it (tail -n 200), or name its file in the prompt.`,
  );
}
