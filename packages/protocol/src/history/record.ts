/**
 * A record as it stands in the file, with its place in the chain.
 *
 * The hash of a record is taken over the hash of the one before it (of the first: over all bytes before it, its newline
 * included) and over its own bytes without the attribute `hash`, and without the salt and the content of long texts:
 * those enter by their `sha256`. So a long text can be taken out of the file, with its salt, and the chain still holds.
 */
import { type HistoryRecord, RECORD_KINDS, type RecordKind } from './format.ts';
import { readFields, type XmlElement } from './read-fields.ts';
import { decodeAttribute, encodeAttribute } from './text.ts';
import { isoTime, millisecondsOf } from './time.ts';
import { type Hash, type Writing, writeFields } from './write-fields.ts';

/** Where a record stands in its chain. */
export type Link = {
  /** Its number: 1 for the first. */
  readonly n: number;
  /** The hash of the record before; for the first the head and the newline after it. */
  readonly previous: string;
  readonly hash: Hash;
  /** A new salt for each long text, in order: lower-case hex, of no fixed length. */
  readonly salt: () => string;
};

/** A record as its line of the file, and the hash that the next record names. */
export type EncodedRecord = { readonly text: string; readonly hash: string };

/** The exact text of the record, without the newline before it. The same record and link always give the same text. */
export function encodeRecord(record: HistoryRecord, link: Link): EncodedRecord {
  const name = record.kind === 'state' ? 'value' : 'type';
  const opening = `<${record.kind} n="${link.n}" ${name}="${encodeAttribute(record.type)}" at="${isoTime(record.at)}"`;
  const writing: Writing = { text: '>', before: '', hashed: '', hash: link.hash, salt: link.salt };
  writeFields(writing, record.fields, 1);
  const { before, hashed, text } = writing;
  const end = before === '' && text === '>' ? '/>' : `${text}\n</${record.kind}>`;
  const hash = link.hash(link.previous + opening + hashed + end);
  return { text: `${opening} hash="${hash}"${before}${end}`, hash };
}

/**
 * A record as data, with its number and the fields whose texts have been taken out; or, in words for a person, why it is none.
 */
export type DecodedRecord =
  | ({ readonly ok: true; readonly n: number; readonly takenOut: readonly string[] } & HistoryRecord)
  | { readonly ok: false; readonly message: string };

/** A parsed record as data again. Fails, with words for a person, on what `encodeRecord` does not write. */
export function decodeRecord(element: XmlElement): DecodedRecord {
  const kind = RECORD_KINDS.find((known) => known === element.name);
  if (kind === undefined) return { ok: false, message: `<${element.name}> is no record` };
  const { n, at } = element.attributes;
  const time = millisecondsOf(at ?? '');
  if (time === null) return { ok: false, message: `"${at}" is no time` };
  const read = readFields(element);
  if (!read.ok) return read;
  const { fields, takenOut } = read;
  return { ok: true, n: Number(n), kind, type: typeOf(kind, element), at: time, fields, takenOut };
}

function typeOf(kind: RecordKind, element: XmlElement): string {
  return decodeAttribute(element.attributes[kind === 'state' ? 'value' : 'type'] ?? '');
}
