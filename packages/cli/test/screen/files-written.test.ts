/** `/export` on the screen: which form, and where it is written. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Prepared } from '../../src/prepare.ts';
import { exportedHere } from '../../src/screen/files-written.ts';

const HISTORY = join(import.meta.dirname, '../../../../history/golden/asked-and-planned.xml');

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-export-here-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const prepared = { file: HISTORY, started: { folder } } as unknown as Pick<Prepared, 'file' | 'started'>;
  return { folder, exported: (wanted: string) => exportedHere(prepared, wanted) };
}

const ROWS: readonly (readonly [wanted: string, name: string, begins: RegExp])[] = [
  ['', 'asked-and-planned.md', /^# /],
  ['md', 'asked-and-planned.md', /^# /],
  ['json', 'asked-and-planned.json', /^\{"format":1,/],
  ['atif', 'asked-and-planned.atif.json', /^\{/],
  ['xml', 'asked-and-planned.xml', /^<\?xml|^<history/],
  ['html a b.htm', 'a b.htm', /^<!doctype html>/i],
  ['a.jsonl', 'a.jsonl', /^\{/],
  ['talk', 'talk', /^# /],
];
test.each(ROWS)('%j writes %s', async (wanted, name, begins) => {
  const { folder, exported } = place();
  expect(await exported(wanted)).toEqual({ ok: true, file: join(folder, name) });
  expect(readFileSync(join(folder, name), 'utf8')).toMatch(begins);
});

test('a file that is there stays, and so does the history', async () => {
  const { folder, exported } = place();
  await exported('');
  expect(await exported('')).toEqual({
    ok: false,
    message: `${join(folder, 'asked-and-planned.md')} is there already. Name another file.`,
  });
  expect(await exported('md nowhere/x.md')).toEqual({
    ok: false,
    message: `${join(folder, 'nowhere/x.md')} cannot be written: ENOENT: no such file or directory.`,
  });
  expect(await exported('jsno')).toEqual({
    ok: false,
    message: 'There is no form jsno; is json meant? A file of that name: ./jsno',
  });
  expect(await exported(`xml ${HISTORY}`)).toMatchObject({ ok: false });
  expect(existsSync(HISTORY)).toBe(true);
});
