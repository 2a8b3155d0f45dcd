/**
 * Secrets that stand in the file in clear: of the kinds that can be told by their look, as they are taken out today before
 * anything is recorded. An older program may have recorded one, or somebody has said that nothing be taken out.
 */
import { findSecrets } from '@tagma/protocol';
import type { ReadRecord } from '../../read/reader.ts';
import type { Find } from '../findings.ts';

/** What stands in the place of a secret that was taken out: behind a name and a colon it would look like a password. */
const REDACTED = /\[redacted:[^\]\s]*\]/g;

export function lookForSecrets({ n, kind, type, bytes }: ReadRecord, find: Find): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  // A blank, so that what stands around it does not come to look like one.
  const names = new Set(findSecrets(text.replace(REDACTED, ' ')).map(({ name }) => name));
  if (names.size === 0) return;
  const what = [...names].join(', ');
  find('secret-in-clear', n, `What looks like a secret (${what}) stands in clear in the ${kind} ${type}.`);
}
