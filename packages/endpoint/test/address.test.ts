import { describe, expect, test } from 'vitest';
import { addressOf, secretsOf, shownEndpoint } from '../src/address.ts';
import type { Server } from '../src/contract.ts';

describe('the address behind an endpoint', () => {
  test.each([
    ['http://h:8080', 'http://h:8080/v1/chat/completions', 'http://h:8080/v1/models'],
    ['http://h:8080/', 'http://h:8080/v1/chat/completions', 'http://h:8080/v1/models'],
    ['http://h/v1', 'http://h/v1/chat/completions', 'http://h/v1/models'],
    ['http://h/v1/', 'http://h/v1/chat/completions', 'http://h/v1/models'],
    [' HTTP://H/v1// ', 'http://h/v1/chat/completions', 'http://h/v1/models'],
    ['https://h/v1/chat/completions', 'https://h/v1/chat/completions', 'https://h/v1/models'],
    ['https://h/api/v3', 'https://h/api/v3/chat/completions', 'https://h/api/v3/models'],
    ['http://[::1]:1/openai/v1/', 'http://[::1]:1/openai/v1/chat/completions', 'http://[::1]:1/openai/v1/models'],
    ['https://h/v1?api-version=2', 'https://h/v1/chat/completions?api-version=2', 'https://h/v1/models?api-version=2'],
  ])('%s', (url, completions, models) => {
    const located = addressOf({ url });
    expect(located.ok && [located.address.completions.href, located.address.models.href]).toEqual([
      completions,
      models,
    ]);
  });
});

describe('a socket of this machine', () => {
  test.each([
    ['unix:/run/llama.sock', '/run/llama.sock', '/v1/chat/completions', 'unix:/run/llama.sock'],
    ['unix:/run/llama.sock:/v1', '/run/llama.sock', '/v1/chat/completions', 'unix:/run/llama.sock:/v1'],
    ['unix:///run/llama.sock:/api/v3/', '/run/llama.sock', '/api/v3/chat/completions', 'unix:/run/llama.sock:/api/v3/'],
    ['http+unix://%2Frun%2Fllama.sock/v1', '/run/llama.sock', '/v1/chat/completions', 'unix:/run/llama.sock:/v1'],
    ['http+unix://%2Frun%2Fa%20b.sock', '/run/a b.sock', '/v1/chat/completions', 'unix:/run/a b.sock'],
    [
      'unix:/run/llama.sock:/v1?k=querykey1',
      '/run/llama.sock',
      '/v1/chat/completions?k=querykey1',
      'unix:/run/llama.sock:/v1',
    ],
  ])('%s', (url, socketPath, path, shown) => {
    const located = addressOf({ url });
    if (!located.ok) throw new Error(located.fault.message);
    const { completions } = located.address;
    expect([located.address.socketPath, completions.pathname + completions.search]).toEqual([socketPath, path]);
    expect(shownEndpoint({ url })).toBe(shown);
  });

  test.each(['unix:', 'unix:llama.sock', 'http+unix://llama/v1', 'http+unix:///v1'])('%s is none', (url) => {
    expect(addressOf({ url })).toMatchObject({ ok: false, fault: { kind: 'bad-request' } });
  });
});

describe('what goes with each request', () => {
  test.each<[string, Omit<Server, 'url'>, object]>([
    ['nothing', {}, {}],
    ['a key', { apiKey: ' k ' }, { authorization: 'Bearer k' }],
    ['a key in a header of its own', { apiKey: 'k', keyHeader: 'Api-Key' }, { 'api-key': 'k' }],
    ['no key', { apiKey: '', keyHeader: 'api-key' }, {}],
    ['headers', { apiKey: 'k', headers: { 'X-Title': 'a' } }, { authorization: 'Bearer k', 'x-title': 'a' }],
    [
      'a header in place of the key',
      { apiKey: 'k', headers: { Authorization: 'Token t' } },
      { authorization: 'Token t' },
    ],
  ])('%s', (_title, server, headers) => {
    const located = addressOf({ url: 'http://h/v1', ...server });
    expect(located.ok && located.address.headers).toEqual(headers);
  });

  test('more fields of the query, in place of those of the address', () => {
    const located = addressOf({ url: 'http://h/v1?a=1&b=2', query: { b: 'x y', 'api-version': '2024-10-21' } });
    expect(located.ok && located.address.models.href).toBe('http://h/v1/models?a=1&b=x+y&api-version=2024-10-21');
  });

  test.each([
    ['a name', { 'a b': 'c' }, 'The header "a b" for http://h holds a character that no HTTP header can carry.'],
    ['a value', { a: 'c\nd' }, 'The header "a" for http://h holds a character that no HTTP header can carry.'],
    ['one of HTTP', { 'Content-Length': '3' }, 'The header "Content-Length" for http://h is made by HTTP itself.'],
  ])('a header that cannot be sent: %s', (_title, headers, message) => {
    expect(addressOf({ url: 'http://h/v1', headers })).toMatchObject({
      ok: false,
      fault: { kind: 'bad-request', message },
    });
  });

  test('values of headers and query are secret, but no versions and nothing short', () => {
    const headers = {
      'X-Key': 'header-key-1',
      Cookie: 'Bearer cookie-key-1',
      'anthropic-version': '2023-06-01',
      'X-A': 'short',
    };
    const query = { code: 'query-key-1', 'api-version': '2024-10-21-preview' };
    const proxy = 'http://me:proxy-pass@p:3128';
    expect(secretsOf({ url: 'http://h/v1', apiKey: 'k', keyHeader: 'api-key', headers, query, proxy })).toEqual([
      'k',
      'proxy-pass',
      'header-key-1',
      'cookie-key-1',
      'query-key-1',
    ]);
  });
});

describe('an endpoint that is no address is a value that says so', () => {
  test.each([
    ['', 'The endpoint is empty.', /^Give the address/],
    [
      'localhost:8080/v1',
      'The endpoint "localhost:8080/v1" is not an http:// or https:// address.',
      /^Did you mean http:\/\/localhost:8080\/v1\?/,
    ],
    [
      '127.0.0.1:1',
      'The endpoint "127.0.0.1:1" is not an http:// or https:// address.',
      /^Did you mean http:\/\/127.0.0.1:1\?/,
    ],
    ['ftp://h/v1', 'The endpoint "ftp://h/v1" is not an http:// or https:// address.', /^Give the address/],
    ['http://', 'The endpoint "http://" is not an http:// or https:// address.', /^Give the address/],
    ['http://h:99999', 'The endpoint "http://h:99999" is not an http:// or https:// address.', /^Give the address/],
    ['http://me:pass@h h?k=1', 'The endpoint "http://h h" is not an http:// or https:// address.', /^Give the address/],
    ['sk-secret-key', 'The endpoint "[key]" is not an http:// or https:// address.', /^Did you mean http:\/\/\[key\]/],
  ])('%j', (url, message, advice) => {
    expect(addressOf({ url, apiKey: 'sk-secret-key' })).toEqual({
      ok: false,
      fault: { kind: 'bad-request', message, advice: expect.stringMatching(advice), status: null },
    });
  });
});

describe('an endpoint as it may be shown and kept, and what must be in no text', () => {
  const KEY = 'sk-secret-key';
  test.each([
    ['http://h:8080/v1/', '', 'http://h:8080/v1/', []],
    ['http://h/v1', KEY, 'http://h/v1', [KEY]],
    ['http://h/v1', 'none', 'http://h/v1', ['none']],
    [
      ' http://u:secretpass@h/v1?key=querykey1&v=2 ',
      '',
      'http://h/v1',
      ['secretpass', Buffer.from('u:secretpass').toString('base64'), 'querykey1'],
    ],
    ['http://u:p%40ssw%C3%B6rd@h/v1', KEY, 'http://h/v1', [KEY, 'p%40ssw%C3%B6rd', 'p@sswörd']],
    [`http://h/${KEY}/v1`, KEY, 'http://h/[key]/v1', [KEY]],
    ['me:secretpass@h h?k=querykey1', KEY, 'h h', [KEY]],
    ['http://me:secret/pass@h', KEY, 'http://h', [KEY]],
    ['http://me:secretpass@h h?k=querykey1', KEY, 'http://h h', [KEY]],
    [KEY, KEY, '[key]', [KEY]],
  ])('%j with the key %j', (url, apiKey, shown, secrets) => {
    expect(shownEndpoint({ url, apiKey })).toBe(shown);
    expect(secretsOf({ url, apiKey })).toEqual(secrets);
  });
});
