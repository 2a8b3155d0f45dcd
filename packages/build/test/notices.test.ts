/** The licences of what is in the bundle: all of them, and none that asks for more than its notice. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ENTRY } from '../bundle.mjs';
import { chunksOf } from '../chunks.mjs';
import { encoderScript } from '../encoder.mjs';
import { noticeOf, noticesText, packageFolders } from '../notices.mjs';
import { ROOT } from '../workspace.mjs';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A package as it lies on the disk; gives its folder, relative to the root. */
function packageWith(manifest: object, files: { readonly [name: string]: string } = {}): string {
  const folder = join(temporaryFolder(), 'node_modules', 'other');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    writeFileSync(join(folder, name), text);
  }
  return relative(ROOT, folder);
}

test('every package in the bundle stands in the notices that are built with it, with its licence', async () => {
  const { files } = await chunksOf({ entry: ENTRY, replace: {}, minify: true });
  const encoder = await encoderScript();
  const notices = packageFolders([...files, ...encoder.files]).map(noticeOf);
  expect(notices.map(({ name }) => name)).toEqual(expect.arrayContaining(['undici', 'xstate', 'zod', 'neo-blessed']));
  for (const { name, text } of notices) expect([name, text.length > 200]).toEqual([name, true]);
  const built = readFileSync(join(ROOT, 'dist', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  expect(built).toBe(noticesText(notices));
  for (const { name, version, licence } of notices) expect(built).toContain(`${name} ${version} (${licence})`);
  expect(built).toContain('Mozilla Foundation');
});

test('packages are found by the files that are in the bundle', () => {
  const files = [
    'packages/cli/src/main.ts',
    'node_modules/.pnpm/a@1.0.0/node_modules/a/lib/x.js',
    'node_modules/.pnpm/a@1.0.0/node_modules/a/y.js',
    'node_modules/.pnpm/@b+c@2.0.0/node_modules/@b/c/z.js',
  ];
  expect(packageFolders(files)).toEqual([
    'node_modules/.pnpm/@b+c@2.0.0/node_modules/@b/c',
    'node_modules/.pnpm/a@1.0.0/node_modules/a',
  ]);
});

test.each([
  ['a licence that asks for more', { license: 'GPL-3.0-only' }, { LICENSE: 'x' }, 'its licence is "GPL-3.0-only"'],
  ['no licence', {}, { LICENSE: 'x' }, 'its licence is null'],
  ['no text of its licence', { license: 'BSD-3-Clause' }, {}, 'brings no text of its licence (BSD-3-Clause)'],
])('a package with %s ends the build', (_, manifest, files, says) => {
  const folder = packageWith({ name: 'other', version: '1.2.3', ...manifest }, files);
  expect(() => noticeOf(folder)).toThrow(says);
});

test('licence and notice of a package stand there both; where only MIT is named, with its text', () => {
  const manifest = { name: 'other', version: '1.2.3' };
  const both = packageWith({ ...manifest, license: 'Apache-2.0' }, { 'license.md': 'terms\r\n', NOTICE: 'by Ann' });
  expect(noticeOf(both).text).toBe('by Ann\n\nterms');
  const named = packageWith({ ...manifest, license: 'MIT', author: { name: 'Ann' } });
  expect(noticeOf(named).text).toMatch(/^Copyright Ann\n\nPermission is hereby granted/);
});

test('packages of one text share it', () => {
  const notice = { version: '1.0.0', licence: 'MIT', text: 'terms' };
  const text = noticesText([
    { ...notice, name: 'a' },
    { ...notice, name: 'b' },
    { ...notice, name: 'c', text: 'other terms' },
  ]);
  const parts = text.split(/\n-{78}\n/).slice(1);
  expect(parts.map((part) => part.trim())).toEqual([
    'a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nterms',
    'c 1.0.0 (MIT)\n\nother terms',
  ]);
});
