/**
 * The text that is being written, and the caret in it. Every edit is a pure function; the caret moves by what a person
 * sees as one sign, never into the middle of it.
 */
import { clustersOf, isPlain, widthOf } from '../text/glyphs.ts';

/** `caret` is an offset into the text, in code units. */
export type Composer = { readonly text: string; readonly caret: number };

/** A row of the text as it is laid out: the offsets that it covers, its newline not among them. */
export type ComposerRow = { readonly start: number; readonly end: number };

/** Code units that one move by a word passes at most. */
const WORD_LENGTH_MAX = 1_000;

export const BLANK_COMPOSER: Composer = { text: '', caret: 0 };

export function composed(text: string): Composer {
  return { text, caret: text.length };
}

export function insert({ text, caret }: Composer, added: string): Composer {
  return { text: text.slice(0, caret) + added + text.slice(caret), caret: caret + added.length };
}

export function left({ text, caret }: Composer): Composer {
  return { text, caret: signBefore(text, caret) };
}

export function right({ text, caret }: Composer): Composer {
  return { text, caret: signAfter(text, caret) };
}

export function wordLeft({ text, caret }: Composer): Composer {
  return { text, caret: wordStart(text, caret) };
}

export function wordRight({ text, caret }: Composer): Composer {
  const [skipped = ''] = /^[^\p{L}\p{N}_]*[\p{L}\p{N}\p{M}_]*/u.exec(text.slice(caret)) ?? [];
  return { text, caret: caret + skipped.length };
}

export function lineStart({ text, caret }: Composer): Composer {
  return { text, caret: startOfLine(text, caret) };
}

export function lineEnd({ text, caret }: Composer): Composer {
  const newline = text.indexOf('\n', caret);
  return { text, caret: newline < 0 ? text.length : newline };
}

export function deleteLeft(composer: Composer): Composer {
  return cut(composer, signBefore(composer.text, composer.caret), composer.caret);
}

export function deleteRight(composer: Composer): Composer {
  return cut(composer, composer.caret, signAfter(composer.text, composer.caret));
}

export function deleteWordLeft(composer: Composer): Composer {
  return cut(composer, wordStart(composer.text, composer.caret), composer.caret);
}

/** To the start of the line; at the start, the newline before it. */
export function deleteToLineStart(composer: Composer): Composer {
  const start = lineStart(composer).caret;
  return start === composer.caret ? deleteLeft(composer) : cut(composer, start, composer.caret);
}

/** To the end of the line; at the end, the newline after it. */
export function deleteToLineEnd(composer: Composer): Composer {
  const end = lineEnd(composer).caret;
  return end === composer.caret ? deleteRight(composer) : cut(composer, composer.caret, end);
}

/** One row up or down in a layout of `width` columns, as near to the same column as a sign starts. Null at the edge. */
export function vertical(composer: Composer, width: number, rows: -1 | 1): Composer | null {
  const laidOut = composerRows(composer.text, width);
  const from = caretPosition(composer, laidOut);
  const target = laidOut[from.row + rows];
  return target ? { text: composer.text, caret: offsetAt(composer.text, target, from.column) } : null;
}

/** The rows of a text in `width` columns; at least one. Broken at any sign, so that the caret is always where it types. */
export function composerRows(text: string, width: number): readonly ComposerRow[] {
  if (lastLayout?.text !== text || lastLayout.width !== width) lastLayout = { text, width, rows: layout(text, width) };
  return lastLayout.rows;
}

/** The caret moves far more often than the text changes, and a text may be long. */
let lastLayout: { readonly text: string; readonly width: number; readonly rows: readonly ComposerRow[] } | undefined;

function layout(text: string, width: number): readonly ComposerRow[] {
  const rows: ComposerRow[] = [];
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    addRows(rows, text.slice(start, end), start, width);
    start = end + 1;
  }
  return rows;
}

function addRows(rows: ComposerRow[], line: string, offset: number, width: number): void {
  let start = 0;
  if (isPlain(line)) {
    for (; start + width < line.length; start += width)
      rows.push({ start: offset + start, end: offset + start + width });
  } else {
    let columns = 0;
    for (const cluster of clustersOf(line)) {
      if (columns + cluster.width > width && cluster.start > start) {
        rows.push({ start: offset + start, end: offset + cluster.start });
        start = cluster.start;
        columns = 0;
      }
      columns += cluster.width;
    }
  }
  rows.push({ start: offset + start, end: offset + line.length });
}

/** The row and column of the caret. At a soft break it stands at the start of the next row. */
export function caretPosition(
  { text, caret }: Composer,
  rows: readonly ComposerRow[],
): { readonly row: number; readonly column: number } {
  const row = Math.max(
    0,
    rows.findLastIndex((each) => each.start <= caret),
  );
  return { row, column: widthOf(text.slice(rows[row]?.start ?? 0, caret)) };
}

function offsetAt(text: string, row: ComposerRow, column: number): number {
  let passed = 0;
  for (const cluster of clustersOf(text.slice(row.start, row.end))) {
    if (passed + cluster.width > column) return row.start + cluster.start;
    passed += cluster.width;
  }
  return row.end;
}

function cut({ text }: Composer, from: number, to: number): Composer {
  return { text: text.slice(0, from) + text.slice(to), caret: from };
}

/** A sign is looked for in its line only: a text of ten thousand lines is not cut into signs for one key. */
function signBefore(text: string, caret: number): number {
  const start = startOfLine(text, caret);
  if (start === caret) return Math.max(0, caret - 1);
  return start + (clustersOf(text.slice(start, caret)).at(-1)?.start ?? 0);
}

function startOfLine(text: string, caret: number): number {
  return caret === 0 ? 0 : text.lastIndexOf('\n', caret - 1) + 1;
}

function signAfter(text: string, caret: number): number {
  if (caret >= text.length) return text.length;
  if (text[caret] === '\n') return caret + 1;
  const newline = text.indexOf('\n', caret);
  const [first] = clustersOf(text.slice(caret, newline < 0 ? text.length : newline));
  return caret + (first?.end ?? 1);
}

function wordStart(text: string, caret: number): number {
  const before = text.slice(Math.max(0, caret - WORD_LENGTH_MAX), caret);
  const [skipped = ''] = /[\p{L}\p{N}\p{M}_]*[^\p{L}\p{N}\p{M}_]*$/u.exec(before) ?? [];
  return caret - skipped.length;
}
