/** A string in JSON, or in what a model writes for it: raw line breaks stay, and so does a backslash that escapes nothing. */
import { append, slice, startTape, type Tape } from '../lexer/tape.ts';

export type Text = {
  readonly quote: string;
  /** What it holds so far. */
  readonly tape: Tape;
  /** An escape that is not complete yet, from its backslash on. */
  escape: string;
  closed: boolean;
};

const ESCAPES: { readonly [letter: string]: string } = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '/': '/',
  '\\': '\\',
  '"': '"',
  "'": "'",
};
/** `\u` and four digits. */
const UNICODE_CHARACTERS = 6;

export function startText(quote: string): Text {
  return { quote, tape: startTape(), escape: '', closed: false };
}

/** What it holds so far; an escape that is not complete is no part of it yet. */
export function textOf(text: Text): string {
  return slice(text.tape, 0, text.tape.length);
}

/** Reads on from that position. Gives where it stopped: behind the closing quote, or at the end of the piece. */
export function writtenIn(text: Text, piece: string, from: number): number {
  let at = from;
  while (at < piece.length && !text.closed) {
    if (text.escape !== '') {
      at = readEscape(text, piece, at);
      continue;
    }
    const end = ordinaryEnd(text, piece, at);
    if (end > at) append(text.tape, piece.slice(at, end));
    if (piece[end] === '\\') text.escape = '\\';
    else if (end < piece.length) text.closed = true;
    at = Math.min(end + 1, piece.length);
  }
  return at;
}

function ordinaryEnd({ quote }: Text, piece: string, from: number): number {
  let at = from;
  while (at < piece.length && piece[at] !== quote && piece[at] !== '\\') at++;
  return at;
}

/** Takes one more character into the escape. One that turns out to be none is text, and is read as such. */
function readEscape(text: Text, piece: string, at: number): number {
  const character = piece.charAt(at);
  if (text.escape === '\\') {
    if (character === 'u') text.escape = '\\u';
    else {
      append(text.tape, Object.hasOwn(ESCAPES, character) ? (ESCAPES[character] ?? '') : `\\${character}`);
      text.escape = '';
    }
    return at + 1;
  }
  if (!/[\da-fA-F]/.test(character)) {
    append(text.tape, text.escape);
    text.escape = '';
    return at;
  }
  text.escape += character;
  if (text.escape.length === UNICODE_CHARACTERS) {
    append(text.tape, String.fromCharCode(Number.parseInt(text.escape.slice(2), 16)));
    text.escape = '';
  }
  return at + 1;
}
