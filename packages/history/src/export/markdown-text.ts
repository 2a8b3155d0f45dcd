// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is replaced here
/** Any text, so that it stands in Markdown as it is, and neither ends what it stands in nor begins anything else. */

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

/** What no reader of Markdown keeps: NUL, other controls, halves of characters. */
function shown(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, (control) =>
      String.fromCodePoint(0x2400 + (control === '\x7f' ? 0x21 : control.charCodeAt(0))),
    )
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

function oneText(text: string): string {
  return shown(text).replace(/[\n\t\u2028\u2029]+/g, ' ');
}
