/**
 * Marks: what has a meaning in a reply. The tags of the protocol and of the offered tools' parameters, the borders of CDATA
 * and comments, runs of backticks, code fences. Everything between two marks is text. What begins at a place is told from
 * the text there alone, whatever element it stands in.
 */
import { FORGED_NAMES } from './names.ts';
import { matchAttributes } from './tag.ts';
import { isSpace, skipSpace } from './white-space.ts';

export type MarkKind =
  | 'open'
  | 'close'
  | 'empty'
  /** An action's opening tag that the end of the text cuts off. It ends behind the name. */
  | 'cut'
  | 'cdata'
  | 'cdata-end'
  | 'comment'
  | 'comment-end'
  | 'tick'
  /** A fence alone on its line: it closes a code block, or opens one. */
  | 'fence'
  /** A fence with words behind it: it only opens one. */
  | 'fence-open';

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
  /** Of a `tick`: how many backticks. Of a fence: how many characters, negative for tildes. */
  readonly count: number;
  /** Of a `tick`: the index of the next run of as many backticks on the same line, once there is one. */
  pair: number | null;
};

export type Match = { readonly kind: MarkKind; readonly name: string; readonly end: number; readonly count: number };

type Found = Match | null | 'incomplete';

export const FENCE_CHARACTERS_MIN = 3;

/**
 * What begins at `text[at]`: a mark, nothing (null), or too little text to tell. With `last`, no more text comes.
 */
export function matchMark(
  text: string,
  at: number,
  names: ReadonlySet<string>,
  lineStart: boolean,
  last: boolean,
): Found {
  const found = matchAt(text, at, names, lineStart, last);
  return found === 'incomplete' && last ? null : found;
}

function matchAt(text: string, at: number, names: ReadonlySet<string>, lineStart: boolean, last: boolean): Found {
  switch (text[at]) {
    case ']':
      return matchLiteral(text, at, ']]>', 'cdata-end');
    case '-':
      return matchLiteral(text, at, '-->', 'comment-end');
    case '`':
    case '~':
      return matchRun(text, at, lineStart, last);
    default:
      return text[at + 1] === '!' ? matchBang(text, at) : matchTag(text, at, names, last);
  }
}

function matchBang(text: string, at: number): Found {
  const comment = matchLiteral(text, at, '<!--', 'comment');
  return comment === null ? matchLiteral(text, at, '<![CDATA[', 'cdata') : comment;
}

function matchLiteral(text: string, at: number, literal: string, kind: MarkKind): Found {
  if (text.startsWith(literal, at)) return { kind, name: '', end: at + literal.length, count: 0 };
  const rest = text.slice(at, at + literal.length);
  return rest.length < literal.length && literal.startsWith(rest) ? 'incomplete' : null;
}

/** A run of backticks or tildes. A line that begins with three or more is a fence, if no further backtick follows on it. */
function matchRun(text: string, at: number, lineStart: boolean, last: boolean): Found {
  const tilde = text[at] === '~';
  if (tilde && !lineStart) return null;
  let end = at + 1;
  while (text[end] === text[at]) end++;
  if (end === text.length && !last) return 'incomplete';
  const count = end - at;
  const tick = tilde ? null : ({ kind: 'tick', name: '', end, count } as const);
  if (!lineStart || count < FENCE_CHARACTERS_MIN) return tick;
  let bare = true;
  let i = end;
  for (; i < text.length && text[i] !== '\n'; i++) {
    if (text[i] === '`' && !tilde) return tick;
    if (!isSpace(text.charCodeAt(i))) bare = false;
  }
  if (i === text.length && !last) return 'incomplete';
  return { kind: bare ? 'fence' : 'fence-open', name: '', end, count: tilde ? -count : count };
}

/** `<name …>`, `</name>`, `<name …/>` of a known name: no white space behind `<`, any behind `</` and before `>`. */
function matchTag(text: string, at: number, names: ReadonlySet<string>, last: boolean): Found {
  let i = at + 1;
  const closing = text[i] === '/';
  if (closing) i = skipSpace(text, i + 1);
  const nameStart = i;
  while (isNameCharacter(text.charCodeAt(i))) i++;
  const name = text.slice(nameStart, i).toLowerCase();
  if (i === text.length && !last) return couldBeName(name, names) ? 'incomplete' : null;
  if (!names.has(name)) return null;
  if (closing) {
    i = skipSpace(text, i);
    if (i === text.length) return 'incomplete';
    return text[i] === '>' ? { kind: 'close', name, end: i + 1, count: 0 } : null;
  }
  if (i < text.length && !isSpace(text.charCodeAt(i)) && text[i] !== '/' && text[i] !== '>') return null;
  const tag = matchAttributes(text, at, i, last);
  if (tag !== null && tag !== 'incomplete') return { kind: tag.empty ? 'empty' : 'open', name, end: tag.end, count: 0 };
  if (tag === 'incomplete' && !last) return tag;
  return matchHead(name, i, tag === 'incomplete');
}

/** A tag that has no end: an invented observation counts by its beginning, and a cut action is told from none. */
function matchHead(name: string, end: number, cut: boolean): Found {
  if (FORGED_NAMES.has(name)) return { kind: 'open', name, end, count: 0 };
  return cut && name === 'action' ? { kind: 'cut', name, end, count: 0 } : null;
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45 ||
    code === 46
  );
}

/** Whether the start of a name, in lower case, may still become a known one. */
function couldBeName(start: string, names: ReadonlySet<string>): boolean {
  for (const name of names) if (name.startsWith(start)) return true;
  return false;
}
