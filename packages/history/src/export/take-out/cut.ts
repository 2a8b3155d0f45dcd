/**
 * A history without some of its long texts. Each enters the hash of its record by a salted hash of its own, which stays; the
 * text and its salt go. So the chain holds as it did, and nobody can find the text by guessing.
 */
import { CLOSING_TAG, decodeAttribute, readElement, type XmlElement } from '@tagma/protocol';
import { type Failed, failed } from '../../error.ts';
import { scanRecord } from '../../read/scan.ts';
import { walkFile } from '../../read/source.ts';
import type { TakeOut } from './plan.ts';

/** The bytes of the file, record by record, and at last whether that went well. A torn tail is left away. */
export function* cutHistory(file: string, { pathsIn }: TakeOut): Generator<Uint8Array, { readonly ok: true } | Failed> {
  const walking = walkFile(file);
  for (;;) {
    const next = walking.next();
    if (next.done) {
      const end = next.value;
      if (!end.ok) return end;
      if (end.records === 0) yield Buffer.from(end.before);
      if (end.fault !== null) return failed('damaged', file, end.fault.message, end.fault.record);
      yield Buffer.from(CLOSING_TAG);
      return { ok: true };
    }
    const { n, bytes, previous } = next.value;
    if (n === 1) yield Buffer.from(previous);
    const cut = cutRecord(bytes, pathsIn(n));
    if (cut === null)
      return failed('damaged', file, 'it does not stand in the form that is written: nothing can be cut.', n);
    yield cut;
    yield NEWLINE;
  }
}

const NEWLINE = Buffer.from('\n');

/** Null where the record is not in the form that is written. */
function cutRecord(bytes: Buffer, wanted: ReadonlySet<string>): Uint8Array | null {
  const scanned = scanRecord(bytes, 0);
  const element = readElement(bytes.toString('utf8'));
  if (scanned.found !== 'record' || element === null) return null;
  if (wanted.size === 0) return bytes;
  const paths = longTextPaths(element, '');
  if (paths.length !== scanned.longTexts.length) return null;
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const [index, { salt, saltStart, saltEnd, contentStart, contentEnd }] of scanned.longTexts.entries()) {
    const { path, isJson } = paths[index] as LongTextPath;
    const isTaken = isJson ? [...wanted].some((one) => one.startsWith(`${path}.`)) : wanted.has(path);
    if (salt === null || !isTaken) continue;
    kept.push(bytes.subarray(from, saltStart), bytes.subarray(saltEnd, contentStart));
    from = contentEnd;
  }
  kept.push(bytes.subarray(from));
  return Buffer.concat(kept);
}

type LongTextPath = { readonly path: string; readonly isJson: boolean };

/** In the order of the document; as `readFields` names them. */
function longTextPaths(element: XmlElement, path: string): readonly LongTextPath[] {
  const { attributes, children } = element;
  if (attributes.sha256 !== undefined) return [{ path, isJson: attributes.type === 'json' }];
  const inner = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`);
  return children.flatMap((child, index) =>
    longTextPaths(child, inner(attributes.type === 'array' ? index : keyOf(child))),
  );
}

function keyOf({ name, attributes }: XmlElement): string {
  return name === 'entry' ? decodeAttribute(attributes.key ?? '') : name;
}
