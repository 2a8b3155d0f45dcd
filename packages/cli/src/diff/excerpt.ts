/** Two texts cut to a few lines each, so that the place where they first differ is in sight. */
import { visible } from '@tagma/protocol';

/** Lines of each text that are shown, and how many of them stand before the difference. */
const LINES_MAX = 4;
const LINES_BEFORE = 1;
/** The share of a line that stands before the difference. */
const BEFORE_SHARE = 0.4;

/** @param width of a line, in columns */
export function excerpts(a: string, b: string, width: number): readonly [a: string, b: string] {
  const [ours, theirs] = [visible(a), visible(b)];
  const at = firstOther(ours, theirs);
  return [excerpt(ours, at, width), excerpt(theirs, at, width)];
}

/** A string as it is, anything else as JSON; a dash where there is nothing. */
export function jsonOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** 0 where they are the same: then their beginning is shown. */
function firstOther(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function excerpt(text: string, at: number, width: number): string {
  const lines = text.replace(/\n+$/, '').split('\n');
  let number = 0;
  let start = 0;
  while (number < lines.length - 1 && start + (lines[number]?.length ?? 0) < at) {
    start += (lines[number]?.length ?? 0) + 1;
    number += 1;
  }
  const from = Math.max(0, number - LINES_BEFORE);
  const to = Math.min(lines.length, from + LINES_MAX);
  const shown = lines
    .slice(from, to)
    .map((line, index) => cutAround(line, from + index === number ? at - start : 0, width));
  if (from > 0) shown[0] = `… ${shown[0] ?? ''}`;
  if (to < lines.length) shown.push(`… ${lines.length - to} more`);
  return shown.join('\n');
}

function cutAround(line: string, at: number, width: number): string {
  const room = Math.max(8, width - 4);
  if (line.length <= room) return line;
  const from = Math.max(0, Math.min(at - Math.floor(room * BEFORE_SHARE), line.length - room));
  return `${from > 0 ? '…' : ''}${line.slice(from, from + room)}${from + room < line.length ? '…' : ''}`;
}
