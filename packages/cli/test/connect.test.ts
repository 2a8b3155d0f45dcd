import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../src/connect.ts';

const server = createServer((request, response) => {
  const ids = request.url?.startsWith('/one') ? ['only'] : ['first', 'second'];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: ids.map((id) => ({ id })) }));
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

test.each([
  {
    title: 'options come before the environment',
    options: { endpoint: 'http://a/v1', model: 'a' },
    env: { TAGMA_ENDPOINT: 'http://b/v1', TAGMA_MODEL: 'b', TAGMA_API_KEY: 'k' },
    expected: { ok: true, url: 'http://a/v1', model: 'a', apiKey: 'k', keyVariable: 'TAGMA_API_KEY' },
  },
  {
    title: 'TAGMA_ before OPENAI_',
    options: {},
    env: { TAGMA_ENDPOINT: 'http://b/v1', OPENAI_BASE_URL: 'http://c/v1', TAGMA_MODEL: 'b', TAGMA_API_KEY: 'k' },
    expected: { ok: true, url: 'http://b/v1', model: 'b', apiKey: 'k', keyVariable: 'TAGMA_API_KEY' },
  },
  {
    title: "OpenAI's key does not go to the server of an option",
    options: { endpoint: 'http://a/v1', model: 'a' },
    env: { OPENAI_BASE_URL: 'http://c/v1', OPENAI_API_KEY: 'o' },
    expected: { ok: true, url: 'http://a/v1', model: 'a', apiKey: '', keyVariable: 'TAGMA_API_KEY' },
  },
  {
    title: "OpenAI's key does not go to TAGMA_ENDPOINT",
    options: { model: 'b' },
    env: { TAGMA_ENDPOINT: 'http://b/v1', OPENAI_BASE_URL: 'http://c/v1', OPENAI_API_KEY: 'o' },
    expected: { ok: true, url: 'http://b/v1', model: 'b', apiKey: '', keyVariable: 'TAGMA_API_KEY' },
  },
  {
    title: "Tagma's key does not go to OPENAI_BASE_URL",
    options: { model: 'm' },
    env: { OPENAI_BASE_URL: 'http://c/v1', TAGMA_API_KEY: 'k' },
    expected: { ok: true, url: 'http://c/v1', model: 'm', apiKey: '', keyVariable: 'OPENAI_API_KEY' },
  },
  {
    title: 'OPENAI_BASE_URL and OPENAI_API_KEY alone',
    options: { model: 'm' },
    env: { OPENAI_BASE_URL: 'http://c/v1', OPENAI_API_KEY: 'o' },
    expected: { ok: true, url: 'http://c/v1', model: 'm', apiKey: 'o', keyVariable: 'OPENAI_API_KEY' },
  },
])('$title', async ({ options, env, expected }) => {
  expect(await connect(options, env)).toEqual(expected);
});

test("without a model, the server's only one is taken", async () => {
  expect(await connect({ endpoint: `${base}/one/v1` }, {})).toMatchObject({ ok: true, model: 'only' });
});

test('without a model, several are named for the person to choose, and nothing secret of the address', async () => {
  const connected = await connect({ endpoint: `${base.replace('//', '//me:secretpass@')}/two/v1?key=querykey1` }, {});
  expect(connected).toEqual({
    ok: false,
    exit: 2,
    message: `${base}/two/v1 has several models. Name one with --model or TAGMA_MODEL:\n  first\n  second`,
  });
});
