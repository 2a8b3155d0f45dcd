import { describe, expect, test } from 'vitest';
import { formsOfSecret, isSecret } from '../src/index.ts';

test.each([
  'sk-abc123',
  'sk-1234',
  'hunter',
  'hunter2',
  'sk-secret-key',
  'sk-proj-0123456789abcdef',
  'correct horse battery staple',
  'AIzaSyA-0123456789',
  '12345678',
  'https://me:pass@h',
  'abc/def+ghi=',
])('%s is a secret', (value) => {
  expect(isSecret(value)).toBe(true);
});

test.each([
  '',
  ' ',
  'k',
  'abc',
  'none',
  'null',
  'ollama',
  'Ollama',
  'lm-studio',
  'LM Studio',
  'not-needed',
  'not_needed',
  'EMPTY',
  'sk-no-key-required',
  'no-key-required',
  'dummy',
  'sk-xxxxxxxxxxxx',
  'sk-...',
  '********',
  'your-api-key-here',
  'llama.cpp',
  '123456',
  '2024-10',
  '2024-10-21',
  '2024-12-01-preview',
  'preview',
  'latest',
  'application/json',
  'text/event-stream',
  'https://example.com/app',
])('%j is none', (value) => {
  expect(isSecret(value)).toBe(false);
});

describe('the forms of a secret', () => {
  test('are its own alone where nothing in it has to be written otherwise, and base64', () => {
    expect(formsOfSecret('sk-abc123').map(({ name }) => name)).toEqual(['', 'base64-0', 'base64-1', 'base64-2']);
  });

  const SECRET = 'p@ss wörd/&"<+0123';
  const rows: [title: string, text: string][] = [
    ['itself', SECRET],
    ['percent-encoded', encodeURIComponent(SECRET)],
    ['percent-encoded in small letters', encodeURIComponent(SECRET).replace(/%../g, (hex) => hex.toLowerCase())],
    ['in a form', new URLSearchParams({ a: SECRET }).toString()],
    ['in JSON', JSON.stringify({ a: SECRET })],
    ['in HTML', '<b>p@ss wörd/&amp;&quot;&lt;+0123</b>'],
    ...['', 'a', 'ab', 'abc', 'user:'].flatMap((before): [string, string][] => [
      [`in base64 behind "${before}"`, Buffer.from(`${before}${SECRET} and more`).toString('base64')],
      [`in base64url behind "${before}"`, Buffer.from(`${before}${SECRET}`).toString('base64url')],
    ]),
  ];
  test.each(rows)('%s', (_, text) => {
    expect(formsOfSecret(SECRET).filter((form) => text.includes(form.text))).not.toEqual([]);
  });

  test('have names of their own', () => {
    const names = formsOfSecret(SECRET).map(({ name }) => name);
    expect([new Set(names).size, names.every((name) => /^[\w-]*$/.test(name))]).toEqual([names.length, true]);
  });
});
