/** The hash of the chain, and the salts of long texts. */
import { hash, randomBytes } from 'node:crypto';

/** 128 bits: enough that a text taken out cannot be found again by guessing. */
const SALT_BYTES = 16;

/** SHA-256 in lower-case hex; of a string, over its UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}

export function randomSalt(): string {
  return randomBytes(SALT_BYTES).toString('hex');
}
