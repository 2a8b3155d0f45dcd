/**
 * Secrets that stand in the file in clear: of the kinds that can be told by their look, as they are taken out today before
 * anything is recorded. An older program may have recorded one, or somebody has said that nothing be taken out.
 */
import { findSecrets } from '@tagma/protocol';
import type { ReadRecord } from '../../read/reader.ts';
import type { Find } from '../findings.ts';

export function lookForSecrets({ n, kind, type, bytes }: ReadRecord, find: Find): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const names = new Set(findSecrets(text).map(({ name }) => name));
  if (names.size === 0) return;
  const what = [...names].join(', ');
  find('secret-in-clear', n, `What looks like a secret (${what}) stands in clear in the ${kind} ${type}.`);
}
