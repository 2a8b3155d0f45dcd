/**
 * Marks: what has a meaning in a reply. The tags of the protocol, of the dialects, of the offered tools and their parameters,
 * the borders of CDATA and comments, runs of backticks, code fences, labels of lines. Everything between two marks is text.
 * What begins at a place is told from the text there alone, whatever element it stands in.
 */

import { CALLS_END_LITERAL, CALLS_LITERAL, isPipe, matchLabel, matchToken } from '../dialects/tokens.ts';
import { FORGED_NAMES, KEY_NAMES, PREFIXED_NAMES } from '../names.ts';
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
  | 'fence-open'
  /** `Action:` and its like at the start of a line or right behind another mark. */
  | 'label';

/** Positions count UTF-16 code units of the whole reply; `end` is behind the last one. */
export type Mark = {
  readonly kind: MarkKind;
  /** Of a tag: its name in lower case, without a namespace. Of a label: its words in lower case. */
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
  readonly pair: number | null;
};

export type Match = { readonly kind: MarkKind; readonly name: string; readonly end: number; readonly count: number };

type Found = Match | null | 'incomplete';

export const FENCE_CHARACTERS_MIN = 3;
const PREFIX_CHARACTERS_MAX = 32;
/** So many stand on either side of a namespace. */
const PIPES_MAX = 2;
const DECLARATION_CHARACTERS_MAX = 256;

/** What stands before the mark: only blanks on its line, only white space since the mark before. */
export type Before = { readonly lineStart: boolean; readonly blank: boolean };

/**
 * What begins at `text[at]`: a mark, nothing (null), or too little text to tell. With `last`, no more text comes.
 */
export function matchMark(text: string, at: number, names: ReadonlySet<string>, before: Before, last: boolean): Found {
  const found = matchAt(text, at, names, before, last);
  return found === 'incomplete' && last ? null : found;
}

function matchAt(text: string, at: number, names: ReadonlySet<string>, before: Before, last: boolean): Found {
  switch (text[at]) {
    case ']':
      return matchLiteral(text, at, ']]>', 'cdata-end');
    case '-':
      return matchLiteral(text, at, '-->', 'comment-end');
    case '`':
    case '~':
      return matchRun(text, at, before.lineStart, last);
    case '[':
      return matchCalls(text, at);
    case '<':
      return matchBracket(text, at, names, before, last);
    default:
      return before.lineStart || before.blank ? labelAt(text, at) : null;
  }
}

function matchBracket(text: string, at: number, names: ReadonlySet<string>, before: Before, last: boolean): Found {
  if (text[at + 1] === '!') return matchBang(text, at);
  if (text[at + 1] === '?') return matchDeclaration(text, at);
  const token = isPipe(text[at + 1]) ? matchToken(text, at) : null;
  if (token === 'incomplete') return token;
  return token ? { ...token, count: 0 } : matchTag(text, at, names, before, last);
}

function matchCalls(text: string, at: number): Found {
  const opening = matchLiteral(text, at, CALLS_LITERAL, 'open', CALLS_LITERAL);
  return opening === null ? matchLiteral(text, at, CALLS_END_LITERAL, 'close', CALLS_LITERAL) : opening;
}

function labelAt(text: string, at: number): Found {
  const label = matchLabel(text, at);
  return label === null || label === 'incomplete' ? label : { ...label, kind: 'label', count: 0 };
}

/** `<?xml … ?>`, as if it were an empty element. */
function matchDeclaration(text: string, at: number): Found {
  const start = matchLiteral(text, at, '<?xml', 'empty', '?xml');
  if (start === null || start === 'incomplete') return start;
  const end = text.slice(at, at + DECLARATION_CHARACTERS_MAX).indexOf('?>');
  if (end >= 0) return { ...start, end: at + end + 2 };
  return text.length < at + DECLARATION_CHARACTERS_MAX ? 'incomplete' : null;
}

function matchBang(text: string, at: number): Found {
  const comment = matchLiteral(text, at, '<!--', 'comment');
  return comment === null ? matchLiteral(text, at, '<![CDATA[', 'cdata') : comment;
}

function matchLiteral(text: string, at: number, literal: string, kind: MarkKind, name = ''): Found {
  if (text.startsWith(literal, at)) return { kind, name, end: at + literal.length, count: 0 };
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
function matchTag(text: string, at: number, names: ReadonlySet<string>, before: Before, last: boolean): Found {
  const closing = text[at + 1] === '/';
  const nameStart = closing ? skipSpace(text, at + 2) : at + 1;
  const named = matchName(text, nameStart, names, closing || before.lineStart || before.blank, last);
  if (named === null || named === 'incomplete') return named;
  const { name, end } = named;
  if (closing) {
    const i = skipSpace(text, KEY_NAMES.has(name) ? keyEnd(text, end) : end);
    if (i === text.length) return 'incomplete';
    return text[i] === '>' ? { kind: 'close', name, end: i + 1, count: 0 } : null;
  }
  const sign = text[end];
  const keyed = sign === '=' && KEY_NAMES.has(name);
  if (sign !== undefined && !isSpace(text.charCodeAt(end)) && sign !== '/' && sign !== '>' && !keyed) return null;
  const tag = matchAttributes(text, at, end, last);
  if (tag !== null && tag !== 'incomplete') return { kind: tag.empty ? 'empty' : 'open', name, end: tag.end, count: 0 };
  if (tag === 'incomplete' && !last) return tag;
  return matchHead(name, end, tag === 'incomplete');
}

/** Some models repeat in a closing tag what the opening one names: `</parameter=path>`. */
function keyEnd(text: string, from: number): number {
  return text[from] === '=' ? nameEnd(text, from + 1) : from;
}

type Named = { readonly name: string; readonly end: number };

/**
 * The known name that begins there, in lower case. Some may have a namespace before them, which does not count: behind it a
 * colon, or a bar or two on either side.
 */
function matchName(
  text: string,
  from: number,
  names: ReadonlySet<string>,
  prefixed: boolean,
  last: boolean,
): Named | null | 'incomplete' {
  const piped = isPipe(text[from]);
  if (piped && !prefixed) return null;
  const start = skipPipes(text, from);
  const end = nameEnd(text, start);
  const name = text.slice(start, end).toLowerCase();
  if (end === text.length && !last) {
    const mayBePrefix = prefixed && end - start <= PREFIX_CHARACTERS_MAX;
    return mayBePrefix || (!piped && couldBeName(name, names)) ? 'incomplete' : null;
  }
  if (!piped && text[end] !== ':') return names.has(name) ? { name, end } : null;
  if (!prefixed || !(piped ? isPipe(text[end]) : name !== '') || end - start > PREFIX_CHARACTERS_MAX) return null;
  const localStart = piped ? skipPipes(text, end) : end + 1;
  const localEnd = nameEnd(text, localStart);
  const local = text.slice(localStart, localEnd).toLowerCase();
  if (localEnd === text.length && !last) return couldBeName(local, PREFIXED_NAMES) ? 'incomplete' : null;
  return PREFIXED_NAMES.has(local) ? { name: local, end: localEnd } : null;
}

function skipPipes(text: string, from: number): number {
  let end = from;
  while (end < from + PIPES_MAX && isPipe(text[end])) end++;
  return end;
}

function nameEnd(text: string, from: number): number {
  let end = from;
  while (isNameCharacter(text.charCodeAt(end))) end++;
  return end;
}

/** A tag that has no end: an invented observation counts by its beginning, and a cut action is told from none. */
function matchHead(name: string, end: number, cut: boolean): Found {
  if (FORGED_NAMES.has(name)) return { kind: 'open', name, end, count: 0 };
  return cut && name === 'action' ? { kind: 'cut', name, end, count: 0 } : null;
}

/** Whether an element can have that name. */
export function isElementName(name: string): boolean {
  return name !== '' && [...name].every((character) => isNameCharacter(character.codePointAt(0) ?? 0));
}

export function isNameCharacter(code: number): boolean {
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
