/**
 * Finds the marks of a reply, whatever the pieces it comes in. A mark begins at one of a few characters; whether it is one
 * is asked of the text from there on. If the text ends too early to tell, it is held back until more comes: a held text
 * that grows long is asked about again only when it has doubled, so that the cost stays linear.
 */
import { type Glance, glanceFor } from './glance.ts';
import { addTo, dropLast, lastEnd, type MarkList, markIn, setPair, startMarks } from './mark-list.ts';
import { type Mark, type MarkKind, matchMark } from './marks.ts';
import { append, startTape, type Tape, textSince, truncate } from './tape.ts';
import { isSpace } from './white-space.ts';

/** Unread text is read once it holds so many characters, or sooner where somebody wants to know. */
const BATCH_CHARACTERS = 1_024;
/** Up to so many characters, a held text is asked about whenever there is more of it: a tag is seen as soon as it is complete. */
const HELD_EAGER_CHARACTERS = 256;

const LINE_FEED = 10;

const ORDINARY = 0;
const BLANK = 1;
const NEWLINE = 2;
const MARK = 3;
/** The first letter of a label: it counts at the start of a line. */
const LABEL = 4;
const CLASS = classes();

export type Lexer = {
  readonly names: ReadonlySet<string>;
  readonly glance: Glance;
  readonly tape: Tape;
  readonly marks: MarkList;
  /** How far the text has been read. What stands behind it is unread, or may still become part of a mark. */
  position: number;
  /** How much of what stands behind it has been asked about. */
  asked: number;
  line: number;
  /** Positions: behind the last newline, and of the last character that is no white space (-1: none yet). */
  lineStart: number;
  lastVisible: number;
  /** The last run of so many backticks on the current line: its index in `marks`. */
  readonly lastTicks: Map<number, number>;
};

/** @param names the tag names that count, in lower case. */
export function startLexer(names: ReadonlySet<string>): Lexer {
  return {
    names,
    glance: glanceFor(names),
    tape: startTape(),
    marks: startMarks(),
    position: 0,
    asked: 0,
    line: 1,
    lineStart: 0,
    lastVisible: -1,
    lastTicks: new Map(),
  };
}

/** Takes the next piece of the text. Gives whether any of it has been read. */
export function lex(lexer: Lexer, text: string): boolean {
  append(lexer.tape, text);
  if (heldLength(lexer) < Math.max(BATCH_CHARACTERS, 2 * lexer.asked)) return false;
  read(lexer, false);
  return true;
}

/** Reads what has come so far. */
export function catchUp(lexer: Lexer): void {
  const length = heldLength(lexer);
  if (length > lexer.asked && (length <= HELD_EAGER_CHARACTERS || length >= 2 * lexer.asked)) read(lexer, false);
}

/** No more text comes: what is still held is read as it stands. */
export function endLexer(lexer: Lexer): void {
  read(lexer, true);
}

/** The text has ended there after all: what follows is dropped, and the marks in it. */
export function dropFrom(lexer: Lexer, position: number): void {
  truncate(lexer.tape, position);
  const { marks } = lexer;
  for (
    let mark = markIn(marks, marks.length - 1);
    mark && mark.start >= position;
    mark = markIn(marks, marks.length - 1)
  ) {
    lexer.line = mark.line;
    dropLast(marks);
  }
}

/** How far the text has been read: what is held back may still become part of a mark. */
export function readTo(lexer: Lexer): number {
  return lexer.position;
}

function heldLength(lexer: Lexer): number {
  return lexer.tape.length - lexer.position;
}

/** Whether all that has been read behind the mark is white space; what is held has not been read yet. */
export function isBlankSince(lexer: Lexer, mark: Mark): boolean {
  return lexer.lastVisible < mark.end;
}

function read(lexer: Lexer, last: boolean): void {
  const base = lexer.position;
  const text = textSince(lexer.tape, base);
  let visible = lexer.lastVisible;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = code < CLASS.length ? CLASS[code] : isSpace(code) ? BLANK : ORDINARY;
    // First, for it is by far the most frequent.
    if (kind === ORDINARY) {
      visible = base + at;
      at++;
      continue;
    }
    if (kind === BLANK) {
      at++;
      continue;
    }
    if (kind === NEWLINE) {
      at++;
      lexer.lastVisible = visible;
      newLine(lexer, base + at);
      continue;
    }
    if (
      kind === MARK ? lexer.glance(text, at) : kind === LABEL && visible < Math.max(lexer.lineStart, behindMark(lexer))
    ) {
      lexer.lastVisible = visible;
      const before = { lineStart: isLineStart(lexer, base + at), blank: isBlankBehindMark(lexer) };
      const found = matchMark(text, at, lexer.names, before, last);
      if (found === 'incomplete') break;
      if (found !== null) {
        addMark(lexer, found.kind, found.name, base + at, base + found.end, found.count);
        countLines(lexer, text, at, found.end, base);
        at = found.end;
        visible = base + at - 1;
        continue;
      }
    }
    visible = base + at;
    at++;
  }
  lexer.lastVisible = visible;
  lexer.position = base + at;
  lexer.asked = text.length - at;
}

function addMark(lexer: Lexer, kind: MarkKind, name: string, start: number, end: number, count: number): void {
  const afterBlank = isBlankBehindMark(lexer);
  const atLineStart = isLineStart(lexer, start);
  const index = lexer.marks.length;
  addTo(lexer.marks, { kind, name, start, end, line: lexer.line, atLineStart, afterBlank, count, pair: null });
  if (kind !== 'tick') return;
  const twin = lexer.lastTicks.get(count);
  if (twin !== undefined) setPair(lexer.marks, twin, index);
  lexer.lastTicks.set(count, index);
}

/** Whether only white space stands between the last mark (or the start) and this position. */
function isBlankBehindMark(lexer: Lexer): boolean {
  return lexer.lastVisible < behindMark(lexer);
}

function behindMark(lexer: Lexer): number {
  return lastEnd(lexer.marks);
}

/** Whether only blanks stand between the start of the line and this position. */
function isLineStart(lexer: Lexer, position: number): boolean {
  return lexer.lastVisible < lexer.lineStart && position >= lexer.lineStart;
}

function countLines(lexer: Lexer, text: string, from: number, to: number, base: number): void {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) === LINE_FEED) newLine(lexer, base + i + 1);
}

function newLine(lexer: Lexer, lineStart: number): void {
  lexer.line++;
  lexer.lineStart = lineStart;
  if (lexer.lastTicks.size > 0) lexer.lastTicks.clear();
}

function classes(): Uint8Array {
  const table = new Uint8Array(128);
  for (const blank of ' \t\r\f\v') table[blank.charCodeAt(0)] = BLANK;
  table['\n'.charCodeAt(0)] = NEWLINE;
  for (const mark of '<`~]-[') table[mark.charCodeAt(0)] = MARK;
  for (const letter of 'AOTF') table[letter.charCodeAt(0)] = LABEL;
  return table;
}
