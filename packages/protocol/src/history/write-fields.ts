/**
 * Plain data as XML elements (`read-fields.ts` is the way back). Each member is an element with its name, a string is its text:
 *
 *     <status>ok</status>
 *     <usage>
 *       <input type="number">12</input>
 *     </usage>
 *     <paths type="array">
 *       <item>src/a.ts</item>
 *     </paths>
 *     <entry key="a b">a key that is no plain XML name</entry>
 *
 * An element with elements in it is an object, or with `type="array"` an array; without, it is a string, or what its
 * `type` says (`number`, `boolean`, `null`, `array` and `object` when empty, `json` for what is nested too deep). The
 * form of a text is in `as` unless it is plain entities. A long text carries `sha256`, the hash of its salt and content
 * as they stand here, and its `salt`. One without a salt has been taken out.
 */
import type { Json, JsonObject } from '../json.ts';
import { LONG_TEXT_CHARS, NESTING_MAX } from './format.ts';
import { jsonText } from './json-text.ts';
import { encodeAttribute, encodeText } from './text.ts';

/** SHA-256 in lower-case hex; of a string, over its UTF-8. */
export type Hash = (data: string | Uint8Array) => string;

/** A record being written: what is written is `before` and `text`, what enters the hash `hashed` and `text`. */
export type Writing = {
  text: string;
  /** All up to the last piece that stays out of the hash, that piece included. */
  before: string;
  /** The same without those pieces. It would cost a copy of the record to take them out again. */
  hashed: string;
  readonly hash: Hash;
  readonly salt: () => string;
};

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/;
/** `xml…` is reserved by XML, `entry` is ours; the others mean something to a JavaScript object, and parsers balk. */
const NOT_A_NAME =
  /^(?:xml.*|entry|constructor|prototype|hasownproperty|tostring|valueof|__(?:proto|(?:define|lookup)[gs]etter)__)$/i;

/** Writes each member as an element on a line of its own, indented by `depth`. Undefined members are left out. */
export function writeFields(writing: Writing, fields: JsonObject, depth: number): void {
  for (const [key, value] of Object.entries(fields as { readonly [key: string]: Json | undefined })) {
    if (value === undefined) continue;
    if (isPlainName(key)) writeElement(writing, key, '', value, depth);
    else writeElement(writing, 'entry', ` key="${encodeAttribute(key)}"`, value, depth);
  }
}

/** Whether a key is the name of its element; else it stands in an `entry`. */
export function isPlainName(key: string): boolean {
  return NAME.test(key) && !NOT_A_NAME.test(key);
}

function writeElement(writing: Writing, name: string, key: string, value: Json, depth: number): void {
  const indent = `\n${'  '.repeat(depth)}`;
  writing.text += `${indent}<${name}${key}`;
  if (typeof value === 'string') {
    writeText(writing, name, value);
  } else if (value === null) {
    writing.text += ' type="null"/>';
  } else if (typeof value !== 'object') {
    writing.text += ` type="${typeof value}">${Object.is(value, -0) ? '-0' : value}</${name}>`;
  } else if (depth >= NESTING_MAX) {
    writing.text += ' type="json"';
    writeText(writing, name, jsonText(value));
  } else if (isArray(value)) {
    writing.text += ' type="array"';
    writeMembers(writing, name, indent, value.length > 0, () => {
      for (const item of value) writeElement(writing, 'item', '', item, depth + 1);
    });
  } else {
    const filled = hasMembers(value);
    if (!filled) writing.text += ' type="object"';
    writeMembers(writing, name, indent, filled, () => writeFields(writing, value, depth + 1));
  }
}

/** The rest of an element that holds elements, or nothing. */
function writeMembers(writing: Writing, name: string, indent: string, filled: boolean, members: () => void): void {
  if (!filled) {
    writing.text += '/>';
    return;
  }
  writing.text += '>';
  members();
  writing.text += `${indent}</${name}>`;
}

/** The rest of an element that holds a text: what is still to come of its opening tag, the content, the closing tag. */
function writeText(writing: Writing, name: string, text: string): void {
  const { form, content } = encodeText(text);
  if (form !== 'entities') writing.text += ` as="${form}"`;
  if (text.length > LONG_TEXT_CHARS) {
    const salt = writing.salt();
    writing.text += ` sha256="${writing.hash(salt + content)}"`;
    writeUnhashed(writing, ` salt="${salt}"`);
    writing.text += '>';
    writeUnhashed(writing, content);
  } else {
    writing.text += `>${content}`;
  }
  writing.text += `</${name}>`;
}

function writeUnhashed(writing: Writing, piece: string): void {
  writing.before += writing.text + piece;
  writing.hashed += writing.text;
  writing.text = '';
}

function hasMembers(value: JsonObject): boolean {
  return Object.values(value as { readonly [key: string]: Json | undefined }).some((member) => member !== undefined);
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
