import type { JsonObject } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { adaptTo, REFUSED_FIELDS } from '../src/adaptation.ts';
import { complaintOfBody } from '../src/complaint.ts';
import { complete } from '../src/index.ts';
import { ask, REQUEST } from './ask.ts';
import { event, JSON_TYPE, SSE, serve, streamOf } from './serve.ts';

type Body = JsonObject & { readonly messages: readonly { readonly role: string; readonly content: string }[] };
/** What the server says of a request that it refuses, or null. */
type Rule = (body: Body) => { readonly status: number; readonly body: string } | null;

const said = (message: string, fields: object = {}) => JSON.stringify({ error: { message, ...fields } });
const refuse = (status: number, body: string) => ({ status, body });
const without =
  (field: string, body: string, status = 400): Rule =>
  (sent) =>
    field in sent ? refuse(status, body) : null;

/** A server that keeps to its rules. */
async function strict(...rules: readonly Rule[]) {
  const bodies: Body[] = [];
  const server = await serve((response, received) => {
    const body = JSON.parse(received.body) as Body;
    bodies.push(body);
    const refusal = rules.map((rule) => rule(body)).find((one) => one !== null);
    if (refusal) response.writeHead(refusal.status, JSON_TYPE).end(refusal.body);
    else response.writeHead(200, SSE).end(streamOf(['taken']));
  });
  return { url: server.url, bodies };
}

const FIELDS: JsonObject = {
  stop: ['</final>'],
  temperature: 0.2,
  top_p: 0.9,
  seed: 1,
  max_tokens: 100,
  reasoning_effort: 'low',
  chat_template_kwargs: { enable_thinking: false },
  grammar: 'root ::= "a"',
};

describe('a field that the server refuses', () => {
  const rows: [server: string, field: string, refusal: string, status: number][] = [
    [
      'OpenAI by param',
      'stop',
      said("Unsupported parameter: 'stop' is not supported with this model.", {
        param: 'stop',
        code: 'unsupported_parameter',
      }),
      400,
    ],
    [
      'OpenAI by value',
      'temperature',
      said(
        "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        { param: 'temperature' },
      ),
      400,
    ],
    [
      'OpenAI without param',
      'reasoning_effort',
      said("Unsupported parameter: 'reasoning_effort' is not supported with this model."),
      400,
    ],
    ['Azure', 'stream_options', said('Unrecognized request argument supplied: stream_options'), 400],
    [
      'Groq',
      'seed',
      said("'messages.0' : for 'role:user' the following must be satisfied[property 'seed' is unsupported]"),
      400,
    ],
    ['Google', 'seed', `[${said('Invalid JSON payload received. Unknown name "seed": Cannot find field.')}]`, 400],
    [
      'Mistral',
      'seed',
      '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted","input":1}]}',
      422,
    ],
    [
      'vLLM',
      'chat_template_kwargs',
      said(
        "[{'type': 'extra_forbidden', 'loc': ('body', 'chat_template_kwargs'), 'msg': 'Extra inputs are not permitted', 'input': {}}]",
      ),
      400,
    ],
    [
      'Anthropic',
      'top_p',
      said('`temperature` and `top_p` cannot both be specified for this model. Please use only one.'),
      400,
    ],
    ['xAI', 'stop', '{"code":"invalid-argument","error":"Argument not supported on this model: stop"}', 400],
    ['Bedrock', 'stop', '{"message":"Malformed input request: #: extraneous key [stop] is not permitted"}', 400],
    ['DashScope', 'top_p', said('Range of top_p should be (0.0, 1.0]'), 400],
    ['llama.cpp', 'grammar', said('Failed to initialize samplers: failed to parse grammar'), 400],
    ['llama.cpp with 500', 'grammar', said('failed to parse grammar', { type: 'server_error' }), 500],
    ['in Go', 'reasoning_effort', said('json: unknown field "reasoning_effort"'), 400],
    ['in Rust', 'stop', 'Failed to deserialize the JSON body: unknown field `stop`, expected `model`', 422],
    ['in Python', 'seed', said("create() got an unexpected keyword argument 'seed'"), 400],
    ['of few words', 'temperature', said('temperature is not supported'), 400],
    ['that does not implement it', 'stop', said('stop is not implemented'), 501],
    ['with a limit', 'temperature', said('temperature must be between 0 and 0.1'), 400],
    ['with a limit of its own', 'max_tokens', said('max_tokens must be less than 50'), 400],
  ];
  test.each(rows)('%s: %s', async (_, field, refusal, status) => {
    const server = await strict(without(field, refusal, status));
    const { completion } = await ask(server, undefined, undefined, { fields: FIELDS });
    expect(completion).toMatchObject({
      ok: true,
      text: 'taken',
      changes: [`The server does not take ${field}: it is left out.`],
    });
    const names = server.bodies.map((body) => Object.keys(body));
    expect(names[1]).toEqual(names[0]?.filter((name) => name !== field));
  });

  test.each(REFUSED_FIELDS)('$servers: $example', ({ pattern, example }) => {
    expect(example.match(pattern)).not.toBeNull();
  });

  test('several at once', async () => {
    const list = said(
      "litellm.UnsupportedParamsError: x does not support parameters: ['seed', 'top_p'], for model=small.",
    );
    const server = await strict(without('seed', list));
    const { completion } = await ask(server, undefined, undefined, { fields: FIELDS });
    expect(completion.changes).toEqual([
      'The server does not take seed: it is left out.',
      'The server does not take top_p: it is left out.',
    ]);
  });

  test('stop that was left out is not said to have been sent', async () => {
    const server = await strict(without('stop', said('stop is not supported')));
    const kept = await strict();
    const more = { fields: FIELDS };
    expect((await ask(server, undefined, undefined, more)).completion).not.toHaveProperty('stopSent');
    expect((await ask(kept, undefined, undefined, more)).completion).toMatchObject({ stopSent: true });
  });

  test('an error in the stream before a word of the reply counts like a status', async () => {
    const streaming = await serve((response, { body }) => {
      response.writeHead(200, SSE);
      const refused = 'seed' in JSON.parse(body);
      response.end(refused ? `data: ${said('seed is not supported', { code: 400 })}\n\n` : streamOf(['taken']));
    });
    const { completion } = await ask({ url: streaming.url }, undefined, undefined, { fields: FIELDS });
    expect(completion).toMatchObject({ ok: true, text: 'taken' });
    expect(streaming.received.length).toBe(2);
  });
});

describe('the greatest length of a reply', () => {
  const unsupported = (field: string, other: string): Rule =>
    without(
      field,
      said(`Unsupported parameter: '${field}' is not supported with this model. Use '${other}' instead.`, {
        param: field,
      }),
    );

  test.each([
    ['max_tokens', 'max_completion_tokens'],
    ['max_completion_tokens', 'max_tokens'],
  ] as const)('%s is sent as %s', async (field, other) => {
    const server = await strict(unsupported(field, other));
    const { completion } = await ask(server, undefined, undefined, { fields: { [field]: 100 } });
    expect(completion.changes).toEqual([`The server does not take ${field}: it is sent as ${other}.`]);
    expect(server.bodies.map((body) => [body[field], body[other]])).toEqual([
      [100, undefined],
      [undefined, 100],
    ]);
  });

  test('is left out where the server takes it under neither name, at the next completion', async () => {
    const url = await strict(
      unsupported('max_tokens', 'max_completion_tokens'),
      without('max_completion_tokens', said('max_completion_tokens is not supported')),
    );
    const server = { url: url.url };
    const more = { fields: { max_tokens: 100 } };
    expect((await ask(server, undefined, undefined, more)).completion.ok).toBe(false);
    expect((await ask(server, undefined, undefined, more)).completion).toMatchObject({ ok: true });
    expect(url.bodies.length).toBe(3);
  });
});

describe('the role of the system prompt', () => {
  const noSystem =
    (message: string, status = 400): Rule =>
    ({ messages }) =>
      messages.some(({ role }) => role === 'system') ? refuse(status, said(message)) : null;

  test.each([
    ['Gemma in llama.cpp', 'System role not supported', 500],
    ['Gemma in LM Studio', 'Error rendering prompt with jinja template: "System role not supported".', 400],
    ['Mistral in vLLM', 'Conversation roles must alternate user/assistant/user/assistant/...', 400],
    ['Llama 2', 'Only user and assistant roles are supported!', 400],
    ['OpenAI, o1-mini', "Unsupported value: 'messages[0].role' does not support 'system' with this model.", 400],
    ['Gemma at Google', 'Developer instruction is not enabled for models/gemma-3-27b-it', 400],
  ])('%s', async (_, message, status) => {
    const server = await strict(noSystem(message, status));
    const { completion } = await ask(server);
    expect(completion).toMatchObject({ ok: true, text: 'taken' });
    expect(completion.changes).toEqual([expect.stringContaining('does not take a system message')]);
    expect(server.bodies[1]?.messages.map(({ role }) => role)).toEqual(['user']);
    expect(server.bodies[1]?.messages[0]?.content).toBe('Be brief.\n\nSay ü.');
  });

  test('developer, where the server knows only the system', async () => {
    const rule: Rule = ({ messages }) =>
      messages.some(({ role }) => role === 'developer')
        ? refuse(400, said("'developer' is not one of ['system', 'assistant', 'user'] - 'messages.0.role'"))
        : null;
    const { url, bodies } = await strict(rule);
    const { completion } = await ask({ url, quirks: { systemRole: 'developer' } });
    expect(completion.ok).toBe(true);
    expect(bodies.map(({ messages }) => messages[0]?.role)).toEqual(['developer', 'system']);
  });
});

describe('what has turned out', () => {
  const refusal = said('seed is not supported');

  test('is remembered for the server and the model', async () => {
    const { url, bodies } = await strict(without('seed', refusal));
    const server = { url };
    const again = (model: string) => ask(server, undefined, undefined, { model, fields: FIELDS });
    const [first, second] = [await again('one'), await again('one')];
    await again('other');
    await ask({ url }, undefined, undefined, { fields: FIELDS });
    expect([first.completion.changes?.length, second.completion.changes]).toEqual([1, undefined]);
    expect(bodies.map((body) => 'seed' in body)).toEqual([true, false, false, true, false, true, false]);
  });

  test('a second refusal ends it, and the next completion begins with both', async () => {
    const strictServer = await strict(without('seed', refusal), without('top_p', said('top_p is not supported')));
    const server = { url: strictServer.url };
    const { completion } = await ask(server, undefined, undefined, { fields: FIELDS });
    expect(completion).toMatchObject({ ok: false, fault: { kind: 'bad-request', status: 400 } });
    expect(completion.changes?.length).toBe(2);
    expect(strictServer.bodies.length).toBe(2);
    expect((await ask(server, undefined, undefined, { fields: FIELDS })).completion.ok).toBe(true);
    expect(strictServer.bodies.length).toBe(3);
  });
});

describe('is not asked again', () => {
  const naming = said('seed is not supported', { param: 'seed' });
  const rows: [title: string, status: number, body: string][] = [
    ['401', 401, naming],
    ['403', 403, naming],
    ['429', 429, naming],
    ['503', 503, naming],
    ['500 for a field', 500, naming],
    ['what was not sent', 400, said('logprobs is not supported', { param: 'logprobs' })],
    ['the messages', 400, said('messages.1: invalid thinking block order', { param: 'messages' })],
    ['the model', 400, said('model is not supported', { param: 'model' })],
    ['the stream', 400, said('stream is not supported', { param: 'stream' })],
    ['an overflow', 400, said("This model's maximum context length is 10 tokens", { param: 'seed' })],
    ['without words', 400, ''],
  ];
  test.each(rows)('%s', async (_, status, body) => {
    const server = await strict(() => refuse(status, body));
    const { completion } = await ask(server, undefined, undefined, { fields: FIELDS });
    expect(completion.ok).toBe(false);
    expect(completion).not.toHaveProperty('changes');
    expect(server.bodies.length).toBe(1);
  });

  test('after a byte of a reply has come', async () => {
    const server = await serve((response) => {
      response
        .writeHead(200, SSE)
        .end(`${event({ content: 'a' })}data: ${said('seed is not supported', { code: 400 })}\n\n`);
    });
    const { completion } = await ask({ url: server.url }, undefined, undefined, { fields: FIELDS });
    expect([completion.ok, completion.text, server.received.length]).toEqual([false, 'a', 1]);
  });

  test('after an abort', async () => {
    const aborting = new AbortController();
    const server = await serve((response) => {
      aborting.abort();
      response.writeHead(400, JSON_TYPE).end(naming);
    });
    const hooks = { signal: aborting.signal, onDelta: () => 'go on' as const };
    const completion = await complete({ ...REQUEST, fields: FIELDS }, { url: server.url }, hooks);
    expect(completion).toMatchObject({ ok: true, finish: 'aborted' });
    expect(server.received.length).toBe(1);
  });
});

test('a long body of words that name nothing takes no time', () => {
  const complaint = complaintOfBody(400, "invalid 'a' ".repeat(5_000));
  expect(adaptTo(complaint, { seed: 1 }, {})).toBeNull();
});
