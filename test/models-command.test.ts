/** `tagma models`: which models can be chosen, and what a server has. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROVIDERS } from '../packages/endpoint/src/index.ts';
import { start } from './command.ts';

const models = [
  {
    ...{ id: 'small', max_model_len: 4096, owned_by: 'vllm' },
    pricing: { prompt: '0.000001', completion: '0.000002' },
  },
  ...Array.from({ length: 49 }, (_, index) => ({ id: `more-${index}` })),
];
const asked: (string | undefined)[] = [];
const server = createServer((request, response) => {
  asked.push(request.headers.authorization);
  if (request.headers.authorization === 'Bearer wrong') response.writeHead(401).end('{"error":"No such key"}');
  else response.end(JSON.stringify({ data: models }));
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.close();
});

function configWith(values: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-models-')), 'config.jsonc');
  writeFileSync(file, JSON.stringify(values));
  chmodSync(file, 0o600);
  return file;
}

const run = (args: readonly string[], env: Record<string, string> = {}) => start(['models', ...args], { env }).ended;
const line = (out: string, start: string) => out.split('\n').find((one) => one.startsWith(start));

test('every provider is listed with its key variable, and whether it is set', async () => {
  const { code, out } = await run([], { DEEPSEEK_API_KEY: 'sk-very-secret' });
  expect(code).toBe(0);
  for (const { name } of PROVIDERS) expect(line(out, `${name}:`)).toBeDefined();
  expect(line(out, 'deepseek:')).toMatch(
    /^deepseek:deepseek-flash +DEEPSEEK_API_KEY \(set\) +1,000,000 +\$0\.30 \/ \$1\.20$/,
  );
  expect(line(out, 'groq:')).toMatch(/GROQ_API_KEY +131,072/);
  expect(line(out, 'ollama:')).toMatch(/http:\/\/127\.0\.0\.1:11434\/v1$/);
  expect(out).not.toContain('sk-very-secret');
});

test('providers of the configuration stand first', async () => {
  const config = configWith({
    providers: { box: { url, key: 'sk-very-secret', models: { tiny: { window: 2048 } }, model: 'tiny' } },
  });
  const { out } = await run(['--config', config]);
  expect(out.split('\n')[1]).toMatch(/^box:tiny +in the configuration \(set\) +2,048$/);
  expect(out).not.toContain('sk-very-secret');
});

test('as JSON, for a program', async () => {
  const { out } = await run(['--json'], { OPENAI_API_KEY: 'o' });
  const found = JSON.parse(out) as { provider: string }[];
  expect(found.map(({ provider }) => provider)).toEqual(PROVIDERS.map(({ name }) => name));
  expect(found.find(({ provider }) => provider === 'openai')).toMatchObject({
    url: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    hasKey: true,
    page: 'https://platform.openai.com/api-keys',
    defaultModel: 'gpt-5.6',
  });
});

test('a server is asked for its list, with what it tells of each', async () => {
  const { code, out } = await run([url], { TAGMA_API_KEY: 'k' });
  expect(code).toBe(0);
  expect(asked.at(-1)).toBe('Bearer k');
  expect(out.split('\n')[1]).toMatch(/^small +4,096 +\$1\.00 \/ \$2\.00$/);
  expect(out).toContain('… 10 more: --all');
  expect((await run([url, '--all'])).out.split('\n').filter(Boolean)).toHaveLength(51);
});

test('a configured provider is asked by its name', async () => {
  const config = configWith({ providers: { box: { url, keyVariable: 'BOX' } } });
  const { out } = await run(['box', '--json', '--config', config], { BOX: 'b' });
  expect(asked.at(-1)).toBe('Bearer b');
  expect(JSON.parse(out)).toMatchObject({
    provider: 'box',
    models: [
      { name: 'small', windowTokens: 4096, prices: { input: 1, output: 2 } },
      ...models.slice(1).map(({ id }) => ({ name: id })),
    ],
  });
});

test.each([
  ['a name that is like one', 'opnai', {}, 2, 'tagma: there is no provider "opnai". Did you mean openai?'],
  ['a name that is like none', 'zzzzzzzz', {}, 2, 'tagma: there is no provider "zzzzzzzz".'],
  ['a server that refuses', '', { TAGMA_API_KEY: 'wrong' }, 1, 'answered 401: No such key'],
])('%s', async (_title, which, env, code, said) => {
  const ended = await run([which || url], env as Record<string, string>);
  expect(ended.code).toBe(code);
  expect(ended.err).toContain(said);
  expect(ended.out).toBe('');
});
