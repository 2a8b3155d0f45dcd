import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '../src/retry-after.ts';
import { ask } from './ask.ts';
import { deadUrl, event, JSON_TYPE, SSE, serve, streamOf } from './serve.ts';

const KEY = 'sk-very-secret-0123456789';

describe('how long the server asks to wait', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  test.each([
    ['seconds', '7', 7_000],
    ['parts of a second', '0.5', 500],
    ['a date', 'Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['a date that has passed', 'Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['nothing', undefined, null],
    ['nonsense', 'soon', null],
    ['a negative number', '-1', null],
    ['the header twice', ['3', '9'], 3_000],
  ])('%s', (_title, header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  test('is part of the fault', async () => {
    const server = await serve((response) => {
      response.writeHead(429, { 'retry-after': '12' }).end('{"error":{"message":"Slow down"}}');
    });
    const { completion } = await ask({ url: server.url });
    expect(completion).toMatchObject({ ok: false, fault: { kind: 'rate-limit', retryAfterMs: 12_000 } });
  });
});

describe('a status that is no success', () => {
  const long = 'long '.repeat(200);
  const rows: [
    title: string,
    status: number,
    body: string,
    expected: { kind: string; said: string; advice: RegExp; more?: object },
  ][] = [
    ['401', 401, '{"error":{"message":"Bad key"}}', { kind: 'auth', said: ': Bad key', advice: /TAGMA_API_KEY/ }],
    ['403', 403, '{"error":"Forbidden"}', { kind: 'auth', said: ': Forbidden', advice: /still valid/ }],
    ['402', 402, '{"message":"No credit"}', { kind: 'quota', said: ': No credit', advice: /credit/ }],
    [
      '404 for a model',
      404,
      '{"error":{"message":"model \'small\' not found"}}',
      { kind: 'not-found', said: ": model 'small' not found", advice: /name of the model \("small"\).*\/v1\/models/ },
    ],
    ['404 for a path', 404, '{"detail":"Not Found"}', { kind: 'not-found', said: ': Not Found', advice: /address/ }],
    ['429', 429, '{"error":{"message":"Slow down"}}', { kind: 'rate-limit', said: ': Slow down', advice: /Wait/ }],
    [
      '429 that speaks of tokens',
      429,
      '{"error":{"message":"Request exceeds 100 tokens per minute"}}',
      { kind: 'rate-limit', said: ': Request exceeds 100 tokens per minute', advice: /Wait/ },
    ],
    [
      '400 for the context',
      400,
      '{"error":{"message":"This model\'s maximum context length is 4096 tokens."}}',
      {
        kind: 'context-overflow',
        said: ": This model's maximum context length is 4096 tokens.",
        advice: /new session/,
        more: { windowTokens: 4096 },
      },
    ],
    [
      '400',
      400,
      '{"error":{"message":"Unknown field"}}',
      { kind: 'bad-request', said: ': Unknown field', advice: /model/ },
    ],
    [
      '422 of a validator',
      422,
      '{"detail":[{"msg":"a"},{"msg":"b"}]}',
      { kind: 'bad-request', said: ': a; b', advice: /./ },
    ],
    ['500', 500, 'Oops', { kind: 'overloaded', said: ': Oops', advice: /log of the server/ }],
    ['503 without a body', 503, '', { kind: 'overloaded', said: '', advice: /Try again/ }],
    ['504', 504, '', { kind: 'timeout', said: '', advice: /Try again/ }],
    [
      '502 of a proxy',
      502,
      '<html><head><title>502 Bad Gateway</title></head></html>',
      { kind: 'overloaded', said: ': an HTML page, "502 Bad Gateway"', advice: /./ },
    ],
    ['a redirect', 301, '', { kind: 'not-found', said: ': see http://elsewhere/v1', advice: /--endpoint/ }],
    ['control characters', 400, 'a\u001b[31mb\r\nc', { kind: 'bad-request', said: ': a [31mb c', advice: /./ }],
    ['a long message', 400, long, { kind: 'bad-request', said: `: ${long.slice(0, 300)}…`, advice: /./ }],
  ];
  test.each(rows)('%s', async (_, status, body, expected) => {
    const server = await serve((response) => {
      response
        .writeHead(status, { ...JSON_TYPE, ...(status === 301 ? { location: 'http://elsewhere/v1' } : {}) })
        .end(body);
    });
    const { completion } = await ask({ url: server.url, apiKey: KEY });
    expect(completion).toEqual({
      ok: false,
      text: '',
      reasoning: '',
      fault: {
        kind: expected.kind,
        status,
        message: `${server.url}/chat/completions answered ${status}${expected.said}`,
        advice: expect.stringMatching(expected.advice),
        ...expected.more,
      },
    });
  });

  const keys: [server: { apiKey?: string; keyVariable?: string }, advice: string][] = [
    [{}, 'No key was sent: put the key for this server into TAGMA_API_KEY.'],
    [{ keyVariable: 'OPENAI_API_KEY' }, 'No key was sent: put the key for this server into OPENAI_API_KEY.'],
    [{ apiKey: KEY }, 'Check that the key in TAGMA_API_KEY is one for this server, and is still valid.'],
    [
      { apiKey: KEY, keyVariable: 'OPENAI_API_KEY' },
      'Check that the key in OPENAI_API_KEY is one for this server, and is still valid.',
    ],
  ];
  test.each(keys)('401 with %j names the variable of this very server', async (given, advice) => {
    const server = await serve((response) => {
      response.writeHead(401).end();
    });
    const { completion } = await ask({ url: server.url, ...given });
    expect(completion).toMatchObject({ fault: { kind: 'auth', advice } });
  });

  test('an error whose body never ends is answered with what came of it', async () => {
    const server = await serve((response) => {
      response.writeHead(500).write('half');
    });
    const { completion } = await ask({ url: server.url, limits: { tailMs: 200 } });
    expect(completion).toMatchObject({
      fault: { kind: 'overloaded', status: 500, message: expect.stringMatching(/: half$/) },
    });
  });
});

describe('no answer', () => {
  test('nothing listens', async () => {
    const url = await deadUrl();
    const { completion } = await ask({ url });
    expect(completion).toEqual({
      ok: false,
      text: '',
      reasoning: '',
      fault: {
        kind: 'network',
        message: `${url}/chat/completions cannot be reached: nothing listens there (ECONNREFUSED).`,
        advice: 'Start the server, or check its address.',
        status: null,
      },
    });
  });

  test('a host that does not exist', async () => {
    const { completion } = await ask({ url: 'http://no-such-host.invalid/v1' });
    expect(completion).toMatchObject({
      fault: {
        kind: 'network',
        message: expect.stringMatching(
          /^http:\/\/no-such-host\.invalid\/v1\/chat\/completions cannot be reached: .* \((ENOTFOUND|EAI_AGAIN)\)\.$/,
        ),
        advice: expect.stringContaining('host name'),
      },
    });
  });

  test('a socket that is not there', async () => {
    const { completion } = await ask({ url: 'unix:/nowhere/server.sock' });
    expect(completion).toMatchObject({
      fault: {
        kind: 'network',
        message: expect.stringContaining('cannot be reached: there is no such socket (ENOENT).'),
        advice: 'Start the server, or check its address.',
      },
    });
  });

  test('a certificate that nobody has vouched for', async () => {
    const server = await serve((response) => void response.end(), { secure: true });
    const { completion } = await ask({ url: server.url });
    expect(completion).toMatchObject({
      fault: { message: expect.stringContaining('not trusted'), advice: expect.stringContaining('"ca"') },
    });
  });

  test('TLS asked of a server that speaks plain HTTP', async () => {
    const server = await serve((response) => {
      response.end();
    });
    const { completion } = await ask({ url: server.url.replace('http:', 'https:') });
    expect(completion).toMatchObject({
      fault: {
        kind: 'network',
        message: expect.stringContaining('no secure connection'),
        advice: expect.stringContaining('http://'),
      },
    });
  });

  test('plain HTTP to a server that speaks TLS', async () => {
    const server = await serve((response) => void response.end(), { secure: true });
    const { completion } = await ask({ url: server.url.replace('https:', 'http:') });
    expect(completion).toMatchObject({ fault: { advice: expect.stringContaining('https://') } });
  });

  test.each([
    ['firstByteMs', 40, 'no reply began within 40 ms', ''],
    ['idleMs', 40, 'the reply stood still within 40 ms', event({ content: 'a' })],
    ['wholeMs', 1000, 'the reply did not end within 1 s', event({ content: 'a' })],
  ])('the limit %s', async (limit, ms, said, begin) => {
    const server = await serve((response) => {
      if (begin !== '') response.writeHead(200, SSE).write(begin);
    });
    const { completion } = await ask({ url: server.url, limits: { [limit]: ms } });
    expect(completion).toMatchObject({
      ok: false,
      text: begin === '' ? '' : 'a',
      fault: { kind: 'timeout', message: `${server.url}/chat/completions: ${said}.`, status: null },
    });
  });
});

describe('an answer that is no whole reply', () => {
  const rows: [title: string, body: string, expected: { text?: string; kind: string; said: string | RegExp }][] = [
    [
      'ends in mid-stream',
      event({ content: 'a' }),
      { text: 'a', kind: 'network', said: 'the reply was cut before its end' },
    ],
    [
      'ends in mid-event',
      event({ content: 'a' }) + event({ content: 'b' }).slice(0, 30),
      { text: 'a', kind: 'network', said: 'the reply was cut before its end' },
    ],
    ['is empty', '', { kind: 'malformed', said: 'the answer holds no completion' }],
    ['is plain text', 'It works!', { kind: 'malformed', said: 'the answer holds no completion' }],
    [
      'is an HTML page',
      '<!doctype html><title>Open WebUI</title>',
      { kind: 'malformed', said: 'an HTML page, "Open WebUI"' },
    ],
    ['is other JSON', '{"status":"up"}', { kind: 'malformed', said: '"{"status":"up"}"' }],
    ['is JSON cut short', '{"choices":[{"mess', { kind: 'malformed', said: '"{"choices":[{"mess"' }],
    [
      'is an event that is no JSON',
      `${event({ content: 'a' })}data: {oops\n\n`,
      { text: 'a', kind: 'malformed', said: '"{oops"' },
    ],
    [
      'is an error with status 200',
      '{"error":{"message":"No GPU","code":503}}',
      { kind: 'overloaded', said: 'reports in its answer: No GPU' },
    ],
    [
      'is an error in the stream',
      `${event({ content: 'a' })}data: {"error":{"message":"the context window is full","code":400}}\n\n`,
      { text: 'a', kind: 'context-overflow', said: 'reports in its answer: the context window is full' },
    ],
    [
      'is an error event',
      `${event({ content: 'a' })}event: error\ndata: {"message":"died"}\n\n`,
      { text: 'a', kind: 'overloaded', said: 'reports in its answer: died' },
    ],
    [
      'is an error line',
      'error: {"code":500,"message":"died"}\n\n',
      { kind: 'overloaded', said: 'reports in its answer: died' },
    ],
    [
      'is a bare error line in a stream',
      `${event({ content: 'a' })}{"error":"died"}\n`,
      { text: 'a', kind: 'overloaded', said: 'died' },
    ],
    [
      'was filtered',
      event({ content: 'a' }, 'content_filter'),
      { text: 'a', kind: 'content-filter', said: 'content filter' },
    ],
    ['was given up', event({ content: 'a' }, 'abort'), { text: 'a', kind: 'network', said: 'gave the reply up' }],
  ];
  test.each(rows)('%s', async (_, body, { text = '', kind, said }) => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).end(body);
    });
    const { completion } = await ask(server);
    expect(completion).toMatchObject({
      ok: false,
      text,
      fault: { kind, message: expect.stringContaining(String(said)) },
    });
  });

  test.each([
    ['other JSON', '{"status":"up"}', 'Check the address'],
    ['JSON cut short', '{"choices":[{"mess', 'Try again'],
    ['an event that is no JSON, in mid-stream', `${event({ content: 'a' })}data: {oops\n\n`, 'Try again'],
  ])('the address is doubted only where no completion has begun: %s', async (_, body, advice) => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).end(body);
    });
    const { completion } = await ask(server);
    expect(completion).toMatchObject({ fault: { kind: 'malformed', advice: expect.stringContaining(advice) } });
  });

  test('a connection torn in mid-stream: what arrived is kept', async () => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).write(event({ content: 'a' }), () => setTimeout(() => response.destroy(), 10));
    });
    const { completion } = await ask(server);
    expect(completion).toMatchObject({
      ok: false,
      text: 'a',
      fault: { kind: 'network', message: expect.stringMatching(/the reply was cut: the server closed the connection/) },
    });
  });

  test('a connection torn after the finish: the reply is whole', async () => {
    const server = await serve((response) => {
      response
        .writeHead(200, SSE)
        .write(event({ content: 'a' }, 'stop'), () => setTimeout(() => response.destroy(), 10));
    });
    expect((await ask(server)).completion).toMatchObject({ ok: true, text: 'a', finish: 'stop' });
  });
});

describe('the key is in no message', () => {
  const echoes: [title: string, status: number, body: string][] = [
    ['in an error', 401, JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}.` } })],
    ['twice, in plain text', 500, `${KEY} ${KEY}`],
    ['where a long message is cut', 400, `${'x'.repeat(290)}${KEY}`],
    ['in base64', 400, Buffer.from(KEY).toString('base64')],
    ['in the stream', 200, `data: ${JSON.stringify({ error: { message: `key ${KEY} is bad`, code: 401 } })}\n\n`],
    ['in what is no completion', 200, `{"seen":"Bearer ${KEY}"}`],
    ['in a page', 200, `<title>${KEY}</title>`],
  ];
  test.each(echoes)('echoed %s', async (_, status, body) => {
    const server = await serve((response) => {
      response.writeHead(status).end(body);
    });
    const { completion } = await ask({ url: server.url, apiKey: KEY });
    expect(completion.ok).toBe(false);
    const said = JSON.stringify(completion);
    expect(said).toContain('[key]');
    expect(said).not.toContain(KEY.slice(0, 8));
    expect(said).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 8));
  });

  test('a short key is hidden in the words of the server, too', async () => {
    const server = await serve((response) => {
      response.writeHead(401).end('bad key: hunter');
    });
    const { completion } = await ask({ url: server.url, apiKey: 'hunter' });
    expect(completion).toMatchObject({
      fault: { message: `${server.url}/chat/completions answered 401: bad key: [key]` },
    });
  });

  test('user, password and query of an address are sent, and not shown', async () => {
    const server = await serve((response, { headers, path }) => {
      response.writeHead(401).end(`${headers.authorization} ${path} password1`);
    });
    const url = `${server.url.replace('//', '//me:password1@')}?token=abcdefgh1`;
    const { completion } = await ask({ url });
    expect(completion).toMatchObject({
      fault: {
        message: `${server.url}/chat/completions answered 401: Basic [key] /v1/chat/completions?token=[key] [key]`,
      },
    });
  });

  test('a key that no header can carry is said, and not sent', async () => {
    const server = await serve((response) => {
      response.end();
    });
    const { completion } = await ask({ url: server.url, apiKey: `${KEY}\nx` });
    expect(completion).toMatchObject({ fault: { kind: 'auth', advice: expect.stringContaining('TAGMA_API_KEY') } });
    expect(JSON.stringify(completion)).not.toContain(KEY);
    expect(server.received).toEqual([]);
  });
});

test('a fault does not spoil the next request on the same address', async () => {
  let asked = 0;
  const server = await serve((response) => {
    asked += 1;
    if (asked === 1) response.destroy();
    else response.writeHead(200, SSE).end(streamOf(['a']));
  });
  expect((await ask(server)).completion).toMatchObject({ ok: false, fault: { kind: 'network' } });
  expect((await ask(server)).completion).toMatchObject({ ok: true, text: 'a' });
});
