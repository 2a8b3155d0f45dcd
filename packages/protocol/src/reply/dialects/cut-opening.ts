/** A reply that is cut off where a dialect names its tool: it is no call yet, and more than text. */
import { type Scan, textBetween, textLength } from '../parser/state.ts';

/** So much of the end is looked at. */
const TAIL_CHARACTERS = 256;
const OPENINGS: readonly RegExp[] = [
  /^[ \t]*<(?:tool_call|function_calls)?$/,
  /^[ \t]*<tool_call>\s*(?:<?[\w.=-]*)$/,
  /^[ \t]*(?:<tool_call>\s*)?<(?:function(?:=|\s+name\s*=)|(?:[\w.-]+:|[|｜‖]{1,2}\w+[|｜‖]{1,2})?invoke\s)[^<>\n]*$/,
  /^[ \t]*<[|｜]tool[^\n]*(?:\n```\w*\s*)?$/,
  /^[ \t]*\[TOOL_CALLS\][\w\s.[\]-]*$/,
  /^[ \t]*Action[:：][^\n]+\n\s*A?c?t?i?o?n? ?I?n?p?u?t?$/,
];

export function endsInOpening(scan: Scan): boolean {
  const end = textLength(scan);
  const lines = textBetween(scan, Math.max(0, end - TAIL_CHARACTERS), end).split('\n');
  return lines.some((_line, index) => OPENINGS.some((opening) => opening.test(lines.slice(index).join('\n'))));
}
