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

/** Deeper than any record is written, and far from where recursion ends. */
export const NESTING_MAX = 256;

const [LESS, GREATER, SLASH, BANG, QUESTION, BLANK] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f, 0x20];
const [DOUBLE_QUOTE, SINGLE_QUOTE] = [0x22, 0x27];
const RECORD_STARTS = RECORD_KINDS.map((kind) => Buffer.from(`<${kind} n="`));
const RECORD_OPENING = /^<(event|state|effect|note) n="([1-9][0-9]{0,14})".*( hash="([0-9a-f]{64})")(\/?)>$/s;
const LONG_TEXT_OPENING = /^.* sha256="([0-9a-f]{64})"( salt="([0-9a-f]+)")?>$/s;
const LONG_TEXT_OPENING_MIN = '<x sha256="">'.length + 64;
/** So far a byte is looked for one by one. */
const NEAR_BYTES = 128;
const PASSED_OVER = [
  { begin: Buffer.from('<![CDATA['), end: Buffer.from(']]>') },
  { begin: Buffer.from('<!--'), end: Buffer.from('-->') },
  { begin: Buffer.from('<?'), end: Buffer.from('?>') },
];

/** By the code of a byte: 2 where a name may begin with it, 1 where it may only go on with it. */
const NAME_BYTES = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z_]/.test(character) ? 2 : /[0-9.-]/.test(character) ? 1 : 0;
});

/** An element that is not closed yet: where its name stands, and what its tag says of a long text. */
type OpenElement = {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly longText: Omit<LongText, 'contentEnd'> | null;
};

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
  const element = { nameStart: start + 1, nameEnd: start + 1 + name.length, longText: null };
  const content = slash === '' ? scanContent(bytes, openingEnd, element) : { end: openingEnd, longTexts: [] };
  if ('found' in content) return content;
  const place = { hash, hashStart: hashEnd - hashAttribute.length, hashEnd };
  return { found: 'record', kind: name as RecordKind, n: Number(n), ...place, ...content };
}

/** From after the opening tag of an element to after the closing tag that belongs to it. */
function scanContent(
  bytes: Buffer,
  start: number,
  element: OpenElement,
): Exclude<Scanned, ScannedRecord> | Pick<ScannedRecord, 'end' | 'longTexts'> {
  const open: OpenElement[] = [element];
  const longTexts: LongText[] = [];
  let at = start;
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const tag = positionOf(bytes, LESS, at);
    const second = tag === -1 ? undefined : bytes[tag + 1];
    if (second === undefined) return { found: 'short' };
    if (second === SLASH) {
      at = positionOf(bytes, GREATER, tag) + 1;
      if (at === 0) return { found: 'short' };
      if (!closes(bytes, tag, at, inner))
        return broken(
          `${bytes.toString('latin1', tag, at)} stands where <${bytes.toString('latin1', inner.nameStart, inner.nameEnd)}> should be closed`,
        );
      if (inner.longText !== null) longTexts.push({ ...inner.longText, contentEnd: tag });
      open.pop();
    } else if (second === BANG || second === QUESTION) {
      const after = passedOver(bytes, tag);
      if (after === null) return broken('a declaration stands in it');
      if (after === -1) return { found: 'short' };
      at = after;
    } else {
      at = tagEnd(bytes, tag);
      if (at === -1) return { found: 'short' };
      const nameEnd = endOfName(bytes, tag + 1);
      if (nameEnd === -1) return broken('a tag in it has no name');
      if (bytes[at - 2] === SLASH) continue;
      if (open.length === NESTING_MAX) return broken(`elements are nested deeper than ${NESTING_MAX} in it`);
      open.push({ nameStart: tag + 1, nameEnd, longText: longTextOf(bytes, tag, at) });
    }
  }
  return { end: at, longTexts };
}

/** Whether the closing tag there is that of the element. */
function closes(bytes: Buffer, tag: number, end: number, { nameStart, nameEnd }: OpenElement): boolean {
  const length = nameEnd - nameStart;
  if (end - tag !== length + '</>'.length) return false;
  for (let index = 0; index < length; index++) {
    if (bytes[tag + 2 + index] !== bytes[nameStart + index]) return false;
  }
  return true;
}

/** The offset after the name that begins there; -1 where none does, or something else follows it than may. */
function endOfName(bytes: Buffer, start: number): number {
  if (NAME_BYTES[bytes[start] ?? 0] !== 2) return -1;
  let end = start + 1;
  while (NAME_BYTES[bytes[end] ?? 0] !== 0) end++;
  const next = bytes[end];
  return next === BLANK || next === SLASH || next === GREATER ? end : -1;
}

function longTextOf(bytes: Buffer, tag: number, contentStart: number): OpenElement['longText'] {
  if (contentStart - tag < LONG_TEXT_OPENING_MIN) return null;
  const parts = LONG_TEXT_OPENING.exec(bytes.toString('latin1', tag, contentStart));
  if (parts === null) return null;
  const [, sha256 = '', saltAttribute = '', salt = null] = parts;
  const saltEnd = contentStart - 1;
  return { sha256, salt, saltStart: saltEnd - saltAttribute.length, saltEnd, contentStart };
}

/** The offset after the CDATA section, comment or instruction at `at`; -1 where it does not end; null for another thing. */
function passedOver(bytes: Buffer, at: number): number | null {
  for (const { begin, end } of PASSED_OVER) {
    if (!beginsWith(bytes, at, begin)) continue;
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
      index = positionOf(bytes, byte, index + 1);
      if (index === -1) return -1;
    }
  }
  return -1;
}

/** Where the next such byte stands; -1 where there is none. To call `indexOf` takes longer than to look at a few: most are near. */
function positionOf(bytes: Buffer, byte: number, from: number): number {
  const far = Math.min(from + NEAR_BYTES, bytes.length);
  for (let at = from; at < far; at++) if (bytes[at] === byte) return at;
  return bytes.indexOf(byte, far);
}

/** Whether `expected` stands at `at`, as far as the bytes go. */
function beginsWith(bytes: Buffer, at: number, expected: Buffer): boolean {
  const length = Math.min(expected.length, bytes.length - at);
  for (let index = 0; index < length; index++) if (bytes[at + index] !== expected[index]) return false;
  return true;
}

function broken(message: string): { readonly found: 'broken'; readonly message: string } {
  return { found: 'broken', message };
}
