/** A reply for a person's eyes: what was recognised on which line, what had to be mended, and what is wrong. */

import { type Json, type Part, REPAIRS, type Reply, type ReplyAction, visible } from '@tagma/protocol';
import { counted } from './counted.ts';

/** Of a value so many lines are shown, and of a line so many characters. */
const LINES_MAX = 8;
const LINE_CHARACTERS_MAX = 160;
const KIND_WIDTH = 9;

/** In the order of the lines: a heading for each part, its text indented under it. Ends with a newline. */
export function explain(parts: readonly Part[], reply: Reply): string {
  const lineWidth = `line ${parts.at(-1)?.line ?? 1}`.length;
  const lines = parts.flatMap((part) => {
    const [first = '', ...rest] = described(part);
    const place = (part.line === 0 ? '' : `line ${part.line}`).padEnd(lineWidth);
    const indent = ' '.repeat(lineWidth + KIND_WIDTH + 4);
    return [`${place}  ${part.kind.padEnd(KIND_WIDTH)}  ${first}`, ...rest.map((line) => indent + line)];
  });
  lines.push(verdictOn(reply));
  return `${lines.map((line) => visible(line).trimEnd()).join('\n')}\n`;
}

/** What comes of it, in a line. */
function verdictOn({ actions, repairs, error }: Reply): string {
  if (error && actions.length === 0) return `${error.code}: ${error.message}`;
  const wrong = actions.filter((action) => action.error).length;
  const runs = actions.length === 0 ? 'A final' : counted(actions.length, 'action');
  const refused = wrong === 0 ? '' : ` (${wrong} in error)`;
  return `${runs}${refused}; ${repairs.length === 0 ? 'nothing was mended' : `mended: ${repairs.join(', ')}`}.`;
}

function described(part: Part): readonly string[] {
  switch (part.kind) {
    case 'action':
      return describedAction(part.action, part.dialect);
    case 'repair':
      return [`${part.name}: ${REPAIRS[part.name] ?? 'something was mended'}`];
    default:
      return linesOf(part.text);
  }
}

function describedAction({ tool, params, error }: ReplyAction, dialect: string | null): readonly string[] {
  const head = `${tool || '(no tool)'}${dialect === null ? '' : ` (${dialect})`}`;
  const given = Object.entries(params).flatMap(([name, value]) => describedParam(name, value));
  return [head, ...given, ...(error ? [`! ${error.code}: ${error.message}`] : [])];
}

/** A value of several lines stands below its name. */
function describedParam(name: string, value: Json): readonly string[] {
  const lines = linesOf(typeof value === 'string' ? value : JSON.stringify(value));
  return lines.length === 1 ? [`${name}: ${lines[0]}`] : [`${name}:`, ...lines.map((line) => `  ${line}`)];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const shown = lines.slice(0, LINES_MAX).map((line) => shortened(line));
  const more = lines.length - shown.length;
  return more === 0 ? shown : [...shown, `… and ${counted(more, 'line')} more`];
}

function shortened(line: string): string {
  const characters = [...line.slice(0, 2 * LINE_CHARACTERS_MAX)];
  const more = line.length - characters.slice(0, LINE_CHARACTERS_MAX).join('').length;
  return more === 0 ? line : `${characters.slice(0, LINE_CHARACTERS_MAX).join('')}… ${counted(more, 'character')} more`;
}
