/** `tagma sessions search TEXT`: what was said, in all sessions of a project. */

import { type Hit, type Needle, needleOf, needleOfPattern, type SessionSummary, searchSession } from '@tagma/history';
import { oneLine, visible } from '@tagma/protocol';
import { beginningOf, widthOf } from '@tagma/tui';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { messageOf, type Problem, problem, remark, report } from '../problem.ts';
import { type PlaceOptions, sessionPlace, summariesIn } from './place.ts';

export type SearchOptions = PlaceOptions & {
  readonly regex?: true;
  readonly ignoreCase?: true;
  readonly caseSensitive?: true;
  readonly json?: true;
};

/** Where the output is no terminal. */
const WIDTH_DEFAULT = 200;
const INDENT = '  ';
const [BOLD, PLAIN] = ['\u001b[1m', '\u001b[22m'];

/** Ends with 0 where something was found, else with 1. */
export async function search(text: string, options: SearchOptions): Promise<number> {
  const needle = needleFrom(text, options);
  if ('ok' in needle) return report(needle);
  const place = await sessionPlace(options);
  if (!place.ok) return report(place);
  let found = false;
  let searched = 0;
  for await (const summary of summariesIn(place)) {
    if (!summary.ok) continue;
    let isFirst = true;
    searched += 1;
    for await (const hit of searchSession(summary.file, needle)) {
      if (options.json) await print(`${JSON.stringify(asJson(summary, hit))}\n`);
      else await print(`${isFirst ? `${headOf(summary, found)}\n` : ''}${lineOf(hit)}\n`);
      isFirst = false;
      found = true;
    }
  }
  if (!found) remark(`tagma: nothing found in ${counted(searched, 'session')}.\n`);
  return found ? EXIT.done : EXIT.failed;
}

/** Letter case counts where the text has a capital letter, unless it is said. */
function needleFrom(text: string, { regex, ignoreCase, caseSensitive }: SearchOptions): Needle | Problem {
  if (text === '') return problem(EXIT.usage, 'nothing to search for.');
  const ignores = ignoreCase === true || (caseSensitive !== true && !hasCapital(text, regex === true));
  try {
    return regex ? needleOfPattern(text, ignores) : needleOf(text, ignores);
  } catch (error) {
    return problem(EXIT.usage, `--regex: ${messageOf(error)}.`);
  }
}

/** In a pattern `\S` is none. */
function hasCapital(text: string, isPattern: boolean): boolean {
  return /\p{Lu}/u.test(isPattern ? text.replace(/\\./gs, '') : text);
}

function headOf({ session, title }: SessionSummary, follows: boolean): string {
  const said = title === '' ? '' : ` · ${title}`;
  return `${follows ? '\n' : ''}${oneLine(visible(session + said))}`;
}

/** `  record 12, tool.ended: … the line with what was found …` */
function lineOf({ record, type, line, from, to }: Hit): string {
  const isTerminal = process.stdout.isTTY === true;
  const head = `${INDENT}record ${record}, ${oneLine(visible(type))}: `;
  const room = Math.max(20, (isTerminal ? process.stdout.columns : WIDTH_DEFAULT) - widthOf(head));
  const [before, hit, after] = [line.slice(0, from), line.slice(from, to), line.slice(to)].map((part) =>
    oneLine(visible(part)),
  ) as [string, string, string];
  const shown = beginningOf(hit, room);
  const left = room - widthOf(shown);
  // Of what stands before it the end is shown, as far as the rest leaves room.
  const [start, end] = [endOf(before.trimStart(), Math.max(left - widthOf(after), left >> 1)), after.trimEnd()];
  const marked = isTerminal ? `${BOLD}${shown}${PLAIN}` : shown;
  return `${head}${start}${marked}${end === '' ? '' : beginningOf(end, Math.max(1, left - widthOf(start)))}`;
}

/** A text on so many columns: its end behind `…` where it does not fit. */
function endOf(text: string, columns: number): string {
  const letters = [...text];
  let width = widthOf(text);
  if (width <= columns) return text;
  while (letters.length > 0 && width > columns - 1) width -= widthOf(letters.shift() ?? '');
  return `…${letters.join('')}`;
}

function asJson({ session, file }: SessionSummary, { at, ...hit }: Hit): object {
  return { session, file, ...hit, at: new Date(at).toISOString() };
}
