/** Golden sessions with something in them changed, in files of their own whose chain holds. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HistoryRecord } from '@tagma/protocol';
import { createHistory, readHistory } from '../../src/index.ts';
import { temporaryFolder } from '../temporary.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/', import.meta.url));

export function golden(name: string): string {
  return join(GOLDEN, `${name}.xml`);
}

/** The records of a golden session as `change` gives them; null leaves one out. */
export async function altered(
  name: string,
  change: (record: HistoryRecord & { readonly n: number }) => HistoryRecord | null,
): Promise<string> {
  const read = await readHistory(golden(name));
  const file = join(temporaryFolder(), `${name}.xml`);
  const opened = createHistory(file, { session: 'altered' });
  if (!read.ok || !opened.ok) throw new Error('a golden session should be read, and a new one written');
  const records = read.records.flatMap(({ n, kind, type, at, fields }) => change({ n, kind, type, at, fields }) ?? []);
  opened.history.append(records, { sync: false });
  opened.history.close();
  return file;
}
