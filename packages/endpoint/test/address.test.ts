import { describe, expect, test } from 'vitest';
import { addressOf, secretsOf, shownEndpoint } from '../src/address.ts';

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
