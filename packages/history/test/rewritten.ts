/** Histories that somebody has changed who knows how: other records, and all numbers and hashes made right again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRecord, type HistoryRecord } from '@tagma/protocol';
import { readHistory } from '../src/index.ts';
import { sha256 } from '../src/sha256.ts';
import { temporaryFolder } from './temporary.ts';

/**
 * @param change gives what stands in the record's place: null where it is left out, several where some are added
 * @param session the name in the file's root, as it stands in XML; left out where it stays
 */
export async function rewritten(
  file: string,
  change: (record: HistoryRecord, n: number) => HistoryRecord | readonly HistoryRecord[] | null,
  session?: string,
): Promise<string> {
  const read = await readHistory(file);
  if (!read.ok) throw new Error(read.error.message);
  const [declaration = '', head = ''] = readFileSync(file, 'utf8').split('\n', 2);
  const named = session === undefined ? head : head.replace(/session="[^"]*"/, () => `session="${session}"`);
  const before = `${declaration}\n${named}`;
  let text = before;
  let previous = `${before}\n`;
  let n = 0;
  for (const record of read.records) {
    for (const changed of [change(record, record.n) ?? []].flat()) {
      n += 1;
      const made = encodeRecord(changed, { n, previous, hash: sha256, salt: () => 'abcdef' });
      text += `\n${made.text}`;
      previous = made.hash;
    }
  }
  const other = join(temporaryFolder(), 'rewritten.xml');
  writeFileSync(other, `${text}\n</history>\n`);
  return other;
}
