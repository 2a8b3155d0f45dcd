/** Any text, so that it stands in Markdown as it is, and neither ends what it stands in nor begins anything else. */
import { visible } from '@tagma/protocol';

/** A block: its fence is longer than any run of backticks in the text. */
export function fence(text: string, language = ''): string {
  const marks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${marks}${language}\n${shown(text).replace(/\n$/, '')}\n${marks}`;
}

/** A piece of a line. */
export function code(text: string): string {
  const line = oneText(text);
  if (line === '') return '(empty)';
  const marks = '`'.repeat(longestRun(line) + 1);
  const gap = line.startsWith('`') || line.endsWith('`') || line.trim() !== line || line.trim() === '' ? ' ' : '';
  return `${marks}${gap}${line}${gap}${marks}`;
}

/** Plain words on one line: what would be markup is escaped. */
export function oneLine(text: string): string {
  return oneText(text).replace(/[\\`*_{}[\]<>()#|!~&]/g, '\\$&');
}

/** Shown when it is opened. */
export function folded(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}

/** `2026-01-01 00:00:01 UTC`. */
export function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** What a terminal would obey, and no reader of Markdown keeps, by its name. */
function shown(text: string): string {
  return visible(text.replace(/\r\n?/g, '\n'));
}

function oneText(text: string): string {
  return shown(text).replace(/[\n\t]+/g, ' ');
}
