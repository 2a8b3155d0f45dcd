import { countTokens as countHere } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { CODE, PROSE } from '../../core/test/sample-texts.ts';
import { countTokens } from '../src/exact-tokens.ts';

const NEVER = new AbortController().signal;

test('a thread of its own counts as the encoder does, text by text', async () => {
  const texts = [...Object.values(PROSE), ...Object.values(CODE), ''];
  expect(await countTokens(texts, NEVER)).toBe(texts.reduce((sum, text) => sum + countHere(text), 0));
});

test('what looks like a token of its own is a text like any other', async () => {
  expect(await countTokens(['<|endoftext|>'], NEVER)).toBeGreaterThan(1);
});

test('it ends when nobody wants the count any more', async () => {
  const controller = new AbortController();
  const count = countTokens(['a'], controller.signal);
  controller.abort(new Error('not wanted'));
  await expect(count).rejects.toThrow('not wanted');
});
