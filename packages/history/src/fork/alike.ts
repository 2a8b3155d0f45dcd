/** Whether a record says the same as the one that it was copied from. Their hashes and salts differ always. */
import { type LongText, type ScannedRecord, scanRecord } from '../read/scan.ts';

/** A long text that has been taken out of one of them since cannot be compared, and is taken to be the same. */
export function areAlike(one: Buffer, other: Buffer): boolean {
  const [first, second] = [scanRecord(one, 0), scanRecord(other, 0)];
  if (first.found !== 'record' || second.found !== 'record') return false;
  if (first.longTexts.length !== second.longTexts.length) return false;
  if (!frameOf(one, first).equals(frameOf(other, second))) return false;
  return first.longTexts.every((text, index) => {
    const its = second.longTexts[index];
    if (its === undefined || text.salt === null || its.salt === null) return true;
    return contentOf(one, text).equals(contentOf(other, its));
  });
}

/** All but the hash, and of long texts their own hash, salt and content. */
function frameOf(record: Buffer, { hashStart, hashEnd, longTexts }: ScannedRecord): Buffer {
  const kept = [record.subarray(0, hashStart)];
  let from = hashEnd;
  for (const { sha256, saltStart, contentStart, contentEnd } of longTexts) {
    // Its value, and the quote behind it, stand right before the salt.
    kept.push(record.subarray(from, saltStart - sha256.length - 1), record.subarray(contentStart - 1, contentStart));
    from = contentEnd;
  }
  kept.push(record.subarray(from));
  return Buffer.concat(kept);
}

function contentOf(record: Buffer, { contentStart, contentEnd }: LongText): Buffer {
  return record.subarray(contentStart, contentEnd);
}
