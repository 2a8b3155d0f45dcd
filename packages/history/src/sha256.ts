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

export function randomSalt(): string {
  return randomBytes(SALT_BYTES).toString('hex');
}
