/** Of two texts that differ, the lines around the first difference: the rest of a long text would hide it. */

/** Lines of a text that are shown, and how many of them stand before the difference. */
export const LINES_MAX = 12;
const LINES_BEFORE = 3;
/** Code units of a line that are shown. */
const LINE_LENGTH_MAX = 1_000;

/** Of two texts that are the same, the beginning. */
export function excerpts(a: string, b: string): readonly [a: readonly string[], b: readonly string[]] {
  const [ours, theirs] = [a, b].map((text) => text.split(/\r?\n/)) as [string[], string[]];
  const at = ours.findIndex((each, index) => each !== theirs[index]);
  const from = Math.max(0, (at === -1 ? (a === b ? 0 : ours.length) : at) - LINES_BEFORE);
  return [excerpt(ours, from), excerpt(theirs, from)];
}

function excerpt(lines: readonly string[], from: number): readonly string[] {
  const start = Math.min(from, Math.max(0, lines.length - 1));
  const shown = lines.slice(start, start + LINES_MAX).map(cut);
  const after = lines.length - start - shown.length;
  return [
    ...(start > 0 ? [`… ${counted(start)} before`] : []),
    ...shown,
    ...(after > 0 ? [`… ${counted(after)} more`] : []),
  ];
}

function cut(text: string): string {
  if (text.length <= LINE_LENGTH_MAX) return text;
  return `${text.slice(0, LINE_LENGTH_MAX)}… ${text.length - LINE_LENGTH_MAX} more characters`;
}

function counted(lines: number): string {
  return `${lines} ${lines === 1 ? 'line' : 'lines'}`;
}
