/** The body of a request: what a server can always read, and what this one takes. */
import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '../src/contract.ts';
import type { Quirks } from '../src/quirks.ts';
import { bodyOf, sendsStop } from '../src/request.ts';

test.each([
  ['pairs of surrogates', '👩‍👩‍👧 𝐱', '👩‍👩‍👧 𝐱'],
  ['half a pair', 'a\ud83d… \udc00b', 'a\ufffd… \ufffdb'],
  ['controls', 'a\0\u001b[31m\r\n', 'a\0\u001b[31m\r\n'],
])('%s', (_title, content, sent) => {
  const { messages } = JSON.parse(bodyOf({ model: 'm', messages: [{ role: 'user', content }] }));
  expect(messages).toEqual([{ role: 'user', content: sent }]);
});

const system = (content: string): ChatMessage => ({ role: 'system', content });
const user = (content: string): ChatMessage => ({ role: 'user', content });
const assistant = (content: string, reasoning?: string): ChatMessage => ({
  role: 'assistant',
  content,
  ...(reasoning === undefined ? {} : { reasoning }),
});

type MessagesRow = [string, readonly ChatMessage[], Quirks, readonly object[]];

describe('messages', () => {
  test.each<MessagesRow>([
    [
      'as they are',
      [system('s'), user('u'), assistant('a'), user('v')],
      {},
      [system('s'), user('u'), assistant('a'), user('v')],
    ],
    [
      'two of a role are one',
      [user('u'), user('v'), assistant('a'), assistant('b')],
      {},
      [user('u\n\nv'), assistant('a\n\nb')],
    ],
    ['none is empty, and none is doubled by that', [user('u'), assistant(' \n'), user('v')], {}, [user('u\n\nv')]],
    ['the system speaks once', [system('s'), system('t'), user('u')], {}, [system('s\n\nt'), user('u')]],
    [
      'and first',
      [system('s'), user('u'), system('t'), assistant('a'), system('r')],
      {},
      [system('s'), user('u\n\nt'), assistant('a'), user('r')],
    ],
    [
      'as developer',
      [system('s'), user('u'), system('t')],
      { systemRole: 'developer' },
      [{ role: 'developer', content: 's' }, user('u\n\nt')],
    ],
    [
      'in front of the user',
      [system('s'), user('u'), assistant('a')],
      { systemRole: 'user' },
      [user('s\n\nu'), assistant('a')],
    ],
    ['no thought goes back', [user('u'), assistant('a', 'why')], {}, [user('u'), assistant('a')]],
    [
      'a thought in a field',
      [user('u'), assistant('a', 'why')],
      { reasoningBack: 'reasoning_content' },
      [user('u'), { ...assistant('a'), reasoning_content: 'why' }],
    ],
    [
      'no field without a thought',
      [user('u'), assistant('a', '')],
      { reasoningBack: 'reasoning' },
      [user('u'), assistant('a')],
    ],
    [
      'a thought in details',
      [assistant('a', 'w"y')],
      { reasoningBack: 'reasoning_details' },
      [{ ...assistant('a'), reasoning_details: [{ type: 'reasoning.text', text: 'w"y' }] }],
    ],
    [
      'a thought in the content',
      [user('u'), assistant('a', 'why')],
      { reasoningBack: 'content' },
      [user('u'), assistant('<think>\nwhy\n</think>\n\na')],
    ],
    [
      'two thoughts',
      [assistant('a', 'why'), assistant('b', 'how')],
      { reasoningBack: 'reasoning' },
      [{ ...assistant('a\n\nb'), reasoning: 'why\n\nhow' }],
    ],
  ])('%s', (_title, messages, quirks, expected) => {
    expect(JSON.parse(bodyOf({ model: 'm', messages }, quirks)).messages).toEqual(expected);
  });

  test('the same message is written by the quirks of each server', () => {
    const messages = [system('s'), user('u'), assistant('a', 'why')];
    const bodies = [{}, { reasoningBack: 'content' } as const, { systemRole: 'user' } as const, {}].map((quirks) =>
      bodyOf({ model: 'm', messages }, quirks),
    );
    expect(bodies[3]).toBe(bodies[0]);
    expect(new Set(bodies).size).toBe(3);
  });
});

const plain = { model: 'm', stream: true, stream_options: { include_usage: true }, messages: [user('u')] };

describe('fields', () => {
  test.each<[string, object, Quirks, object]>([
    ['as given', { temperature: 0, stop: ['x'] }, {}, { ...plain, temperature: 0, stop: ['x'] }],
    ['never tools, nor our own', { tools: [], model: 'x', stream: false, messages: [] }, {}, plain],
    [
      'not what is not taken',
      { temperature: 0, top_p: 1 },
      { untaken: ['temperature', 'stream'] },
      { ...plain, top_p: 1 },
    ],
    ['not even of our own', {}, { untaken: ['stream_options'] }, { model: 'm', stream: true, messages: [user('u')] }],
    ['no stop where it is not taken', { stop: ['x'] }, { takesStop: false }, plain],
    [
      'the length under its new name',
      { max_tokens: 9 },
      { maxTokensField: 'max_completion_tokens' },
      { ...plain, max_completion_tokens: 9 },
    ],
    [
      'the length under its old name',
      { max_completion_tokens: 9 },
      { maxTokensField: 'max_tokens' },
      { ...plain, max_tokens: 9 },
    ],
    ['the length as given', { max_completion_tokens: 9 }, {}, { ...plain, max_completion_tokens: 9 }],
  ])('%s', (_title, fields, quirks, expected) => {
    const request = { model: 'm', messages: [user('u')], fields: fields as Record<string, never> };
    const body = JSON.parse(bodyOf(request, quirks));
    expect(body).toEqual(expected);
    expect(Object.keys(body).at(-1)).toBe('messages');
    expect(sendsStop(request, quirks)).toBe('stop' in expected);
  });
});

test.each<Quirks>([
  {},
  { systemRole: 'user' },
  { systemRole: 'developer' },
  { reasoningBack: 'content' },
  { reasoningBack: 'reasoning_details' },
])('what was sent begins what is sent next: %j', (quirks) => {
  const all = [
    system('s'),
    user('u'),
    assistant('a', 'why'),
    user('v'),
    assistant('', 'cut'),
    user('w'),
    assistant('b'),
    system('late'),
  ];
  const bodies = all.map((_, count) => bodyOf({ model: 'm', messages: all.slice(0, count + 1) }, quirks));
  for (const [index, body] of bodies.slice(0, -1).entries()) {
    const open = body.slice(0, -'"}]}'.length);
    expect(bodies[index + 1]?.startsWith(open)).toBe(true);
  }
});
