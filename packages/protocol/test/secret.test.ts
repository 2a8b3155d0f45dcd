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
  test('are those alone that look different', () => {
    expect(formsOfSecret('sk-abc123').map(({ name, text }) => `${name}: ${text}`)).toEqual([
      ': sk-abc123',
      'url-every: %73%6B%2D%61%62%63%31%32%33',
      'url-every-lower: %73%6b%2d%61%62%63%31%32%33',
      'hex: 736b2d616263313233',
      'hex-reversed: 332313362616d2b637',
      'hex-upper: 736B2D616263313233',
      'hex-upper-reversed: 332313362616D2B637',
      'base64-0: c2stYWJjMTIz',
      'base64-0-reversed: zITMjJWYts2c',
      'base64-1: NrLWFiYzEyM',
      'base64-1-reversed: MyEzYiFWLrN',
      'base64-2: zay1hYmMxMj',
      'base64-2-reversed: jMxMmYh1yaz',
      'reversed: 321cba-ks',
      'upper: SK-ABC123',
    ]);
  });

  test('of a long one are pieces, and the secret itself as it is', () => {
    const forms = formsOfSecret('a1B2'.repeat(50));
    expect(
      forms.filter(({ name }) => name === '' || name === 'hex').map(({ text, isPiece }) => [text.length, isPiece]),
    ).toEqual([[200, undefined], ...Array.from({ length: 5 }, () => [64, true]), [80, true]]);
    expect(
      forms
        .filter(({ name }) => name === 'hex')
        .map(({ text }) => text)
        .join(''),
    ).toBe('61314232'.repeat(50));
  });

  const SECRET = 'p@ss wörd/&"<+0123';
  const rows: [title: string, text: string][] = [
    ['itself', SECRET],
    ['percent-encoded', encodeURIComponent(SECRET)],
    ['percent-encoded in small letters', encodeURIComponent(SECRET).replace(/%../g, (hex) => hex.toLowerCase())],
    ['in a form', new URLSearchParams({ a: SECRET }).toString()],
    ['in JSON', JSON.stringify({ a: SECRET })],
    ['in HTML', '<b>p@ss wörd/&amp;&quot;&lt;+0123</b>'],
    ['in hex', `0x${Buffer.from(SECRET).toString('hex')}`],
    ['in hex of capitals', `0x${Buffer.from(SECRET).toString('hex').toUpperCase()}`],
    ['from its end', [...`a ${SECRET} b`].reverse().join('')],
    ['in base64, from its end', [...Buffer.from(`a ${SECRET} b`).toString('base64')].reverse().join('')],
    ['every byte percent-encoded', Buffer.from(SECRET).toString('hex').replace(/../g, '%$&')],
    ...['', 'a', 'ab', 'abc', 'user:'].flatMap((before): [string, string][] => [
      [`in base64 behind "${before}"`, Buffer.from(`${before}${SECRET} and more`).toString('base64')],
      [`in base64url behind "${before}"`, Buffer.from(`${before}${SECRET}`).toString('base64url')],
    ]),
  ];
  test.each(rows)('%s', (_, text) => {
    expect(formsOfSecret(SECRET).filter((form) => text.includes(form.text))).not.toEqual([]);
  });

  test('have names of their own', () => {
    const names = formsOfSecret(SECRET).flatMap(({ name, isPiece }) => (isPiece ? [] : [name]));
    expect([new Set(names).size, names.every((name) => /^[\w-]*$/.test(name))]).toEqual([names.length, true]);
  });
});
