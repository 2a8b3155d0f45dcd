/** Files that are made to be too much: what is read of them has a limit, and the rest is not looked at. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { summaryOf, verifyHistory } from '../../src/index.ts';
import { skimFile } from '../../src/read/skim.ts';
import { openSource } from '../../src/read/source.ts';
import { WINDOW_BYTES, Window } from '../../src/read/window.ts';
import { temporaryFolder } from '../temporary.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<history format="1" session="s1">';
const MEGABYTE = 1 << 20;
const opening = (n: number): string => `\n<event n="${n}" type="x" at="x" hash="${'0'.repeat(64)}">`;
const UNCLOSED = (n: number): string => `\n<event n="${n}" type="session.started" at="x">`;

function fileOf(text: string): string {
  const file = join(temporaryFolder(), 'bad.xml');
  writeFileSync(file, HEAD + text);
  return file;
}

/** What stands behind the head, looked at with another limit. */
function scanned(file: string, recordBytesMax: number) {
  const source = openSource(file, 'r');
  if (!source.ok) throw new Error(source.error.message);
  const window = new Window(source, recordBytesMax);
  window.moveTo(HEAD.length);
  return { scanned: window.scan(), held: window.bytes.length };
}

function skimmed(file: string, recordBytesMax?: number) {
  const skimming = skimFile(file, recordBytesMax);
  let records = 0;
  let next = skimming.next();
  for (; !next.done; next = skimming.next()) records += 1;
  return { records, end: next.value };
}

it('elements nested deeper than any are written are no record', () => {
  const file = fileOf(`${opening(1)}${'<a>'.repeat(100_000)}`);
  expect(verifyHistory(file)).toMatchObject({
    fault: { record: 1, message: expect.stringContaining('nested deeper') },
  });
});

it('a record that is too large is not held', () => {
  const file = fileOf(`${opening(1)}<text>${'a line & no more\n'.repeat(500_000)}</text></event>\n</history>\n`);
  const max = 4 * MEGABYTE;
  expect(statSync(file).size).toBeGreaterThan(max);
  expect(scanned(file, max)).toEqual({
    scanned: { found: 'broken', message: `it is larger than ${max} bytes` },
    held: WINDOW_BYTES,
  });
  const { records, end } = skimmed(file, max);
  expect([records, end]).toEqual([
    0,
    expect.objectContaining({ fault: { record: 1, message: `it is larger than ${max} bytes` } }),
  ]);
});

it('one that does not end is read up to where the next one begins, and no farther', () => {
  const text = `${opening(1)}<![CDATA[${'x'.repeat(3 * MEGABYTE)}`;
  expect(scanned(fileOf(text.repeat(5)), 64 * MEGABYTE)).toEqual({
    scanned: { found: 'broken', message: 'it does not end before the next one begins' },
    held: text.length,
  });
});

it.each<[string, (index: number) => string]>([
  ['the same again and again', () => UNCLOSED(1)],
  ['none of which can be read', (index) => UNCLOSED(index + 1)],
])('of a file with many thousand records, %s, a summary says soon that it is damaged', async (_title, record) => {
  const file = fileOf(Array.from({ length: 100_000 }, (_, index) => record(index)).join(''));
  expect(await summaryOf(file)).toMatchObject({ ok: false, error: { kind: 'damaged' } });
});

it('after so many faults the rest of a file is not skimmed', () => {
  const { records } = skimmed(fileOf(UNCLOSED(1).repeat(100_000)));
  expect(records).toBeLessThan(2_000);
});
