import { expect, test } from 'vitest';
import { readRequest } from '../../../src/headless/serve/rpc.ts';

test.each([
  ['{"jsonrpc":"2.0","id":1,"method":"a"}', { id: 1, method: 'a', params: {} }],
  ['{"jsonrpc":"2.0","id":"x","method":"a","params":{"b":1}}', { id: 'x', method: 'a', params: { b: 1 } }],
  ['{"jsonrpc":"2.0","id":null,"method":"a"}', { id: null, method: 'a', params: {} }],
  ['{"jsonrpc":"2.0","method":"a"}', { id: undefined, method: 'a', params: {} }],
])('%s', (line, request) => {
  expect(readRequest(line)).toEqual({ ok: true, request });
});

test.each([
  ['{', null, -32700, /^Parse error: /],
  ['[]', null, -32600, /^Invalid Request: batches/],
  ['1', null, -32600, /^Invalid Request: a message is an object$/],
  ['{"jsonrpc":"2.0","id":{},"method":"a"}', null, -32600, /id should be/],
  ['{"id":1,"method":"a"}', 1, -32600, /jsonrpc should be "2.0"/],
  ['{"jsonrpc":"2.0","id":1}', 1, -32600, /method should be a text/],
  ['{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}', 1, -32602, /by name/],
])('refused: %s', (line, id, code, says) => {
  expect(readRequest(line)).toEqual({ ok: false, id, error: { code, message: expect.stringMatching(says) } });
});
