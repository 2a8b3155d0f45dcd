import { describe, expect, test } from 'vitest';
import { addressOf } from '../src/address.ts';
import { faultOfStatus } from '../src/faults.ts';
import { REFUSALS } from '../src/refusals.ts';
import { ask } from './ask.ts';
import { JSON_TYPE, serve } from './serve.ts';

function faultOf(status: number, body: string, headers: Record<string, string> = {}, url = 'http://127.0.0.1:1/v1') {
  const located = addressOf({ url, apiKey: 'sk-very-secret-0123456789' });
  if (!located.ok) throw new Error(located.fault.message);
  const { address } = located;
  return faultOfStatus({ url: address.completions, address, model: 'small' }, status, body, headers, 0);
}

const said = (message: string, fields: object = {}) => JSON.stringify({ error: { message, ...fields } });
const RETRY_INFO = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' };
const quotaId = (id: string) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaId: id }],
});

describe('what a refusal means', () => {
  const rows: [server: string, status: number, body: string, kind: string, advice: RegExp][] = [
    [
      'OpenAI',
      429,
      said('You exceeded your current quota, please check your plan', { code: 'insufficient_quota' }),
      'quota',
      /credit or quota/,
    ],
    [
      'OpenAI',
      429,
      said('Rate limit reached for gpt on requests per min (RPM)', { code: 'rate_limit_exceeded' }),
      'rate-limit',
      /Wait/,
    ],
    [
      'OpenAI',
      429,
      said('Request too large on tokens per min (TPM): Limit 30000, Requested 40123.', { code: 'rate_limit_exceeded' }),
      'quota',
      /in a minute.*\/compact/,
    ],
    [
      'Groq',
      413,
      said('Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 7012', {
        code: 'rate_limit_exceeded',
      }),
      'quota',
      /in a minute/,
    ],
    [
      'Groq',
      429,
      said('Rate limit reached on tokens per minute (TPM): Limit 6000, Used 5800, Requested 900.', {
        code: 'rate_limit_exceeded',
      }),
      'rate-limit',
      /Wait/,
    ],
    ['Groq', 498, said('Flex tier capacity exceeded'), 'overloaded', /too much to do/],
    [
      'Anthropic',
      400,
      said('Your credit balance is too low to access the Anthropic API.', { type: 'invalid_request_error' }),
      'quota',
      /credit/,
    ],
    ['Anthropic', 529, said('Overloaded', { type: 'overloaded_error' }), 'overloaded', /too much to do/],
    ['DeepSeek', 402, said('Insufficient Balance'), 'quota', /credit/],
    ['DeepSeek', 503, said('The server is overloaded'), 'overloaded', /too much to do/],
    ['DeepSeek', 400, said('Model Not Exist'), 'not-found', /name of the model \("small"\)/],
    ['OpenRouter', 402, said('Prompt tokens limit exceeded: 36163 > 29652.'), 'quota', /credit left.*compact/],
    ['any', 401, said('the model `small` does not exist for this key'), 'auth', /TAGMA_API_KEY/],
    ['Zhipu', 429, said('余额不足或无可用资源包,请充值。', { code: '1113' }), 'quota', /credit/],
    ['Zhipu', 429, said('High concurrency usage of this API', { code: '1302' }), 'rate-limit', /Wait/],
    ['Zhipu', 429, said('The API is overloaded', { code: '1305' }), 'overloaded', /too much/],
    [
      'Zhipu',
      400,
      said('System detected potentially unsafe content', { code: '1301' }),
      'content-filter',
      /other words/,
    ],
    ['Zhipu', 400, said('Please check the model code', { code: '1211' }), 'not-found', /model/],
    ['Moonshot', 429, said('Your account is suspended', { type: 'exceeded_current_quota_error' }), 'quota', /credit/],
    [
      'Moonshot',
      429,
      said('The engine is currently overloaded, please try again later', { type: 'engine_overloaded_error' }),
      'overloaded',
      /too much/,
    ],
    [
      'Moonshot',
      400,
      said('The request was rejected because it was considered high risk', { type: 'content_filter' }),
      'content-filter',
      /other words/,
    ],
    [
      'Qwen',
      400,
      said('Access denied, please make sure your account is in good standing.', { code: 'Arrearage' }),
      'quota',
      /credit/,
    ],
    ['Qwen', 403, said('The free tier is exhausted', { code: 'AllocationQuota.FreeTierOnly' }), 'quota', /credit/],
    ['Qwen', 429, said('Allocated quota exceeded', { code: 'Throttling.AllocationQuota' }), 'rate-limit', /Wait/],
    [
      'Qwen',
      400,
      said('Input data may contain inappropriate content.', { code: 'data_inspection_failed' }),
      'content-filter',
      /other words/,
    ],
    [
      'Google',
      429,
      said('You exceeded your current quota', {
        status: 'RESOURCE_EXHAUSTED',
        details: [quotaId('GenerateRequestsPerMinutePerProject'), RETRY_INFO],
      }),
      'rate-limit',
      /Wait/,
    ],
    [
      'Google',
      429,
      said('You exceeded your current quota', { details: [quotaId('GenerateRequestsPerDayPerProject'), RETRY_INFO] }),
      'quota',
      /credit/,
    ],
    [
      'Google, in a list',
      400,
      `[${said('API key not valid. Please pass a valid API key.', { status: 'INVALID_ARGUMENT' })}]`,
      'auth',
      /TAGMA_API_KEY/,
    ],
    ['xAI', 400, said('Incorrect API key provided: xa***.'), 'auth', /TAGMA_API_KEY/],
    ['xAI', 403, said('Content violates usage guidelines.'), 'content-filter', /other words/],
    ['OpenRouter', 402, said('Insufficient credits', { code: 402 }), 'quota', /credit/],
    ['OpenRouter', 429, said('Rate limit exceeded: free-models-per-day'), 'quota', /credit/],
    ['OpenRouter', 400, said('smal is not a valid model ID', { code: 400 }), 'not-found', /model/],
    [
      'Azure',
      400,
      said('The response was filtered', {
        code: 'content_filter',
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      }),
      'content-filter',
      /other words/,
    ],
    [
      'Azure',
      404,
      said('The API deployment for this resource does not exist.', { code: 'DeploymentNotFound' }),
      'not-found',
      /address/,
    ],
    ['vLLM', 404, said('The model `small` does not exist.', { type: 'NotFoundError' }), 'not-found', /model/],
    ['LM Studio', 400, said('No models loaded. Please load a model.'), 'not-found', /model/],
    ['llama.cpp', 503, said('Loading model', { type: 'unavailable_error' }), 'overloaded', /loading the model/],
    [
      'Hugging Face',
      503,
      '{"error":"Model m is currently loading","estimated_time":20.5}',
      'overloaded',
      /loading the model/,
    ],
    ['a gateway', 403, said('not authorized to access the requested model'), 'not-found', /model/],
    ['a moderation model', 404, said('The model `omni-moderation` does not exist'), 'not-found', /model/],
    ['Cloudflare', 521, '<html><title>Web server is down</title></html>', 'overloaded', /proxy/],
    ['Cloudflare', 524, '<html><title>A timeout occurred</title></html>', 'timeout', /Try again/],
    ['Cloudflare', 403, '<html><title>Just a moment...</title></html>', 'auth', /proxy or firewall/],
    [
      'nginx',
      400,
      '<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>',
      'bad-request',
      /https:\/\/127/,
    ],
    ['Go', 400, 'Client sent an HTTP request to an HTTPS server.', 'bad-request', /https:\/\/127/],
    ['a server without streams', 501, said('not implemented'), 'not-found', /address/],
    ['any', 451, said('no'), 'content-filter', /other words/],
    ['any', 408, '', 'timeout', /Try again/],
    ['any', 418, said('I am a teapot'), 'bad-request', /model/],
    ['any', 500, said('out of memory'), 'overloaded', /log of the server/],
  ];
  test.each(rows)('%s %i %s', (_server, status, body, kind, advice) => {
    const fault = faultOf(status, body);
    expect([fault.kind, fault.advice]).toEqual([kind, expect.stringMatching(advice)]);
  });

  test('has a row for everything', () => {
    expect(REFUSALS.map(({ kind }) => kind)).toContain('bad-request');
    expect(new Set(REFUSALS.map(({ title }) => title)).size).toBe(REFUSALS.length);
  });

  test('who is told that no credit is left is not told to wait', () => {
    expect(faultOf(429, said('no', { code: 'insufficient_quota' }), { 'retry-after': '5' })).not.toHaveProperty(
      'retryAfterMs',
    );
  });
});

describe('a wrong address', () => {
  const rows: [title: string, url: string, status: number, headers: Record<string, string>, advice: string][] = [
    ['no /v1', 'http://h.test/openai', 404, {}, 'Try --endpoint http://h.test/openai/v1.'],
    ['/v1 twice', 'http://h.test/v1/v1', 404, {}, 'Try --endpoint http://h.test/v1.'],
    [
      'a path behind the completions',
      'http://h.test/v1/chat/completions/x',
      404,
      {},
      'Try --endpoint http://h.test/v1.',
    ],
    ['a redirect', 'http://h.test/v1', 308, { location: '/api/v1/chat/completions' }, 'http://h.test/api/v1.'],
    [
      'a redirect with a query',
      'http://h.test',
      302,
      { location: 'https://login.test/?next=a' },
      'https://login.test/.',
    ],
    ['a redirect to nowhere', 'http://h.test', 302, {}, 'Give the address that it points to'],
  ];
  test.each(rows)('%s', (_, url, status, headers, advice) => {
    const fault = faultOf(status, '', headers, url);
    expect([fault.kind, fault.advice]).toEqual(['not-found', expect.stringContaining(advice)]);
  });
});

describe('a model that is not there', () => {
  const listing = (ids: readonly string[]) =>
    serve((response, { path }) => {
      if (path === '/v1/models')
        response.writeHead(200, JSON_TYPE).end(JSON.stringify({ data: ids.map((id) => ({ id })) }));
      else response.writeHead(404, JSON_TYPE).end(said("model 'small' not found"));
    });

  test.each([
    ['the only ones are named', ['a', 'b'], ' It has a, b.'],
    [
      'of many the nearest are',
      ['x', 'y', 'z', 'small-instruct', 'very-small', 'w'],
      ' It has very-small, small-instruct.',
    ],
    ['none is like it', ['x', 'y', 'z', 'w'], ' lists what the server has.'],
    ['the server has none', [], ' lists what the server has.'],
  ])('%s', async (_, ids, end) => {
    const server = await listing(ids);
    const { completion } = await ask({ url: server.url });
    expect(completion).toMatchObject({ fault: { kind: 'not-found' } });
    expect(completion.ok ? '' : completion.fault.advice.slice(-end.length)).toBe(end);
    expect(server.received.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/models']);
  });
});

test('a model that the key is not let in to: nothing more is asked', async () => {
  const words = 'Project does not have access to model small';
  const server = await serve((response) => void response.writeHead(403, JSON_TYPE).end(said(words)));
  const { completion } = await ask({ url: server.url });
  expect(completion).toMatchObject({ fault: { kind: 'not-found', status: 403 } });
  expect(server.received.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
});

describe('MiniMax, which fails with a status of success', () => {
  test.each([
    [1008, 'insufficient balance', 'quota'],
    [1004, 'login fail: Please carry the API secret key', 'auth'],
    [1002, 'rate limit exceeded(RPM)', 'rate-limit'],
    [2013, 'invalid params, context window exceeds limit (2013)', 'context-overflow'],
  ])('%i %s', async (status_code, status_msg, kind) => {
    const server = await serve((response) => {
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ choices: null, base_resp: { status_code, status_msg } }));
    });
    const { completion } = await ask({ url: server.url });
    expect(completion).toMatchObject({ fault: { kind, message: expect.stringContaining(status_msg) } });
  });
});
