/** Elements inside an action that are no parameters of its tool. */
import { skipSpace } from '../lexer/white-space.ts';

const OPENING = '<([a-z_][\\w.:-]*)(?:\\s[^<>]*|/)?>';
/** So many are told to the model. */
const NAMES_MAX = 8;

/**
 * Whether the text is one element after the other, from its first character to its last: then it was meant as parameters,
 * and not as text.
 */
export function isWhollyElements(text: string): boolean {
  let at: number | null = skipSpace(text, 0);
  if (at === text.length) return false;
  while (at !== null && at < text.length) {
    const end = elementEnd(text, at);
    at = end === null ? null : skipSpace(text, end);
  }
  return at !== null;
}

/** The names of the elements in the text, as written, each once; not those inside of others. */
export function elementNames(text: string): readonly string[] {
  const names = new Set<string>();
  const openings = new RegExp(OPENING, 'gi');
  for (let opening = openings.exec(text); opening && names.size < NAMES_MAX; opening = openings.exec(text)) {
    const [, name = ''] = opening;
    if (!names.has(name)) openings.lastIndex = elementEnd(text, opening.index) ?? openings.lastIndex;
    names.add(name);
  }
  return [...names];
}

/** Where the element ends that begins there: at the first closing tag of its name that another element or the end follows. */
function elementEnd(text: string, start: number): number | null {
  const opening = new RegExp(OPENING, 'iy');
  opening.lastIndex = start;
  const [tag, name] = opening.exec(text) ?? [];
  if (tag === undefined || name === undefined) return null;
  if (tag.endsWith('/>')) return start + tag.length;
  const closers = new RegExp(`</\\s*${name.replaceAll('.', '\\.')}\\s*>`, 'gi');
  closers.lastIndex = start + tag.length;
  while (closers.exec(text)) {
    const next = skipSpace(text, closers.lastIndex);
    if (next === text.length || /^<[a-z_]/i.test(text.slice(next, next + 2))) return closers.lastIndex;
  }
  return null;
}
