import { expect, test } from 'vitest';
import { FINISH_WORDS, meaningOf } from '../src/finish.ts';
import { ask, whole } from './ask.ts';
import { event, SSE, serve } from './serve.ts';

const meanings: [word: string, meaning: ReturnType<typeof meaningOf>][] = [
  ['stop', null],
  ['tool_calls', null],
  ['function_call', null],
  ['eos_token', null],
  ['stop_sequence', null],
  ['end_turn', null],
  ['STOP', null],
  ['COMPLETE', null],
  ['a word of next year', null],
  ['toString', null],
  ['function_call_filter: MALFORMED_FUNCTION_CALL', null],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['MAX_TOKENS', 'length'],
  ['max_output_tokens', 'length'],
  ['model_length', 'length'],
  ['model_context_window_exceeded', 'window'],
  ['ERROR_LIMIT', 'window'],
  ['content_filter', 'filter'],
  ['content_filter: PROHIBITED_CONTENT', 'filter'],
  ['content_filtered', 'filter'],
  ['guardrail_intervened', 'filter'],
  ['refusal', 'filter'],
  ['sensitive', 'filter'],
  ['ERROR_TOXIC', 'filter'],
  ['SAFETY', 'filter'],
  ['RECITATION', 'filter'],
  ['PROHIBITED_CONTENT', 'filter'],
  ['BLOCKLIST', 'filter'],
  ['SPII', 'filter'],
  ['IMAGE_SAFETY', 'filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'filter'],
  ['IMAGE_RECITATION', 'filter'],
  ['insufficient_system_resource', 'overloaded'],
  ['network_error', 'given-up'],
  ['error', 'given-up'],
  ['ERROR', 'given-up'],
  ['abort', 'given-up'],
  ['cancelled', 'given-up'],
  ['TIMEOUT', 'given-up'],
];

test.each(meanings)('%s', (word, meaning) => {
  expect(meaningOf(word)).toBe(meaning);
});

test('every word of the table is tested', () => {
  const tested = new Set(meanings.map(([word]) => word.toLowerCase()));
  expect(Object.keys(FINISH_WORDS).filter((word) => !tested.has(word))).toEqual([]);
});

const fault = (kind: string, message: string, text: string) => ({
  ok: false,
  text,
  fault: { kind, message: expect.stringContaining(message) },
});
const replies: [word: string, text: string, expected: object][] = [
  ['stop', 'a', whole({ text: 'a' })],
  ['length', 'a', whole({ text: 'a', finish: 'length' })],
  ['model_context_window_exceeded', 'a', whole({ text: 'a', finish: 'length' })],
  ['model_context_window_exceeded', '', fault('context-overflow', 'model_context_window_exceeded', '')],
  ['sensitive', 'a', fault('content-filter', 'filter', 'a')],
  ['insufficient_system_resource', 'a', fault('overloaded', 'insufficient_system_resource', 'a')],
  ['network_error', 'a', fault('network', 'gave the reply up', 'a')],
];
test.each(replies)('a reply that ends with %s behind "%s"', async (word, content, expected) => {
  const server = await serve((response) => {
    response.writeHead(200, SSE).end(`${event({ content })}${event({}, word)}data: [DONE]\n\n`);
  });
  expect((await ask(server)).completion).toMatchObject(expected);
});
