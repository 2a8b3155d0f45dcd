/**
 * Where an opening tag ends. Its quotes may hold anything but `]]>` (which always ends a CDATA section). What is no tag of a
 * model that means one is text: with a `<` or a backtick outside of its quotes, or with `-->` at its end.
 */
import { isSpace } from './white-space.ts';

/** A longer tag is text. */
const TAG_CHARACTERS_MAX = 65_536;

type TagEnd = { readonly end: number; readonly empty: boolean };

/**
 * @param at where the tag begins
 * @param from behind its name
 * @returns where it ends; null if this is no tag; `incomplete` if the text ends too early to tell. With `last`, no more comes.
 */
export function matchAttributes(text: string, at: number, from: number, last: boolean): TagEnd | null | 'incomplete' {
  const limit = Math.min(text.length, at + TAG_CHARACTERS_MAX);
  let afterEquals = false;
  for (let i = from; i < limit; i++) {
    const character = text[i];
    if (character === '<' || character === '`') return null;
    if (character === '>') return tagEnd(text, i);
    if (afterEquals && (character === '"' || character === "'")) {
      const end = quoteEnd(text, i, limit, last, limit === at + TAG_CHARACTERS_MAX);
      if (end === null) return null;
      if (end === 'incomplete') break;
      if (text[end] === '>') return tagEnd(text, end);
      i = end;
      afterEquals = false;
    } else if (character === '=') afterEquals = true;
    else if (!isSpace(text.charCodeAt(i))) afterEquals = false;
  }
  return limit < at + TAG_CHARACTERS_MAX ? 'incomplete' : null;
}

function tagEnd(text: string, bracket: number): TagEnd | null {
  const before = text.slice(bracket - 2, bracket);
  return before === ']]' || before === '--' ? null : { end: bracket + 1, empty: before.endsWith('/') };
}

/**
 * The closing quote. A quote that is not closed on its line ends at the first `>` of that line instead; where there is none,
 * it goes on over the next lines, as far as one that begins with a tag. Without a closing quote, what no tag holds outside of
 * quotes is not let in here either.
 */
function quoteEnd(
  text: string,
  quoteStart: number,
  limit: number,
  last: boolean,
  capped: boolean,
): number | null | 'incomplete' {
  const quote = text[quoteStart];
  let bracket: number | null = null;
  let odd = false;
  let lineStart = false;
  let firstLine = true;
  for (let i = quoteStart + 1; i < limit; i++) {
    const character = text[i];
    if (character === quote) return i;
    if (character === '>') {
      if (text.slice(i - 2, i) === ']]') return null;
      bracket ??= i;
    } else if (character === '\n') {
      if (firstLine && bracket !== null) return odd ? null : bracket;
      firstLine = false;
      lineStart = true;
      continue;
    } else if (lineStart && character === '<') {
      return odd ? null : bracket;
    }
    odd ||= bracket === null && (character === '<' || character === '`');
    lineStart &&= character === ' ' || character === '\t' || character === '\r';
  }
  if (!capped && (!last || bracket === null)) return 'incomplete';
  return odd ? null : bracket;
}
