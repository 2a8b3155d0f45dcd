/** What a program or a module answers, as it comes: JSON, and not without end. */
import type { Json } from '@tagma/protocol';

/** More is no answer of a hook. */
export const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/** @throws where it is no JSON */
export function readAnswer(text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(`it wrote something else than JSON: ${(error as Error).message}`);
  }
}

export function tooMuch(): Error {
  return new Error(`it wrote more than ${ANSWER_BYTES_MAX} bytes`);
}
