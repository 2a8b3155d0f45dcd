/** Where a piece of a text stands in another: whole, as a line, as a line of a diff or of JSON, or as a long enough run. */
import { expect, test } from 'vitest';
import { Pieces } from '../../src/export/take-out/pieces.ts';

const LINE = 'this line of the text is long enough to be known again';
const LONG = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ');
const TEXT = `first\n${LINE}\n${LONG}\nlast`;

test.each([
  ['all of it', TEXT, true],
  ['a line', `before\n   ${LINE}\nafter`, true],
  ['a line of a diff', `@@ -1 +1 @@\n+${LINE}\n-x`, true],
  ['a line in JSON', JSON.stringify({ content: TEXT }), true],
  ['a long run, in the middle of another line', `x${'y'.repeat(30)}${LONG.slice(20, 160)}${'z'.repeat(200)}`, true],
  ['a short text that is a part of it', 'long enough to be known again\nword0 word1 word2', true],
  ['a part that is too short', 'long enough to be known', false],
  ['other words', 'nothing of all this stands in there, however long it may be'.repeat(5), false],
])('%s', (_title, text, found) => {
  const pieces = new Pieces();
  pieces.add(TEXT);
  expect(pieces.isIn(text)).toBe(found);
});
