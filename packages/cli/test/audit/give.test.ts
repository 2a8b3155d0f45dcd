/** What an audit writes to a file: nothing where nothing could be audited, and never over the history. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/a-task-done.xml', import.meta.url));
const folder = () => mkdtempSync(join(tmpdir(), 'tagma-give-'));

test.each([true, false])('no history: no file is made of it, and none is emptied (--force: %s)', async (force) => {
  const output = join(folder(), 'page.html');
  if (force) writeFileSync(output, 'PAGE');
  expect(await audit([join(folder(), 'nothing.xml')], { replay: true, html: true, output, force })).toBe(2);
  expect(existsSync(output) ? readFileSync(output, 'utf8') : null).toBe(force ? 'PAGE' : null);
});

test.each([{ html: true }, { json: true }, { seal: true }] as const)(
  '%o does not go over the history',
  async (form) => {
    const output = join(folder(), 'history.xml');
    copyFileSync(GOLDEN, output);
    expect(await audit([output], { replay: true, output, force: true, ...form })).toBe(2);
    expect(readFileSync(output)).toEqual(readFileSync(GOLDEN));
  },
);

test('a seal does not go over the key that it is signed with', async () => {
  const key = join(folder(), 'key.pem');
  const { generateKeyPairSync } = await import('node:crypto');
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(key, pem);
  expect(await audit([GOLDEN], { replay: true, seal: true, key, output: key, force: true })).toBe(2);
  expect(readFileSync(key, 'utf8')).toBe(pem);
});
