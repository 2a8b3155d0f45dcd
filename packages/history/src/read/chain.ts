/** Whether a record is as it was written: its long texts against their hashes, and the hash that the next one starts with. */
import { sha256OfAll } from '../sha256.ts';
import type { ScannedRecord } from './scan.ts';

/** Why a long text of the record at `start` is not the one that was written, or null. */
export function textFault(bytes: Buffer, scanned: ScannedRecord): string | null {
  for (const { salt, sha256, contentStart, contentEnd } of scanned.longTexts) {
    const content = bytes.subarray(contentStart, contentEnd);
    if (salt === null && content.length > 0) return 'a text stands where one has been taken out';
    if (salt !== null && sha256OfAll([salt, content]) !== sha256) {
      return 'a long text in it does not have the hash that was written with it';
    }
  }
  return null;
}

/**
 * The hash of the record at `start`, after one with the hash `previous`: what its attribute `hash` must say.
 * @param n its number, if another than the one that stands there
 */
export function hashOf(bytes: Buffer, start: number, scanned: ScannedRecord, previous: string, n = scanned.n): string {
  const kept: (string | Buffer)[] = [previous];
  let from = start;
  if (n !== scanned.n) {
    kept.push(`<${scanned.kind} n="${n}`);
    from += `<${scanned.kind} n="${scanned.n}`.length;
  }
  const keepUntil = (cutStart: number, cutEnd: number): void => {
    kept.push(bytes.subarray(from, cutStart));
    from = cutEnd;
  };
  keepUntil(scanned.hashStart, scanned.hashEnd);
  for (const text of scanned.longTexts) {
    keepUntil(text.saltStart, text.saltEnd);
    keepUntil(text.contentStart, text.contentEnd);
  }
  keepUntil(scanned.end, scanned.end);
  return sha256OfAll(kept);
}
