/**
 * Marks: what has a meaning in a reply. The tags of the protocol and of the offered tools' parameters, the borders of CDATA
 * and comments, runs of backticks, code fences. Everything between two marks is text.
 */

export type MarkKind =
  | 'open'
  | 'close'
  | 'empty'
  | 'cdata'
  | 'cdata-end'
  | 'comment'
  | 'comment-end'
  | 'tick'
  | 'fence';

/** Positions count UTF-16 code units of the whole reply; `end` is behind the last one. */
export type Mark = {
  readonly kind: MarkKind;
  /** Of a tag: its name in lower case. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Counted from 1. */
  readonly line: number;
  /** Whether only blanks stand before it on its line. */
  readonly atLineStart: boolean;
  /** Whether only white space stands between the mark before (or the start) and this one. */
  readonly afterBlank: boolean;
  /** Of a `tick`: how many backticks. Of a `fence`: how many characters, negative for tildes. */
  readonly count: number;
  /** Of a `tick`: the index of the next run of as many backticks on the same line, once there is one. */
  pair: number | null;
};

export type Match = { readonly kind: MarkKind; readonly name: string; readonly end: number; readonly count: number };

/** A longer tag is text. */
const TAG_CHARACTERS_MAX = 65_536;
const FENCE_CHARACTERS_MIN = 3;

/**
 * What begins at `text[at]`: a mark, nothing (null), or too little text to tell. With `last`, no more text comes.
 */
export function matchMark(
  text: string,
  at: number,
  names: ReadonlySet<string>,
  lineStart: boolean,
  last: boolean,
): Match | null | 'incomplete' {
  const match = matchAt(text, at, names, lineStart, last);
  return match === 'incomplete' && last ? null : match;
}

function matchAt(text: string, at: number, names: ReadonlySet<string>, lineStart: boolean, last: boolean) {
  switch (text[at]) {
    case ']':
      return matchLiteral(text, at, ']]>', 'cdata-end');
    case '-':
      return matchLiteral(text, at, '-->', 'comment-end');
    case '`':
      return matchRun(text, at, '`', lineStart, last);
    case '~':
      return lineStart ? matchRun(text, at, '~', lineStart, last) : null;
    default:
      return text[at + 1] === '!' ? matchBang(text, at) : matchTag(text, at, names, last);
  }
}

function matchBang(text: string, at: number): Match | null | 'incomplete' {
  const comment = matchLiteral(text, at, '<!--', 'comment');
  return comment === null ? matchLiteral(text, at, '<![CDATA[', 'cdata') : comment;
}

function matchLiteral(text: string, at: number, literal: string, kind: MarkKind): Match | null | 'incomplete' {
  if (text.startsWith(literal, at)) return { kind, name: '', end: at + literal.length, count: 0 };
  const rest = text.slice(at, at + literal.length);
  return rest.length < literal.length && literal.startsWith(rest) ? 'incomplete' : null;
}

function matchRun(text: string, at: number, character: string, lineStart: boolean, last: boolean) {
  let end = at + 1;
  while (text[end] === character) end++;
  if (end === text.length && !last) return 'incomplete';
  const count = end - at;
  const fence = lineStart && count >= FENCE_CHARACTERS_MIN;
  if (character === '~') return fence ? ({ kind: 'fence', name: '', end, count: -count } as const) : null;
  return { kind: fence ? 'fence' : 'tick', name: '', end, count } as const;
}

/** `<name …>`, `</name>`, `<name …/>` of a known name: no white space behind `<`, any behind `</` and before `>`. */
function matchTag(text: string, at: number, names: ReadonlySet<string>, last: boolean): Match | null | 'incomplete' {
  let i = at + 1;
  const closing = text[i] === '/';
  if (closing) i = skipSpace(text, i + 1);
  const nameStart = i;
  while (isNameCharacter(text.charCodeAt(i))) i++;
  if (i === text.length) return couldBeName(text.slice(nameStart), names) ? 'incomplete' : null;
  const name = text.slice(nameStart, i).toLowerCase();
  if (!names.has(name)) return null;
  if (closing) {
    i = skipSpace(text, i);
    if (i === text.length) return 'incomplete';
    return text[i] === '>' ? { kind: 'close', name, end: i + 1, count: 0 } : null;
  }
  return matchAttributes(text, at, i, name, last);
}

function matchAttributes(text: string, at: number, from: number, name: string, last: boolean) {
  const limit = Math.min(text.length, at + TAG_CHARACTERS_MAX);
  if (!/[\s/>]/.test(text[from] ?? '')) return null;
  let equals = false;
  for (let i = from; i < limit; i++) {
    const character = text[i];
    if (character === '<') return null;
    if (character === '>') return tagTo(text[i - 1] === '/' ? 'empty' : 'open', name, i + 1);
    if (character === '=') equals = true;
    else if (equals && (character === '"' || character === "'")) {
      const end = quoteEnd(text, i, limit, last);
      if (end === null) break;
      if (text[end] === '>') return tagTo('open', name, end + 1);
      i = end;
      equals = false;
    } else if (!/\s/.test(character ?? '')) equals = false;
  }
  return limit < at + TAG_CHARACTERS_MAX ? 'incomplete' : null;
}

/** The closing quote; or, where the quote is not closed on its line, the first `>` of that line if there is one. */
function quoteEnd(text: string, quoteStart: number, limit: number, last: boolean): number | null {
  const quote = text[quoteStart];
  let bracket = -1;
  for (let i = quoteStart + 1; i < limit; i++) {
    if (text[i] === quote) return i;
    if (text[i] === '>' && bracket < 0) bracket = i;
    if (text[i] === '\n' && bracket >= 0) return bracket;
  }
  return last && bracket >= 0 ? bracket : null;
}

function tagTo(kind: MarkKind, name: string, end: number): Match {
  return { kind, name, end, count: 0 };
}

function skipSpace(text: string, from: number): number {
  let i = from;
  while (i < text.length && /\s/.test(text[i] ?? '')) i++;
  return i;
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45
  );
}

/** Whether the start of a name may still become a known one. */
function couldBeName(start: string, names: ReadonlySet<string>): boolean {
  const lower = start.toLowerCase();
  for (const name of names) if (name.startsWith(lower)) return true;
  return false;
}
