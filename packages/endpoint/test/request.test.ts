import { expect, test } from 'vitest';
import { bodyOf } from '../src/request.ts';

const messages = [{ role: 'user', content: 'hi' }] as const;

test.each([
  ['no more fields', {}, '{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":'],
  [
    'fields as the server names them, before the messages',
    { temperature: 0.2, max_tokens: 5 },
    '{"model":"m","stream":true,"stream_options":{"include_usage":true},"temperature":0.2,"max_tokens":5,"messages":',
  ],
  [
    'never tools, and nothing that the client itself says',
    { tools: [], tool_choice: 'auto', functions: [], function_call: 'x', stream: false, model: 'x', messages: [] },
    '{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":',
  ],
])('the body with %s', (_, fields, start) => {
  expect(bodyOf({ model: 'm', messages, fields })).toBe(`${start}[{"role":"user","content":"hi"}]}`);
});
