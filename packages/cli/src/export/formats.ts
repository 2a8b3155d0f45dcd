/** What an export can be: each form as pieces that come one after the other, and how far the history held. */
import {
  atifOf,
  auditHistory,
  cutHistory,
  exportedRecords,
  type Failed,
  markdownOf,
  type ReadRecord,
  type RecordsRead,
  recordJson,
  type TakeOut,
  timelineOf,
} from '@tagma/history';
import type { Format } from './format-names.ts';

type Pieces = AsyncGenerator<string | Uint8Array, RecordsRead | Failed>;
type Write = (file: string, takeOut: TakeOut | null) => Pieces;

export const FORMATS: { readonly [format in Format]: Write } = {
  async *md(file, takeOut) {
    const records = watched(file, takeOut);
    for await (const item of timelineOf(records.each())) yield markdownOf(item);
    return records.end();
  },
  async *html(file, takeOut) {
    const report = await auditHistory(file);
    if ('error' in report) return report;
    const { pageOf } = await import('../page/page.ts');
    const records = watched(file, takeOut);
    yield* pageOf(report, timelineOf(records.each()));
    return records.end();
  },
  async *json(file, takeOut) {
    const reading = exportedRecords(file, takeOut);
    let before = '{"format":1,"records":[\n';
    for (;;) {
      const next = await reading.next();
      if (!next.done) {
        yield `${before}${JSON.stringify(recordJson(next.value))}`;
        before = ',\n';
        continue;
      }
      if (!next.value.ok) return next.value;
      const { head, torn, fault } = next.value;
      const rest = JSON.stringify({ session: head.session, torn, fault }).slice(1);
      yield `${before === ',\n' ? '' : before}\n],${rest}\n`;
      return next.value;
    }
  },
  async *jsonl(file, takeOut) {
    const reading = exportedRecords(file, takeOut);
    for (;;) {
      const next = await reading.next();
      if (next.done) return next.value;
      yield `${JSON.stringify(recordJson(next.value))}\n`;
    }
  },
  async *atif(file, takeOut) {
    const records = watched(file, takeOut);
    const trajectory = await atifOf(timelineOf(records.each()));
    const end = records.end();
    if (end.ok) yield `${JSON.stringify(trajectory, null, 2)}\n`;
    return end;
  },
  async *xml(file, takeOut) {
    if (takeOut === null) throw new Error('an export as XML needs a plan of what is taken out');
    const cutting = cutHistory(file, takeOut);
    for (;;) {
      const next = cutting.next();
      if (!next.done) yield next.value;
      else return next.value.ok ? takeOut.read : next.value;
    }
  },
};

/** The records one by one, and afterwards how far the reading came. */
function watched(file: string, takeOut: TakeOut | null) {
  let end: RecordsRead | Failed | null = null;
  return {
    async *each(): AsyncGenerator<ReadRecord, void> {
      end = yield* exportedRecords(file, takeOut);
    },
    end(): RecordsRead | Failed {
      if (end === null) throw new Error('the records have not been read to their end');
      return end;
    },
  };
}
