/** `tagma -p --input-format stream-json`: commands on standard input, events on standard output, until the input ends. */

import type { StreamCommand, StreamEvent } from '@tagma/stream';
import type { Endings } from '../endings.ts';
import { EXIT } from '../exit.ts';
import type { Prepared } from '../prepare.ts';
import { problem, report } from '../problem.ts';
import type { FormatOptions } from './formats.ts';
import { type Out, outTo } from './out.ts';
import { type Driven, drive, tellLines } from './steering/driven.ts';
import { type InputLine, linesOf } from './steering/lines.ts';
import { readCommand } from './steering/read-command.ts';

/**
 * @param prompt said before all that is read
 * @param notices what was said before the session began
 */
export async function steered(
  prompt: string | undefined,
  prepared: Prepared,
  endings: Endings,
  { deltas, serve }: FormatOptions,
  notices: readonly string[],
): Promise<number> {
  if (serve) return (await import('./serve/serve-stdio.ts')).serveStdio(prepared, endings, notices);
  const out = outTo(process.stdout);
  const tell = tellLines(out);
  const driven = drive(prepared, { out, tell, deltas: deltas === true, endCode: endings.exitCode });
  for (const message of notices) tell({ type: 'notice', message });
  let stopListening = () => {};
  const asked = new Promise<'signal'>((resolve) => {
    stopListening = endings.onEnd(() => resolve('signal'));
  });
  if (prompt?.trim()) await driven.carryOut({ type: 'prompt', text: prompt });
  let hasWorked = false;
  const worked = work(driven, tell, out, () => {
    hasWorked = true;
  }).then(() => 'done' as const);
  const reason = await Promise.race([worked, asked, driven.broken.then(() => 'done' as const)]);
  stopListening();
  process.stdin.destroy();
  await driven.end(reason);
  const exitCode = driven.exitCode() ?? endings.exitCode();
  return exitCode ?? (hasWorked ? EXIT.done : report(problem(EXIT.usage, NO_PROMPT)));
}

const NO_PROMPT = 'no prompt came on standard input. Give one: {"type":"prompt","text":"fix the failing test"}';

/** Carries out command after command, and the work that they have begun to its end. */
async function work(driven: Driven, tell: (event: StreamEvent) => void, out: Out, noteWork: () => void): Promise<void> {
  try {
    for await (const line of linesOf(process.stdin)) {
      const taken = await takeLine(line, driven, tell);
      if (taken === 'compact' || taken === 'undo') noteWork();
      // Who sends and does not read is not listened to: what it is answered would pile up.
      await out.room();
    }
  } catch (error) {
    // An input that cannot be read any more has ended: also when it is left, because the program is to end.
    if (!process.stdin.destroyed) throw error;
  }
  driven.answerNoMore();
  await driven.rests();
}

/** Gives the command that is carried out now, or null. */
async function takeLine(
  line: InputLine,
  driven: Driven,
  tell: (event: StreamEvent) => void,
): Promise<StreamCommand['type'] | null> {
  const read = line.ok ? readCommand(line.text) : line;
  const message = read.ok ? await driven.carryOut(read.command) : read.message;
  if (message === null) return read.ok ? read.command.type : null;
  const id = read.ok ? read.command.id : 'id' in read ? read.id : undefined;
  tell({ type: 'error', message, line: line.number, ...(id !== undefined && { id }) });
  return null;
}
