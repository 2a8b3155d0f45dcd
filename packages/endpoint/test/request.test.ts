/** The body of a request: what a server can always read. */
import { expect, test } from 'vitest';
import { bodyOf } from '../src/request.ts';

test.each([
  ['pairs of surrogates', '👩‍👩‍👧 𝐱', '👩‍👩‍👧 𝐱'],
  ['half a pair', 'a\ud83d… \udc00b', 'a\ufffd… \ufffdb'],
  ['controls', 'a\0\u001b[31m\r\n', 'a\0\u001b[31m\r\n'],
])('%s', (_title, content, sent) => {
  const { messages } = JSON.parse(bodyOf({ model: 'm', messages: [{ role: 'user', content }] }));
  expect(messages).toEqual([{ role: 'user', content: sent }]);
});
