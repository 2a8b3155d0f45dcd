import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact, restore } from '../src/redact.ts';

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
