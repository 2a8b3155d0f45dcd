/**
 * Finds where a record ends, and what of it enters the hash, in bytes. It knows tags, quotes, CDATA and comments, and
 * checks that tags nest; it does not decode anything, which is the parser's work. Cost: one pass over the bytes.
 */
import { RECORD_KINDS, type RecordKind } from '@tagma/protocol';

export type Scanned =
  | ({ readonly found: 'record' } & ScannedRecord)
  /** The bytes end before the record does. */
  | { readonly found: 'short' }
  | { readonly found: 'broken'; readonly message: string };

export type ScannedRecord = {
  readonly kind: RecordKind;
  readonly n: number;
  /** The offset after its last byte. */
  readonly end: number;
  /** The attribute `hash`: its value, and where it stands, with the blank before it. */
  readonly hash: string;
  readonly hashStart: number;
  readonly hashEnd: number;
  readonly longTexts: readonly LongText[];
};

/** A text that enters the chain by a hash of its own. */
export type LongText = {
  readonly sha256: string;
  /** Null where the text has been taken out. */
  readonly salt: string | null;
  /** Where the attribute `salt` stands, with the blank before it; empty where there is none. */
  readonly saltStart: number;
  readonly saltEnd: number;
  readonly contentStart: number;
  readonly contentEnd: number;
};

const [LESS, GREATER, SLASH, BANG, QUESTION] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f];
const [DOUBLE_QUOTE, SINGLE_QUOTE] = [0x22, 0x27];
const RECORD_STARTS = RECORD_KINDS.map((kind) => Buffer.from(`<${kind} n="`));
const RECORD_OPENING = /^<(event|state|effect|note) n="([1-9][0-9]{0,14})".*( hash="([0-9a-f]{64})")(\/?)>$/s;
const LONG_TEXT_OPENING = /^.* sha256="([0-9a-f]{64})"( salt="([0-9a-f]+)")?>$/s;
const LONG_TEXT_OPENING_MIN = '<x sha256="">'.length + 64;
const TAG_NAME = /^<([A-Za-z_][A-Za-z0-9_.-]*)(?=[ />])/;
const PASSED_OVER = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

type OpenElement = { readonly name: string; readonly longText: Omit<LongText, 'contentEnd'> | null };

/** Whether a record begins somewhere after the first byte: no text ever holds such a line. */
export function holdsRecordStart(bytes: Buffer): boolean {
  return RECORD_STARTS.some((start) => bytes.includes(Buffer.concat([Buffer.from('\n'), start]), 1));
}

/** The record that begins at `start`. */
export function scanRecord(bytes: Buffer, start: number): Scanned {
  if (!RECORD_STARTS.some((expected) => beginsWith(bytes, start, expected))) return broken('no record begins here');
  const openingEnd = tagEnd(bytes, start);
  if (openingEnd === -1) return { found: 'short' };
  const opening = RECORD_OPENING.exec(bytes.toString('latin1', start, openingEnd));
  if (opening === null) return broken('its opening tag is not in the form that is written');
  const [, name = '', n, hashAttribute = '', hash = '', slash = ''] = opening;
  const hashEnd = openingEnd - 1 - slash.length;
  const content = slash === '' ? scanContent(bytes, openingEnd, name) : { end: openingEnd, longTexts: [] };
  if ('found' in content) return content;
  const place = { hash, hashStart: hashEnd - hashAttribute.length, hashEnd };
  return { found: 'record', kind: name as RecordKind, n: Number(n), ...place, ...content };
}

/** From after an opening tag to after the closing tag that belongs to it. */
function scanContent(
  bytes: Buffer,
  start: number,
  name: string,
): Exclude<Scanned, ScannedRecord> | Pick<ScannedRecord, 'end' | 'longTexts'> {
  const open: OpenElement[] = [{ name, longText: null }];
  const longTexts: LongText[] = [];
  let at = start;
  while (open.length > 0) {
    const tag = bytes.indexOf(LESS, at);
    const second = tag === -1 ? undefined : bytes[tag + 1];
    if (second === undefined) return { found: 'short' };
    if (second === SLASH) {
      at = bytes.indexOf(GREATER, tag) + 1;
      if (at === 0) return { found: 'short' };
      const closed = open.pop();
      const closer = bytes.toString('latin1', tag + 2, at - 1);
      if (closer !== closed?.name) return broken(`</${closer}> stands where <${closed?.name}> should be closed`);
      if (closed.longText !== null) longTexts.push({ ...closed.longText, contentEnd: tag });
    } else if (second === BANG || second === QUESTION) {
      const after = passedOver(bytes, tag);
      if (after === null) return broken('a declaration stands in it');
      if (after === -1) return { found: 'short' };
      at = after;
    } else {
      at = tagEnd(bytes, tag);
      if (at === -1) return { found: 'short' };
      const text = bytes.toString('latin1', tag, at);
      const inner = TAG_NAME.exec(text)?.[1];
      if (inner === undefined) return broken('a tag in it has no name');
      if (bytes[at - 2] !== SLASH) open.push({ name: inner, longText: longTextOf(text, at) });
    }
  }
  return { end: at, longTexts };
}

function longTextOf(tag: string, contentStart: number): OpenElement['longText'] {
  if (tag.length < LONG_TEXT_OPENING_MIN) return null;
  const parts = LONG_TEXT_OPENING.exec(tag);
  if (parts === null) return null;
  const [, sha256 = '', saltAttribute = '', salt = null] = parts;
  const saltEnd = contentStart - 1;
  return { sha256, salt, saltStart: saltEnd - saltAttribute.length, saltEnd, contentStart };
}

/** The offset after the CDATA section, comment or instruction at `at`; -1 where it does not end; null for another thing. */
function passedOver(bytes: Buffer, at: number): number | null {
  for (const [begin, end] of PASSED_OVER) {
    if (!beginsWith(bytes, at, Buffer.from(begin))) continue;
    const found = bytes.indexOf(end, at + begin.length);
    return found === -1 ? -1 : found + end.length;
  }
  return null;
}

/** The offset after the `>` of the tag at `at`, one in quotes aside; -1 where the bytes end before it. */
function tagEnd(bytes: Buffer, at: number): number {
  for (let index = at + 1; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === GREATER) return index + 1;
    if (byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) {
      index = bytes.indexOf(byte, index + 1);
      if (index === -1) return -1;
    }
  }
  return -1;
}

/** Whether `expected` stands at `at`, as far as the bytes go. */
function beginsWith(bytes: Buffer, at: number, expected: Buffer): boolean {
  const end = Math.min(at + expected.length, bytes.length);
  return bytes.compare(expected, 0, end - at, at, end) === 0;
}

function broken(message: string): { readonly found: 'broken'; readonly message: string } {
  return { found: 'broken', message };
}
