import { describe, expect, it } from 'vitest';
import { openHistory, readHistory, verifyHistory } from '../../src/index.ts';
import { AT, event, historyFile, LONG_REPLY, piecesOf, SAMPLE, state } from '../sample.ts';

describe('readHistory', () => {
  it('gives back every record as it was appended, with its number and its bytes', async () => {
    const file = historyFile();
    const { records } = piecesOf(file);
    const read = await readHistory(file);
    expect(read).toStrictEqual({
      ok: true,
      head: { session: 's1' },
      records: SAMPLE.map((record, index) => ({
        n: index + 1,
        ...record,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        bytes: Buffer.from(records[index]?.trimStart() ?? ''),
        takenOut: [],
      })),
      torn: null,
      faults: [],
      fault: null,
    });
  });

  it('reads what is larger than it takes in at once', async () => {
    const large = [
      event('a', { text: 'x'.repeat(3_000_000) }),
      ...Array.from({ length: 3000 }, (_, index) => event('b', { index, text: LONG_REPLY })),
      event('c', { text: '<a>'.repeat(700_000) }),
      state('idle'),
    ];
    const read = await readHistory(historyFile([]));
    expect(read.ok && read.records).toEqual([]);
    const file = historyFile([]);
    const opened = openHistory(file);
    if (!opened.ok) throw new Error(opened.error.message);
    opened.history.append(large, { sync: false });
    expect(verifyHistory(file)).toMatchObject({ ok: true, records: 3003, torn: null, fault: null });
    const all = await readHistory(file);
    expect(all.ok && all.records.map(({ kind, type, at, fields }) => ({ kind, type, at, fields }))).toEqual(large);
  });

  it('names a record that is in its place and still cannot be read', async () => {
    // As another program might write it: chained, and not of this format.
    const file = historyFile([{ kind: 'event', type: 'x', at: AT, fields: { id: Number('0x10') } }]);
    const read = await readHistory(file);
    expect(read.ok && read.records[0]?.fields).toEqual({ id: 16 });
  });
});
