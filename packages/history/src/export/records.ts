/** The records of a history as they are exported: with a mark where a text has been taken out, of the file or for this export. */
import { saidIn, TAKEN_OUT } from '../diff/steps.ts';
import type { Failed } from '../error.ts';
import { type ReadRecord, type RecordsRead, recordsIn } from '../read/reader.ts';
import type { TakeOut } from './take-out/plan.ts';
import { masked } from './take-out/texts.ts';

/** In order, up to the first that is torn or at fault; and then how far it came. */
export async function* exportedRecords(
  file: string,
  takeOut: TakeOut | null,
): AsyncGenerator<ReadRecord, RecordsRead | Failed> {
  const reading = recordsIn(file);
  try {
    for (;;) {
      const next = await reading.next();
      if (next.done) return next.value;
      const { fields } = saidIn(next.value);
      const paths = takeOut?.pathsIn(next.value.n);
      const mask = (path: string) => (paths?.has(path) ? TAKEN_OUT : null);
      yield { ...next.value, fields: paths === undefined || paths.size === 0 ? fields : masked(fields, mask) };
    }
  } finally {
    await reading.return(undefined as never);
  }
}
