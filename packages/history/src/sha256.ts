/** The hash of the chain, and the salts of long texts. */
import { createHash, hash, randomBytes } from 'node:crypto';
import { PIECE_CHARACTERS, piecesOf } from './pieces.ts';

/** 128 bits: enough that a text taken out cannot be found again by guessing. */
const SALT_BYTES = 16;

/** SHA-256 in lower-case hex; of a string, over its UTF-8. */
export function sha256(data: string | Uint8Array): string {
  if (typeof data !== 'string' || data.length <= PIECE_CHARACTERS) return hash('sha256', data);
  const whole = createHash('sha256');
  for (const piece of piecesOf(data)) whole.update(piece);
  return whole.digest('hex');
}

/** Pieces up to this many bytes together are hashed at once, from here: for each of many small ones alone would take longer. */
const TOGETHER_BYTES_MAX = 64 * 1024;
const together = Buffer.allocUnsafeSlow(TOGETHER_BYTES_MAX);

/** SHA-256, in lower-case hex, of the pieces one after the other; of a string, over its UTF-8. */
export function sha256OfAll(pieces: readonly (string | Uint8Array)[]): string {
  let filled = 0;
  for (const piece of pieces) {
    const length = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    if (filled + length > TOGETHER_BYTES_MAX) return oneByOne(pieces);
    if (typeof piece === 'string') together.write(piece, filled);
    else together.set(piece, filled);
    filled += length;
  }
  return hash('sha256', together.subarray(0, filled));
}

function oneByOne(pieces: readonly (string | Uint8Array)[]): string {
  const whole = createHash('sha256');
  for (const piece of pieces) whole.update(piece);
  return whole.digest('hex');
}

export function randomSalt(): string {
  return randomBytes(SALT_BYTES).toString('hex');
}
