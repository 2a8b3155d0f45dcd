/** Where a session is forked: at a record, or right before one of its prompts; and the prompts to choose from. */

import { type Fault, forkPoints } from '@tagma/history';
import { oneLine, visible } from '@tagma/protocol';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';

/** Of a prompt so much is listed, in characters. */
const SHOWN_CHARACTERS_MAX = 80;

/** `record` is null for the end. */
export type Where = { readonly ok: true; readonly record: number | null };

/** @param at `--at`: a record's number, `turn:N` for right before the Nth prompt, or undefined for the end */
export async function whereToFork(file: string, at: string | undefined): Promise<Where | Problem> {
  if (at === undefined) return { ok: true, record: null };
  const [, turn, number = ''] = /^(turn:)?([1-9]\d{0,14})$/.exec(at) ?? [];
  if (number === '') {
    return problem(EXIT.usage, `--at ${at}: it should be the number of a record, or turn:N for before prompt N.`);
  }
  if (turn === undefined) return { ok: true, record: Number(number) };
  const found = await forkPoints(file);
  if (!found.ok) return problem(EXIT.usage, found.error.message);
  const point = found.points[Number(number) - 1];
  if (point !== undefined) return { ok: true, record: point.record - 1 };
  return problem(
    EXIT.usage,
    `--at ${at}: the session has ${counted(found.points.length, 'prompt')}. --list shows them.`,
  );
}

/** `fault` is the first record that is not whole: those from there on were not looked at. */
type Listed = { readonly ok: true; readonly text: string; readonly fault: Fault | null };

/** A line for each prompt: what `--at` takes for right before it, when it was given, and how it begins. */
export async function listPoints(file: string): Promise<Listed | Problem> {
  const found = await forkPoints(file);
  if (!found.ok) return problem(EXIT.usage, found.error.message);
  const { fault } = found;
  if (found.points.length === 0) return { ok: true, text: fault === null ? 'No prompt was given in it.\n' : '', fault };
  const last = `${found.points.at(-1)?.prompt}`.length;
  const lines = found.points.map(({ prompt, record, at, text }) => {
    const turn = `turn:${prompt}`.padEnd('turn:'.length + last);
    const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
    return `--at ${turn}  record ${String(record).padStart(6)}  ${time}  ${beginningOf(text)}\n`;
  });
  return { ok: true, text: lines.join(''), fault };
}

function beginningOf(text: string): string {
  const [first = ''] = text.trim().split('\n', 1);
  const characters = [...oneLine(visible(first))];
  const whole = characters.length <= SHOWN_CHARACTERS_MAX && first === text.trim();
  return whole ? characters.join('') : `${characters.slice(0, SHOWN_CHARACTERS_MAX).join('')} …`;
}
