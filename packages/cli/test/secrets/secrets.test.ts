import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_CONFIG } from '../../src/config/config.ts';
import { connectTo } from '../../src/connect.ts';
import { forgetSecret, keepSecret, keptProviders, secretOf, secretsFile } from '../../src/secrets/index.ts';

function place(): { readonly XDG_CONFIG_HOME: string } {
  return { XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'tagma-secrets-')) };
}

test('a key is kept for its owner alone, found again, and forgotten', async () => {
  const env = place();
  const file = secretsFile(env);
  expect(await secretOf('deepseek', env)).toBe(null);
  expect(await keepSecret('deepseek', ' sk-one \n', env)).toEqual({ ok: true, where: file });
  expect(await keepSecret('openai', 'sk-two', env)).toEqual({ ok: true, where: file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await secretOf('deepseek', env)).toEqual({ ok: true, key: 'sk-one', where: file });
  expect(await secretOf('constructor', env)).toBe(null);
  expect(await keptProviders(env)).toEqual(['deepseek', 'openai']);
  expect(await forgetSecret('deepseek', env)).toEqual({ ok: true, where: file });
  expect(await secretOf('deepseek', env)).toBe(null);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ openai: 'sk-two' });
});

test.each([
  ['', 'the key is empty: nothing was kept.'],
  ['one\ntwo', 'a key is one line: nothing was kept.'],
])('no key: %j', async (key, message) => {
  const env = place();
  expect(await keepSecret('deepseek', key, env)).toEqual({ ok: false, message });
  expect(existsSync(secretsFile(env))).toBe(false);
});

test.each<[string, string, number, (file: string) => string]>([
  [
    'that others can read',
    '{"deepseek": "k"}',
    0o644,
    (file) => `${file} holds keys, and not only you may read it (mode 0644).\nDo: chmod 600 ${file}`,
  ],
  ['that is no JSON', '{"deepseek": ', 0o600, (file) => `${file}:1:14: a value is missing.`],
  ['that is a list', '[]', 0o600, (file) => `${file}: should be an object, in braces: {"deepseek": "sk-…"}.`],
  ['with a number', '{"deepseek": 7}', 0o600, (file) => `${file}: "deepseek": should be a key, a text.`],
])('a file %s is not used, and not overwritten', async (_title, text, mode, message) => {
  const env = place();
  const file = secretsFile(env);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  expect(await secretOf('deepseek', env)).toEqual({ ok: false, exit: 2, message: message(file) });
  if (text !== '{"deepseek": 7}') {
    expect(await keepSecret('deepseek', 'new', env)).toEqual({ ok: false, message: message(file) });
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

test('a kept key goes to the server of its provider where no variable has one, and to no other', async () => {
  const env = place();
  await keepSecret('deepseek', 'kept', env);
  await keepSecret('work', 'ours', env);
  const config = { ...NO_CONFIG, providers: { work: { url: 'http://model.test/v1', model: 'm' } } };
  const keyAt = async (spec: string, more = {}) => {
    const connected = await connectTo(spec, { ...env, ...more }, config);
    return connected.ok ? connected.server.apiKey : connected;
  };
  expect(await keyAt('deepseek')).toBe('kept');
  expect(await keyAt('deepseek', { DEEPSEEK_API_KEY: 'set' })).toBe('set');
  expect(await keyAt('work')).toBe('ours');
  expect(await keyAt('work', { WORK_API_KEY: 'set' })).toBe('set');
});
