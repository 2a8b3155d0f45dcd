import { expect, test } from 'vitest';
import { digestText, digestTo, NO_DIGEST } from '../src/digest.ts';
import type { Message } from '../src/index.ts';

const user = (content: string): Message => ({ role: 'user', content });
const digest = (messages: readonly Message[]) => digestText(digestTo(NO_DIGEST, messages, messages.length));

test('the same messages have the same digest, however it was arrived at', () => {
  const messages = ['a', 'b', 'c', 'd'].map(user);
  const steps = digestTo(digestTo(digestTo(NO_DIGEST, messages, 1), messages, 3), messages, 4);
  expect(digestText(steps)).toBe(digest(messages));
});

test.each<[string, readonly Message[]]>([
  ['another text', [user('a'), user('c')]],
  ['another role', [user('a'), { role: 'assistant', content: 'b' }]],
  ['another border', [user('ab')]],
  ['another order', [user('b'), user('a')]],
  ['one less', [user('a')]],
])('%s has another digest', (_title, messages) => {
  expect(digest(messages)).not.toBe(digest([user('a'), user('b')]));
});
