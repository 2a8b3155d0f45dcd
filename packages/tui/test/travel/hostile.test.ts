/** A history that does not replay may hold anything: it is shown as far as it goes, and nothing in it ends the view. */
import { join } from 'node:path';
import type { JsonObject } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { rewritten } from '../../../history/test/rewritten.ts';
import { HISTORIES, Traveller } from '../traveller.ts';

const FILE = join(HISTORIES, 'golden/asked-and-planned.xml');
const ANYTHING = [null, 7, true, 'text', [], {}, { text: { deep: [1] } }, '\x1b[2J\u202e'] as const;

test.each(ANYTHING.map((value) => [value] as const))('every field of a newer program is %j', async (value) => {
  const file = await rewritten(FILE, (record, n) => {
    if (n === 1) return { ...record, fields: { ...record.fields, behaviour: 99 } };
    const fields: JsonObject = Object.fromEntries(Object.keys(record.fields).map((name) => [name, value]));
    return { ...record, fields };
  });
  const traveller = (await Traveller.of(file)).read();
  const headings = new Set<string | undefined>();
  for (let more = true; more; more = traveller.keys('<down>').travel.notice === null) {
    headings.add(/as recorded from record \d+ on/.exec(traveller.rows()[0] ?? '')?.[0]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be there
    expect(traveller.rows().filter((row) => /[\u0000-\u001f\u202e]/.test(row))).toEqual([]);
    traveller.keys('m').rows();
    traveller.keys('mkjv').rows();
    traveller.keys('v<tab>kj<tab>');
  }
  expect([...headings]).toEqual(['as recorded from record 1 on']);
});

test('types that nobody knows', async () => {
  const file = await rewritten(FILE, (record, n) => (n > 4 ? { ...record, type: `new.${record.type}` } : record));
  const traveller = (await Traveller.of(file)).read().keys('<end>');
  expect(traveller.travel.stop?.isRecorded).toBe(true);
  expect(traveller.rows().join('\n')).toContain('as recorded from record 5 on');
});
