/** `tagma audit`: what it says, and what its exit code says. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run, temporaryFolder } from './command.ts';

const golden = (name: string) => fileURLToPath(new URL(`../history/golden/${name}.xml`, import.meta.url));

function copy(change: (file: string) => void): string {
  const file = join(temporaryFolder(), 'copy.xml');
  copyFileSync(golden('a-task-done'), file);
  change(file);
  return file;
}

const changed = () => copy((file) => writeFileSync(file, readFileSync(file, 'utf8').replace('fix a.ts', 'fix b.ts')));
const torn = () => copy((file) => truncateSync(file, 20_000));

test.each([
  [
    'one that holds',
    () => [golden('permission-asked')],
    0,
    /permission-asked\.xml holds\n[\s\S]*\n {5}2 bash make error, 12 ms — the person: always \(/,
    /^$/,
  ],
  [
    'one that was changed: what is wrong stands first',
    () => [changed()],
    1,
    /copy\.xml does not hold: 1 fault\n {2}✗ chain [\s\S]*\nFindings\n {2}fault record 3: It, or what stands before it, does not have the hash [\s\S]*\n {2}task {6}/,
    /^$/,
  ],
  ['a torn one, which replays', () => [torn()], 1, /\n {2}✓ replay [\s\S]*\n {2}✗ end {8}The file is torn\./, /^$/],
  [
    'several: the worst counts',
    () => [golden('a-task-done'), changed(), 'none.xml'],
    2,
    /\n3 files: 1 hold, 1 do not, 1 could not be read\.\n$/,
    /none\.xml: there is no such file\./,
  ],
  ['none', () => [], 2, /^$/, /missing required argument/],
])('%s', async (_title, files, code, out, err) => {
  const ended = await run(['audit', ...files()]);
  expect(ended).toEqual({ code, out: expect.stringMatching(out), err: expect.stringMatching(err) });
});

test('for a program: the whole report, one file a line', async () => {
  const { code, out } = await run(['audit', '--json', '--no-replay', golden('a-task-done'), golden('taken-back')]);
  const [first, second] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([code, first.holds, first.checks.replay.result, first.files, second.totals.undos]).toEqual([
    0,
    true,
    'skipped',
    [
      {
        path: '/project/b.ts',
        added: expect.any(Number),
        removed: expect.any(Number),
        changes: [expect.objectContaining({ call: 2, how: 'changed' }), expect.objectContaining({ call: 3 })],
      },
    ],
    3,
  ]);
});

test('a page for a browser, in a file of its own', async () => {
  const page = join(temporaryFolder(), 'page.html');
  expect(await run(['audit', '--html', '-o', page, golden('a-task-done')])).toMatchObject({ code: 0, out: '' });
  expect(readFileSync(page, 'utf8')).toMatch(/^<!DOCTYPE html>[\s\S]*The history holds\.[\s\S]*<\/html>\n$/);
  expect(await run(['audit', '--html', golden('a-task-done'), golden('taken-back')])).toMatchObject({ code: 2 });
});

test('every recorded reply is understood today as it was then', async () => {
  const { code, out } = await run(['audit', '--reparse', golden('a-task-done'), golden('native-calls')]);
  expect([code, out]).toEqual([0, '8 replies of 2 files read again: all as they were understood then.\n']);
});

test('a seal that is kept elsewhere shows a tail that was cut off, and who has made it', async () => {
  const folder = temporaryFolder();
  const [key, open, seal] = ['key.pem', 'public.pem', 'seal.txt'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key]);
  execFileSync('openssl', ['pkey', '-in', key, '-pubout', '-out', open]);
  const file = copy(() => {});
  const made = await run(['audit', '--seal', '--key', key, '-o', seal, file]);
  expect([made.code, made.out, made.err, existsSync(seal)]).toEqual([
    0,
    '',
    expect.stringContaining('Tamper-evident'),
    true,
  ]);

  const check = (...more: string[]) => run(['audit', file, '--verify-seal', ...more]);
  expect(await check(seal, '--public-key', open)).toMatchObject({
    code: 0,
    out: expect.stringContaining('by this key.\nNothing came after it.'),
  });
  expect(await check(readFileSync(seal, 'utf8'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('--public-key FILE'),
  });
  expect(await check('no seal')).toMatchObject({ code: 2, err: expect.stringContaining('this is no seal') });
  expect(await check(seal, '--public-key', seal)).toMatchObject({ code: 2, err: expect.stringContaining('openssl') });

  const text = readFileSync(file, 'utf8');
  writeFileSync(file, `${text.slice(0, text.indexOf('\n<event n="45"'))}\n</history>\n`);
  expect(await check(seal, '--public-key', open)).toMatchObject({
    code: 1,
    out: expect.stringContaining('ends before record 53'),
  });
});
