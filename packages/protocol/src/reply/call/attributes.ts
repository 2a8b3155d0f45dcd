/** The attributes of an opening tag: `x="…"`, `x='…'`, `x=…`. */

import { isSpace, skipSpace } from '../lexer/white-space.ts';
import { decodeReferences } from './values.ts';

/**
 * Names in lower case with their values, in order; where there can be only one of a name, the first counts. Entities are
 * decoded as in XML, what is none stays.
 */
export type Attributes = readonly (readonly [name: string, value: string])[];

/** @param tag the tag's text behind its name, up to its `>` or `/>`. */
export function readAttributes(tag: string): Attributes {
  const found: [string, string][] = [];
  let at = 0;
  while (at < tag.length) {
    const nameStart = skipWhile(tag, at, isSeparator);
    const nameEnd = skipWhile(tag, nameStart, (code) => !isSeparator(code) && code !== EQUALS);
    const equals = skipSpace(tag, nameEnd);
    if (tag.charCodeAt(equals) !== EQUALS) {
      at = Math.max(equals, nameEnd + 1);
      continue;
    }
    const [value, end] = readAttributeValue(tag, skipSpace(tag, equals + 1));
    const name = tag.slice(nameStart, nameEnd).toLowerCase();
    if (name !== '') found.push([name, decodeReferences(value)]);
    at = Math.max(end, at + 1);
  }
  return found;
}

export function attributeOf(attributes: Attributes, name: string): string | undefined {
  return attributes.find(([one]) => one === name)?.[1];
}

/** The tool that an action names, as written; empty where it names none. */
export function toolNameOf(attributes: Attributes): string {
  return (attributeOf(attributes, 'tool') ?? attributeOf(attributes, 'name') ?? '').trim();
}

const EQUALS = '='.charCodeAt(0);
const SLASH = '/'.charCodeAt(0);

function readAttributeValue(tag: string, at: number): readonly [string, number] {
  const quote = tag[at];
  if (quote === '"' || quote === "'") {
    const end = tag.indexOf(quote, at + 1);
    return end < 0 ? [tag.slice(at + 1), tag.length] : [tag.slice(at + 1, end), end + 1];
  }
  const end = skipWhile(tag, at, (code) => !isSpace(code));
  return [tag.slice(at, end), end];
}

function skipWhile(text: string, from: number, holds: (code: number) => boolean): number {
  let at = from;
  while (at < text.length && holds(text.charCodeAt(at))) at++;
  return at;
}

function isSeparator(code: number): boolean {
  return isSpace(code) || code === SLASH;
}
