/**
 * Finds records by their number, without an index: a line that begins as a record does is one, for no text ever holds such a
 * line. So a few looks into the file are enough, each in the middle of what is left.
 */
import { readInto, type Source } from './bytes.ts';

const START = /\n<(?:event|state|effect|note) n="([1-9][0-9]{0,14})"/;
const START_BYTES_MAX = '\n<effect n=""'.length + 15;
const LINE_START = Buffer.from('\n<');
const LESS = 0x3c;
/** How much is looked through at first, and, where a record is long, at a time. */
const LOOK_BYTES = 16 * 1024;
const LOOK_BYTES_MAX = 1 << 20;

/** Where the newline before a record stands, and the number of the record. */
export type Start = { readonly at: number; readonly n: number };

/** The first record that begins at `from` or later, and before `to`. */
export function nextStart(source: Source, from: number, to = source.size): Start | null {
  let buffer = Buffer.allocUnsafe(LOOK_BYTES);
  for (let at = from; at < to; at += buffer.length - START_BYTES_MAX) {
    // Nothing was near: from now on more at a time.
    if (at > from && buffer.length < LOOK_BYTES_MAX) buffer = Buffer.allocUnsafeSlow(LOOK_BYTES_MAX);
    const bytes = readInto(buffer, source, at);
    // Of long texts most hold no tag: to look for its first byte alone takes a fraction of the time.
    const found = bytes.includes(LESS) && bytes.includes(LINE_START) ? START.exec(bytes.toString('latin1')) : null;
    if (found !== null) return at + found.index < to ? { at: at + found.index, n: Number(found[1]) } : null;
  }
  return null;
}

/**
 * The last record from `first` on, an offset, whose number is not above `n`; null where there is none. In a file whose records
 * are not in the order of their numbers it may be an earlier one.
 */
export function lastStart(source: Source, first: number, n: number): Start | null {
  let best: Start | null = null;
  let [low, high] = [first, source.size];
  while (high - low > LOOK_BYTES) {
    const middle = low + Math.floor((high - low) / 2);
    const found = nextStart(source, middle, high);
    if (found === null || found.n > n) {
      high = middle;
    } else {
      best = found;
      low = found.at;
    }
  }
  for (let found = nextStart(source, low, high); found !== null; found = nextStart(source, found.at + 1, high)) {
    if (found.n > n) break;
    best = found;
  }
  return best;
}
