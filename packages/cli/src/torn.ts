/** A torn or damaged history, in words. */
import type { Fault, Torn } from '@tagma/history';

/** What is missing at its end; nothing is mended by reading. */
export function aboutTorn({ record, bytes }: Torn): string {
  const after = record === 1 ? 'the first lines' : `record ${record - 1}`;
  const what =
    bytes === 0
      ? `its closing tag, which should stand after ${after}, is missing`
      : `the last ${bytes} bytes, after ${after}, are the piece of a write that was cut off; they were left out`;
  return `The file is torn: ${what}. It has not been changed.`;
}

export function aboutFault({ record, message }: Pick<Fault, 'record' | 'message'>): string {
  return `The file is damaged at record ${record}: ${message}.`;
}
