import { describe, expect, test } from 'vitest';
import { addressOf } from '../src/address.ts';
import { faultOfStatus } from '../src/faults.ts';
import { OVERFLOW_WORDS } from '../src/overflow.ts';
import type { Quirks } from '../src/quirks.ts';
import { ask } from './ask.ts';
import { event, JSON_TYPE, SSE, serve } from './serve.ts';

const located = addressOf({ url: 'http://127.0.0.1:1/v1' });
if (!located.ok) throw new Error(located.fault.message);
const { address } = located;

function faultOf(status: number, body: string, quirks: Quirks = {}) {
  return faultOfStatus({ url: address.completions, address, model: 'small', quirks }, status, body);
}

const said = (message: string, fields: object = {}) => JSON.stringify({ error: { message, ...fields } });

describe('the words of each server', () => {
  test.each(OVERFLOW_WORDS)('$servers: $example', ({ pattern, example }) => {
    expect(example).toMatch(pattern);
    expect(faultOf(400, said(example))).toMatchObject({ kind: 'context-overflow' });
  });

  test('no two rows have the same example', () => {
    expect(new Set(OVERFLOW_WORDS.map(({ example }) => example)).size).toBe(OVERFLOW_WORDS.length);
  });

  const windows: [status: number, body: string, windowTokens: number | undefined][] = [
    [400, said("This model's maximum context length is 128000 tokens. However, you requested 130012"), 128_000],
    [400, said('prompt is too long: 213462 tokens > 200000 maximum'), 200_000],
    [400, said('Prompt exceeds max length', { code: '1261' }), undefined],
    [400, said('too long', { type: 'exceed_context_size_error', n_prompt_tokens: 9000, n_ctx: 8192 }), 8192],
    [400, said('request (9216 tokens) exceeds the available context size (8192 tokens), try increasing it'), 8192],
    [413, said('Range of input length should be [1, 129024]'), 129_024],
    [422, said('Input validation error: `inputs` must have less than 4095 tokens. Given: 5011'), 4095],
    [500, said('the request exceeds the available context size'), undefined],
    [400, said("The input (5012 tokens) is longer than the model's context length (4096 tokens)."), 4096],
    // A gateway that wraps what the server behind it has said.
    [
      400,
      said('Provider returned error', {
        code: 400,
        metadata: { raw: said("This model's maximum context length is 65536 tokens."), provider_name: 'Small' },
      }),
      65_536,
    ],
  ];
  test.each(windows)('%i %s names a window of %s', (status, body, windowTokens) => {
    const fault = faultOf(status, body);
    expect([fault.kind, fault.windowTokens]).toEqual(['context-overflow', windowTokens]);
  });
});

describe('no overflow', () => {
  const rows: [status: number, body: string, kind: string][] = [
    [429, said("This model's maximum context length is 4096 tokens."), 'rate-limit'],
    [429, said('prompt is too long: 213462 tokens > 200000 maximum'), 'rate-limit'],
    [401, said('the context window exceeds limit'), 'auth'],
    [503, said('prompt is too long'), 'overloaded'],
    [400, said('max_tokens must be less than 8192'), 'bad-request'],
    [400, said('messages.1.content.0: invalid thinking block order'), 'bad-request'],
    [400, said('Expected `thinking` or `redacted_thinking`, but found `text`'), 'bad-request'],
    [400, said('invalid context'), 'bad-request'],
    [400, said('length of messages must be > 0'), 'bad-request'],
    [400, said('too many tokens per minute'), 'bad-request'],
    [400, said('context is not a known field'), 'bad-request'],
    [400, said('window.length is not defined'), 'bad-request'],
    [400, said('stop: array too long, maximum length 4'), 'bad-request'],
    [
      400,
      said(
        "'max_tokens' or 'max_completion_tokens' is too large: 9000. This model's maximum context length is 4096 tokens.",
      ),
      'bad-request',
    ],
    [400, '', 'bad-request'],
    [413, '<html><head><title>413 Request Entity Too Large</title></head></html>', 'bad-request'],
  ];
  test.each(rows)('%i %s', (status, body, kind) => {
    const fault = faultOf(status, body);
    expect([fault.kind, fault.windowTokens]).toEqual([kind, undefined]);
  });

  test('a 413 of a proxy says what to change there', () => {
    const page = '<html><head><title>413 Request Entity Too Large</title></head><center>nginx</center></html>';
    expect(faultOf(413, page).advice).toContain('client_max_body_size');
  });
});

describe('without words', () => {
  test.each([400, 413])('%i without a body is an overflow where the server is known for it', (status) => {
    expect(faultOf(status, '', { overflowsWithoutWords: true }).kind).toBe('context-overflow');
    expect(faultOf(status, said('no'), { overflowsWithoutWords: true }).kind).toBe('bad-request');
  });

  const usage = 'data: {"choices":[],"usage":{"prompt_tokens":5000,"completion_tokens":1}}\n\n';
  const silent: [title: string, quirks: Quirks, windowTokens: number, kind: string | null][] = [
    ['more than the window', { overflowsInSilence: true }, 4096, 'context-overflow'],
    ['what fits', { overflowsInSilence: true }, 5000, null],
    ['a window that is not known', { overflowsInSilence: true }, 0, null],
    ['another server', {}, 4096, null],
  ];
  test.each(silent)('in silence: %s', async (_, quirks, windowTokens, kind) => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).end(`${event({ content: 'a' }, 'stop')}${usage}data: [DONE]\n\n`);
    });
    const { completion } = await ask({ url: server.url, quirks }, undefined, undefined, { windowTokens });
    expect(completion.ok ? null : completion.fault.kind).toBe(kind);
    expect(completion.text).toBe('a');
  });

  type Room = readonly [title: string, said: object, finish: string, output: number, kind: string | null];
  const room: readonly Room[] = [
    ['nothing said, as long as it may be', {}, 'length', 0, 'context-overflow'],
    ['something said', { content: 'a' }, 'length', 0, null],
    ['thought without a word', {}, 'length', 900, null],
    ['nothing said, and done', {}, 'stop', 0, null],
  ];
  test.each(room)('no room for a reply: %s', async (_, said, finish, output, kind) => {
    const counted = { choices: [], usage: { prompt_tokens: 8191, completion_tokens: output } };
    const server = await serve((response) => {
      response.writeHead(200, SSE).end(`${event(said, finish)}data: ${JSON.stringify(counted)}\n\ndata: [DONE]\n\n`);
    });
    const { completion } = await ask({ url: server.url });
    expect(completion.ok ? null : [completion.fault.kind, completion.fault.windowTokens]).toEqual(kind && [kind, 8191]);
  });

  test('in the stream, as an error with a status', async () => {
    const server = await serve((response) => {
      response
        .writeHead(200, JSON_TYPE)
        .end(said('Requested tokens (2311) exceed context window of 2048', { code: 400 }));
    });
    const { completion } = await ask({ url: server.url });
    expect(completion).toMatchObject({ fault: { kind: 'context-overflow', windowTokens: 2048 } });
  });
});
