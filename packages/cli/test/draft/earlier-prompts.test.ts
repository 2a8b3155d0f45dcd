import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistory } from '@tagma/history';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { earlierPrompts } from '../../src/draft/earlier-prompts.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tagma-prompts-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A session of `project`, written to so many seconds after the epoch. */
function session(name: string, project: string, seconds: number, ...prompts: readonly string[]): void {
  const file = join(folder, `${name}.xml`);
  const created = createHistory(file, { session: name });
  if (!created.ok) throw new Error(created.error.message);
  const { history } = created;
  history.append([{ kind: 'event', type: 'session.started', at: 0, fields: { folder: project } }], { sync: false });
  for (const text of prompts)
    history.append([{ kind: 'event', type: 'prompt.given', at: 0, fields: { text } }], { sync: false });
  history.close();
  utimesSync(file, seconds, seconds);
}

const texts = async (isShared: boolean) =>
  (await earlierPrompts({ folders: [folder], project: '/p', isShared })).map(({ text }) => text);

test('of the newest session first, each once; a file that is no history is passed over', async () => {
  session('a', '/p', 1_000, 'old', 'again');
  session('b', '/p', 2_000, 'again', 'new');
  writeFileSync(join(folder, 'c.xml'), 'nothing');
  expect(await texts(false)).toEqual(['new', 'again', 'old']);
});

test('where sessions of other projects lie too, theirs are left out', async () => {
  session('a', '/p', 1_000, 'mine');
  session('b', '/other', 2_000, 'theirs');
  expect([await texts(true), await texts(false)]).toEqual([['mine'], ['theirs', 'mine']]);
});

test('no more than a thousand', async () => {
  session('a', '/p', 1_000, ...Array.from({ length: 1_100 }, (_, index) => `prompt ${index}`));
  const found = await texts(false);
  expect([found.length, found[0]]).toEqual([1_000, 'prompt 1099']);
});

test('of a folder that is not there', async () => {
  expect(await earlierPrompts({ folders: ['/nowhere'], project: null, isShared: false })).toEqual([]);
});
