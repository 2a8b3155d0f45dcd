import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inEditor } from '../src/editor.ts';

const folder = mkdtempSync(join(tmpdir(), 'tagma-editor-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the text is in a file of that name that only its owner can read, and then in none', async () => {
  const seen = join(folder, 'seen');
  const editor = `f() { ls -l "$1" | cut -c1-10 > ${seen}; echo "$1" >> ${seen}; printf " there" >> "$1"; }; f`;
  expect(await inEditor('hello', 'prompt.md', { PATH: process.env.PATH, EDITOR: editor })).toEqual({
    ok: true,
    text: 'hello there',
  });
  const [rights, file = ''] = readFileSync(seen, 'utf8').split('\n');
  expect([rights, basename(file), existsSync(file)]).toEqual(['-rw-------', 'prompt.md', false]);
});

test.each([
  ['VISUAL before EDITOR', { VISUAL: 'true', EDITOR: 'false' }, { ok: true, text: 'hello' }],
  [
    'an editor that fails',
    { EDITOR: 'false' },
    { ok: false, message: 'The editor: false ended with code 1; nothing is changed.' },
  ],
  [
    'an editor that is killed',
    { EDITOR: 'kill $$ #' },
    { ok: false, message: 'The editor: kill $$ # ended with SIGTERM; nothing is changed.' },
  ],
  [
    'an editor that is not there',
    { EDITOR: 'no-such-editor 2>/dev/null' },
    { ok: false, message: 'The editor: no-such-editor 2>/dev/null ended with code 127; nothing is changed.' },
  ],
])('%s', async (_title, env, expected) => {
  expect(await inEditor('hello', 'prompt.md', { ...process.env, VISUAL: '', ...env })).toEqual(expected);
});
