/**
 * The appending itself. Each append writes, at the offset of the closing tag, the new records and the closing tag, all at
 * once unless they are long: after it the file is a complete document again. Numbers and hashes are given here; times come with the records.
 */
import { closeSync } from 'node:fs';
import { CLOSING_TAG, encodeRecord, type HistoryRecord } from '@tagma/protocol';
import { type Failed, failed, failedBySystem } from '../error.ts';
import { PIECE_CHARACTERS, piecesOf } from '../pieces.ts';
import { RECORD_BYTES_MAX } from '../read/window.ts';
import { randomSalt, sha256 } from '../sha256.ts';
import type { Disk } from './disk.ts';
import type { Lock } from './held.ts';

/** A history open for writing, by this process and no other. */
export type History = {
  readonly file: string;
  /**
   * Appends the records in order, all or none. With `sync` they are on the disk when it returns. After an error nothing
   * of them counts as recorded; where the file cannot be brought back to what it held, every further append fails too.
   */
  append(records: readonly HistoryRecord[], options: { readonly sync: boolean }): Appended | Failed;
  /** The number and hash of the last record: 0 and '' before the first. */
  last(): { readonly n: number; readonly hash: string };
  /** Ends the writing and lets others in. Doing it twice is harmless. */
  close(): void;
};

/** `last` is the number of the last record that the file now holds. */
export type Appended = { readonly ok: true; readonly last: number };

/** Where the writing goes on: the last number, what the next hash starts with, the offset of the closing tag. */
export type End = { readonly n: number; readonly previous: string; readonly offset: number };

const CLOSING = Buffer.from(CLOSING_TAG);
/** Of one UTF-16 code unit. */
const UTF8_BYTES_MAX = 3;

/** A history that goes on at `start`, in a file that is open and locked. */
export function historyAt(file: string, fd: number, lock: Lock, start: End, disk: Disk): History {
  let end = start;
  let shut: Failed | null = null;
  let closed = false;
  return {
    file,
    append(records, { sync }) {
      if (shut !== null) return shut;
      const meddled = meddledWith(file, fd, end, disk);
      if (meddled !== null) {
        shut = meddled;
        return shut;
      }
      const { texts, n, hash } = encoded(records, end);
      const tooLarge = texts.findIndex(isTooLarge);
      if (tooLarge !== -1) return aboutSize(file, end.n + 1 + tooLarge);
      let { offset } = end;
      try {
        for (const bytes of inPieces(texts)) {
          disk.write(fd, bytes, offset);
          offset += bytes.length;
        }
      } catch (error) {
        const failure = failedBySystem(file, 'write to the history', error);
        if (!broughtBack(fd, end, disk)) shut = failure;
        return failure;
      }
      try {
        if (sync) disk.sync(fd);
      } catch (error) {
        // What a failed sync has left on the disk is unknown, and a second one may say nothing of it.
        broughtBack(fd, end, disk);
        shut = failedBySystem(file, 'write the history to the disk', error);
        return shut;
      }
      end = { n, previous: hash, offset: offset - CLOSING.length };
      return { ok: true, last: end.n };
    },
    last: () => ({ n: end.n, hash: end.n === 0 ? '' : end.previous }),
    close() {
      if (closed) return;
      closed = true;
      shut = failed('io', file, 'the history is closed.');
      closeSync(fd);
      lock.release();
    },
  };
}

/**
 * Why the file is no longer the one that was left, or null. The lock keeps out whoever can see it; this, a writer on another
 * host, an editor, a file that was removed while it was written to.
 */
function meddledWith(file: string, fd: number, end: End, disk: Disk): Failed | null {
  try {
    const { size, links } = disk.look(fd);
    if (links === 0) return failed('meddled', file, 'it was removed while this session wrote to it.');
    const left = end.offset + CLOSING.length;
    if (size === left) return null;
    const advice = 'Nothing was written over it. Is another program, or another machine, writing to it?';
    return failed('meddled', file, `it has ${size} bytes, where this session had left ${left}. ${advice}`);
  } catch (error) {
    return failedBySystem(file, 'look at the history', error);
  }
}

function isTooLarge(text: string): boolean {
  // Counted only where it may be so: it takes as long as writing it.
  return text.length * UTF8_BYTES_MAX > RECORD_BYTES_MAX && Buffer.byteLength(text) > RECORD_BYTES_MAX;
}

function aboutSize(file: string, record: number): Failed {
  const what = `record ${record} would be larger than ${RECORD_BYTES_MAX >> 20} MB, which nobody could read again.`;
  return failed('too-large', file, `${what} Nothing of it was written.`, record);
}

/** The texts of the records in order, each with its newline, then the closing tag; the number and hash of the last record. */
function encoded(records: readonly HistoryRecord[], end: End) {
  let { n, previous: hash } = end;
  const texts: string[] = [];
  for (const record of records) {
    n += 1;
    const made = encodeRecord(record, { n, previous: hash, hash: sha256, salt: randomSalt });
    texts.push(`${made.text}\n`);
    hash = made.hash;
  }
  texts.push(CLOSING_TAG);
  return { texts, n, hash };
}

/**
 * The bytes of the texts, which are used up: all at once, unless they are long. A crash may leave the beginning of an append
 * in either case. A piece is only lent: the next one takes its place.
 */
function* inPieces(texts: string[]): Generator<Uint8Array> {
  if (texts.reduce((sum, text) => sum + text.length, 0) <= PIECE_CHARACTERS) {
    yield Buffer.from(texts.join(''));
    return;
  }
  const piece = Buffer.allocUnsafe((PIECE_CHARACTERS + 1) * UTF8_BYTES_MAX);
  for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
    for (const part of piecesOf(text)) yield piece.subarray(0, piece.write(part));
  }
}

/** Closes the file again where it ended before an append that failed; says whether that worked. */
function broughtBack(fd: number, end: End, disk: Disk): boolean {
  try {
    disk.truncate(fd, end.offset + CLOSING.length);
    disk.write(fd, CLOSING, end.offset);
    return true;
  } catch {
    return false;
  }
}
