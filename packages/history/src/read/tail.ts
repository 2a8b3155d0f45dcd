/**
 * Tells a torn tail from a damaged file. A crash in the middle of a write leaves a piece of the new records, which may
 * still have the end of the old closing tag behind it, or zeros where the bytes never reached the disk. All else after
 * the last whole record is a change, and is never cut off.
 */
import { CLOSING_TAG, RECORD_KINDS } from '@tagma/protocol';
import { holdsRecordStart, scanRecord } from './scan.ts';

/** What a crash left behind. The records before it are whole. */
export type Torn = {
  /** The number of the record that is not whole, or would have come next. */
  readonly record: number;
  /** Where the tail begins, and how long it is, in bytes. */
  readonly at: number;
  readonly bytes: number;
};

/** The end of a whole file, from after its last record. */
export const ENDING: Buffer = Buffer.from(`\n${CLOSING_TAG}`);

/** Whether `tail`, all that follows the last whole record, is what a crash leaves. `next` is the number after that record. */
export function isTorn(tail: Buffer, next: number): boolean {
  const written = withoutZeros(tail);
  if (ENDING.subarray(0, written.length).equals(written)) return written.length < ENDING.length || written !== tail;
  if (isOverlap(written, next)) return true;
  if (written.subarray(-ENDING.length).equals(ENDING) || holdsRecordStart(written)) return false;
  return written[0] === ENDING[0] && scanRecord(written, 1).found === 'short';
}

/** The closing tag, of which the first few bytes have been written over by those of the next record. */
function isOverlap(tail: Buffer, next: number): boolean {
  if (tail.length !== ENDING.length || tail[0] !== ENDING[0]) return false;
  const text = tail.toString('latin1', 1);
  return RECORD_KINDS.some((kind) => {
    const start = `<${kind} n="${next}" `;
    for (let written = 1; written < CLOSING_TAG.length; written++) {
      if (text === start.slice(0, written) + CLOSING_TAG.slice(written)) return true;
    }
    return false;
  });
}

function withoutZeros(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end === bytes.length ? bytes : bytes.subarray(0, end);
}
