/**
 * A record in another chain. What it says stays byte for byte, also what has been taken out of it; its hash is another, for
 * another record stands before it, and its long texts get new salts: who takes a text out of one file gives nothing away
 * that would find it in the other.
 */
import { scanRecord } from '../read/scan.ts';
import { randomSalt, sha256 } from '../sha256.ts';

const SHA256_CHARACTERS = 64;

export type Rechained = { readonly bytes: Buffer; readonly hash: string };

/**
 * @param record as it stands in its own file, where it is whole and in its place
 * @param previous what the chain gives it: the hash of the record before; for the first all bytes before it
 * @throws on bytes that are no record
 */
export function rechain(record: Buffer, previous: string): Rechained {
  const scanned = scanRecord(record, 0);
  if (scanned.found !== 'record') throw new Error('a record of a history is none');
  /** What is written from after the hash on, and what of the whole enters the hash. */
  const written: Buffer[] = [];
  const hashed: Buffer[] = [Buffer.from(previous), record.subarray(0, scanned.hashStart)];
  let from = scanned.hashEnd;
  const keepUntil = (end: number): void => {
    written.push(record.subarray(from, end));
    hashed.push(record.subarray(from, end));
    from = end;
  };
  for (const { salt, saltStart, saltEnd, contentStart, contentEnd } of scanned.longTexts) {
    if (salt === null) continue;
    const content = record.subarray(contentStart, contentEnd);
    const fresh = randomSalt();
    const own = Buffer.from(sha256(Buffer.concat([Buffer.from(fresh), content])));
    // The attribute `sha256` stands right before the salt.
    keepUntil(saltStart - SHA256_CHARACTERS - 1);
    written.push(own, Buffer.from(`" salt="${fresh}"`));
    hashed.push(own, Buffer.from('"'));
    from = saltEnd;
    keepUntil(contentStart);
    written.push(content);
    from = contentEnd;
  }
  keepUntil(record.length);
  const hash = sha256(Buffer.concat(hashed));
  const opening = [record.subarray(0, scanned.hashStart), Buffer.from(` hash="${hash}"`)];
  return { bytes: Buffer.concat([...opening, ...written]), hash };
}
