import { describe, expect, test } from 'vitest';
import { findLocalServers, LOCAL_SERVERS, listModels } from '../src/index.ts';
import { deadUrl, JSON_TYPE, serve } from './serve.ts';

describe('the models of a server', () => {
  test.each([
    ['data', '{"object":"list","data":[{"id":"a"},{"id":"b"}]}', ['a', 'b']],
    ['data beside models', '{"models":[{"name":"x"}],"data":[{"id":"a"}]}', ['a']],
    ['models', '{"models":[{"name":"a"},{"model":"b"},{}]}', ['a', 'b']],
    ['a bare list', '["a",{"id":"b"},null]', ['a', 'b']],
    ['none', '{"data":[]}', []],
  ])('listed as %s', async (_, body, models) => {
    const server = await serve((response) => {
      response.writeHead(200, JSON_TYPE).end(body);
    });
    expect(await listModels({ url: server.origin, apiKey: 'k1' })).toEqual({ ok: true, models });
    expect(server.received).toMatchObject([
      { method: 'GET', path: '/v1/models', headers: { authorization: 'Bearer k1' }, body: '' },
    ]);
  });

  test.each([
    ['a refusal', 401, '{"error":"No"}', 'auth', 'answered 401: No'],
    ['another page', 200, '<title>Home</title>', 'malformed', 'an HTML page, "Home"'],
    ['other JSON', 200, '{"up":true}', 'malformed', 'no list of models'],
  ])('%s is a fault', async (_, status, body, kind, said) => {
    const server = await serve((response) => {
      response.writeHead(status).end(body);
    });
    expect(await listModels(server)).toMatchObject({
      ok: false,
      fault: { kind, message: expect.stringContaining(said) },
    });
  });

  test('nobody there, a bad address, and an abort are faults', async () => {
    const silent = await serve(() => {});
    expect(await listModels({ url: await deadUrl() })).toMatchObject({ ok: false, fault: { kind: 'network' } });
    expect(await listModels({ url: 'nonsense' })).toMatchObject({ ok: false, fault: { kind: 'bad-request' } });
    expect(await listModels(silent, AbortSignal.timeout(20))).toMatchObject({ ok: false, fault: { kind: 'network' } });
  });
});

describe('local servers', () => {
  test('the usual ones are on the loopback at their ports', () => {
    expect(LOCAL_SERVERS.map(({ name, url }) => [name, new URL(url).host])).toEqual([
      ['Ollama', '127.0.0.1:11434'],
      ['llama.cpp', '127.0.0.1:8080'],
      ['LM Studio', '127.0.0.1:1234'],
      ['vLLM', '127.0.0.1:8000'],
      ['SGLang', '127.0.0.1:30000'],
      ['LiteLLM', '127.0.0.1:4000'],
    ]);
  });

  test('those that list models are found, in order; the rest is left out', async () => {
    const slow = await serve((response) => {
      setTimeout(() => response.end('{"data":[{"id":"slow"}]}'), 30);
    });
    const quick = await serve((response) => {
      response.end('{"data":[{"id":"quick"}]}');
    });
    const silent = await serve(() => {});
    const other = await serve((response) => {
      response.end('<h1>A blog</h1>');
    });
    const found = await findLocalServers(
      [
        { name: 'Slow', url: slow.url },
        { name: 'Silent', url: silent.url },
        { name: 'Other', url: other.url },
        { name: 'Dead', url: await deadUrl() },
        { name: 'Quick', url: quick.url },
      ],
      1000,
    );
    expect(found).toEqual([
      { name: 'Slow', url: slow.url, models: ['slow'] },
      { name: 'Quick', url: quick.url, models: ['quick'] },
    ]);
    expect(slow.received[0]?.headers.authorization).toBeUndefined();
  });
});
