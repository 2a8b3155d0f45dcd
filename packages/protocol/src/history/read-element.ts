/**
 * A record's text as an element, for records that stand exactly as `encodeRecord` writes them: one pass, and a tenth of the time
 * that a whole XML parser takes. For any other text, XML or not, it says null, and a parser has to say what it is. So it
 * takes only the names, attributes and references that are written: of others parsers differ in what they make.
 */
import type { XmlElement } from './read-fields.ts';
import { decodeEntities, isBlank } from './text.ts';
import { isPlainName } from './write-fields.ts';

const NAME = /[A-Za-z_][A-Za-z0-9_.-]*/y;
const ATTRIBUTE = / (n|type|value|at|hash|key|as|sha256|salt)="([^"<>\t\n\r]*)"/y;
/** An ampersand that begins none of the references that are written. */
const OTHER_AMPERSAND = /&(?!(?:amp|lt|gt|quot|#(?:9|10|13|32));)/;
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
/** Deeper than any record is written. */
const DEPTH_MAX = 100;

/** Where the reading stands. */
type Cursor = { readonly text: string; at: number };

/** One element of a history, read as it is written: null for a text that is anything else, or has anything behind it. */
export function readElement(text: string): XmlElement | null {
  const cursor = { text, at: 0 };
  const element = elementAt(cursor, 0);
  return element !== null && cursor.at === text.length ? element : null;
}

function elementAt(cursor: Cursor, depth: number): XmlElement | null {
  const { text } = cursor;
  if (depth > DEPTH_MAX || text[cursor.at] !== '<') return null;
  cursor.at += 1;
  const name = nameAt(cursor);
  if (!(isPlainName(name) || name === 'entry')) return null;
  const attributes: { [name: string]: string } = {};
  while (text[cursor.at] === ' ') {
    const [, key = '', value = ''] = attributeAt(cursor) ?? [];
    if (key === '' || Object.hasOwn(attributes, key) || holdsOtherAmpersand(value)) return null;
    attributes[key] = decodeEntities(value);
  }
  if (takes(cursor, '/>')) return { name, attributes, children: [], text: '' };
  if (!takes(cursor, '>')) return null;
  const content = contentAt(cursor, depth);
  if (content === null || !(takes(cursor, '</') && takes(cursor, name) && takes(cursor, '>'))) return null;
  return { name, attributes, children: content.children, text: content.text };
}

/** One CDATA section; or text; or elements, each on a line of its own. */
function contentAt(cursor: Cursor, depth: number): Pick<XmlElement, 'children' | 'text'> | null {
  const { text, at } = cursor;
  if (text.startsWith(CDATA, at)) {
    const end = text.indexOf(CDATA_END, at);
    if (end === -1) return null;
    cursor.at = end + CDATA_END.length;
    const section = text.slice(at + CDATA.length, end);
    return section.includes('\r') ? null : { children: [], text: section };
  }
  const tag = text.indexOf('<', at);
  if (tag === -1) return null;
  cursor.at = tag;
  if (text[tag + 1] === '/') {
    const raw = text.slice(at, tag);
    return isWritten(raw) ? { children: [], text: decodeEntities(raw) } : null;
  }
  cursor.at = at;
  return childrenAt(cursor, depth);
}

/** Whether a text stands as it is written; of anything else a parser may make other characters. */
function isWritten(raw: string): boolean {
  return !(raw.includes('\r') || raw.includes(CDATA_END) || isBlank(raw) || holdsOtherAmpersand(raw));
}

function holdsOtherAmpersand(raw: string): boolean {
  return raw.includes('&') && OTHER_AMPERSAND.test(raw);
}

function childrenAt(cursor: Cursor, depth: number): Pick<XmlElement, 'children' | 'text'> | null {
  const children: XmlElement[] = [];
  const indent = `\n${'  '.repeat(depth + 1)}`;
  const start = `${indent}<`;
  for (;;) {
    if (takes(cursor, start)) {
      cursor.at -= 1;
      const child = elementAt(cursor, depth + 1);
      if (child === null) return null;
      children.push(child);
    } else {
      return takes(cursor, indent.slice(0, -2)) && children.length > 0 ? { children, text: '' } : null;
    }
  }
}

/** The name that stands there; empty where none does. */
function nameAt(cursor: Cursor): string {
  const { text, at } = cursor;
  NAME.lastIndex = at;
  if (!NAME.test(text)) return '';
  cursor.at = NAME.lastIndex;
  return text.slice(at, cursor.at);
}

function attributeAt(cursor: Cursor): RegExpExecArray | null {
  ATTRIBUTE.lastIndex = cursor.at;
  const found = ATTRIBUTE.exec(cursor.text);
  if (found !== null) cursor.at = ATTRIBUTE.lastIndex;
  return found;
}

function takes(cursor: Cursor, expected: string): boolean {
  if (!cursor.text.startsWith(expected, cursor.at)) return false;
  cursor.at += expected.length;
  return true;
}
