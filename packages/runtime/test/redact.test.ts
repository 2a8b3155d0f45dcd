import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, restore, startRedaction } from '../src/redact.ts';

const KEY = 'sk-0123456789abcdef';
const SECRETS = new Map([['API_KEY', KEY]]);
const prompt = (text: string) => ({ type: 'prompt.given', text }) as const;

test.each([
  { title: 'a secret', text: `use ${KEY}.`, expected: 'use [redacted:API_KEY].' },
  { title: 'one in brackets', text: `[${KEY}]`, expected: '[[redacted:API_KEY]]' },
  { title: 'the form itself', text: '[redacted:API_KEY]', expected: '[redacted::API_KEY]' },
  { title: 'nothing', text: 'nothing', expected: 'nothing' },
])('$title comes out, and goes back', ({ text, expected }) => {
  expect(redact(prompt(text), SECRETS)).toEqual(prompt(expected));
  expect(restore(expected, SECRETS)).toBe(text);
});

test('secrets are found at any depth, and the type of a fact stays', () => {
  const outcome = { status: 'ok', content: KEY, details: { lines: [KEY] } } as const;
  expect(redact({ type: 'tool.ended', request: 1, outcome, durationMs: 2 }, SECRETS)).toEqual({
    type: 'tool.ended',
    request: 1,
    outcome: { status: 'ok', content: '[redacted:API_KEY]', details: { lines: ['[redacted:API_KEY]'] } },
    durationMs: 2,
  });
});

test('a word that many servers take for a key is no secret', () => {
  expect(redact(prompt('provider: ollama'), new Map([['API_KEY', 'ollama']]))).toEqual(prompt('provider: ollama'));
});

test('a key that is short is a secret all the same, and one that was made up for a server without keys is none', () => {
  const secrets = new Map([
    ['SHORT', 'sk-abc123'],
    ['NONE', 'sk-no-key-required'],
  ]);
  expect(redact(prompt('sk-abc123, sk-no-key-required'), secrets)).toEqual(
    prompt('[redacted:SHORT], sk-no-key-required'),
  );
});

test.each([
  ['percent-encoded', encodeURIComponent('p@ss/w0rd&'), '[redacted:WORD-url]'],
  ['in base64', Buffer.from('user:p@ss/w0rd&').toString('base64'), 'dXNlcjp[redacted:WORD-base64-2]'],
])('a secret comes out %s too, and goes back so', (_, text, expected) => {
  const secrets = new Map([['WORD', 'p@ss/w0rd&']]);
  expect(redact(prompt(text), secrets)).toEqual(prompt(expected));
  expect(restore(expected, secrets)).toBe(text);
});

test('a secret that comes to be known in mid-session is found from then on, one that takes the place of another too', () => {
  const secrets = new Map([['KEY', 'sk-abc123']]);
  expect(redact(prompt('sk-abc123 sk-def456'), secrets)).toEqual(prompt('[redacted:KEY] sk-def456'));
  secrets.set('KEY', 'sk-def456');
  expect(redact(prompt('sk-abc123 sk-def456'), secrets)).toEqual(prompt('sk-abc123 [redacted:KEY]'));
});

test('whatever is taken out goes back to the same text', () => {
  const piece = fc.constantFrom('[', 'redacted:', ':', 'API_KEY', ']', KEY, 'x', '[redacted:', '$&');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      const taken = redact(prompt(text), SECRETS);
      expect(JSON.stringify(taken)).not.toContain(KEY);
      expect(restore(taken, SECRETS)).toEqual(prompt(text));
    }),
  );
});

describe('a text in pieces', () => {
  const inPieces = (text: string, size: number, secrets = SECRETS) => {
    const redaction = startRedaction(secrets);
    let given = '';
    for (let at = 0; at < text.length; at += size) given += redaction.feed(text.slice(at, at + size));
    return given + redaction.end();
  };

  test.each([1, 3, 7, 100])('in pieces of %i characters no secret gets through', (size) => {
    expect(inPieces(`a ${KEY} b sk-0123 c ${KEY}${KEY}`, size)).toBe(
      'a [redacted:API_KEY] b sk-0123 c [redacted:API_KEY][redacted:API_KEY]',
    );
  });

  test('what cannot become a secret is given out at once', () => {
    const redaction = startRedaction(SECRETS);
    expect([redaction.feed('hello s'), redaction.feed('ky'), redaction.feed(' sk-01'), redaction.end()]).toEqual([
      'hello ',
      'sky',
      ' ',
      'sk-01',
    ]);
  });

  test('of a secret that begins with another one nothing is left', () => {
    const secrets = new Map([
      ['SHORT', 'sk-0123456789'],
      ['LONG', 'sk-0123456789-and-more'],
    ]);
    expect(inPieces('x sk-0123456789-and-more y', 100, secrets)).toBe('x [redacted:LONG] y');
    expect(redact(prompt('x sk-0123456789-and-more y'), secrets)).toEqual(prompt('x [redacted:LONG] y'));
  });
});
