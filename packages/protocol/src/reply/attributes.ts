/** The attributes of an opening tag: `x="…"`, `x='…'`, `x=…`. */
import { decodeEntities } from './values.ts';

/** @param tag the tag's text behind its name, up to its `>`. Names come back in lower case, the first of a name counts. */
export function readAttributes(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  while (at < tag.length) {
    const nameStart = skip(tag, at, isSeparator);
    const nameEnd = skip(tag, nameStart, (c) => !isSeparator(c) && c !== '=');
    const equals = skip(tag, nameEnd, isSpace);
    if (tag[equals] !== '=') {
      at = Math.max(equals, nameEnd + 1);
      continue;
    }
    const valueStart = skip(tag, equals + 1, isSpace);
    const [value, end] = readAttributeValue(tag, valueStart);
    const name = tag.slice(nameStart, nameEnd).toLowerCase();
    if (name !== '' && !found.has(name)) found.set(name, decodeEntities(value) ?? value);
    at = Math.max(end, at + 1);
  }
  return found;
}

function readAttributeValue(tag: string, at: number): readonly [string, number] {
  const quote = tag[at];
  if (quote === '"' || quote === "'") {
    const end = tag.indexOf(quote, at + 1);
    return end < 0 ? [tag.slice(at + 1), tag.length] : [tag.slice(at + 1, end), end + 1];
  }
  const end = skip(tag, at, (c) => !isSpace(c));
  return [tag.slice(at, end), end];
}

function skip(text: string, from: number, while_: (character: string) => boolean): number {
  let i = from;
  while (i < text.length && while_(text[i] ?? '')) i++;
  return i;
}

function isSpace(character: string): boolean {
  return /\s/.test(character);
}

function isSeparator(character: string): boolean {
  return isSpace(character) || character === '/';
}
