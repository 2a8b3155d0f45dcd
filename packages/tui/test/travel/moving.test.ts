/** A session that still runs while its history is looked at: who stands at the end goes along, and nobody else is moved. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HISTORIES, Traveller } from '../traveller.ts';

const WHOLE = readFileSync(join(HISTORIES, 'golden/permission-asked.xml'), 'utf8');
const STARTS = [...WHOLE.matchAll(/\n<(?:event|state|effect|note) n="/g)].map(({ index }) => index);
const FIRST_RECORDS = 14;

/** A history of so many records, as its session has left it up to then. */
function write(file: string, records: number): void {
  writeFileSync(file, `${WHOLE.slice(0, STARTS[records])}\n</history>\n`);
}

test.each<[title: string, keys: string, records: readonly number[], following: readonly boolean[]]>([
  ['at its beginning', '', [1, 1, 1], [false, false, false]],
  ['at its end by End', '<end>', [14, 25, 58], [true, true, true]],
  ['at its end by steps', 'nnnnnnnnnnnnnnn', [14, 14, 14], [false, false, false]],
  ['back from the end', '<end><up>', [13, 13, 13], [false, false, false]],
  ['told to stay', '<end><escape>', [14, 14, 14], [false, false, false]],
  ['at the end, with the keys open', '<end>?', [14, 14, 14], [true, true, true]],
  ['at the end, searching', '<end>/', [14, 14, 14], [true, true, true]],
])('of a session that runs, seen %s', async (_title, keys, records, following) => {
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-moving-')), 'live.xml');
  write(file, FIRST_RECORDS);
  const traveller = (await Traveller.of(file)).read().keys(keys);
  const seen = [traveller.travel];
  for (const more of [25, 58]) {
    write(file, more);
    expect(traveller.tape.hasGrown()).toBe(true);
    seen.push(traveller.read().travel);
  }
  traveller.tape.close();
  expect(seen.map(({ record }) => record)).toEqual(records);
  expect(seen.map((travel) => travel.following)).toEqual(following);
});
