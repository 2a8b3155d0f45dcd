/** A model's window, asked of servers that answer as each kind does. */
import { describe, expect, test } from 'vitest';
import { findWindow, WINDOW_TOKENS_DEFAULT } from '../src/index.ts';
import { deadUrl, JSON_TYPE, serve } from './serve.ts';

const NEVER = new AbortController().signal;

/** Answers by path, without the query; 404 for all others. */
async function serveAnswers(answers: Readonly<Record<string, unknown>>) {
  return serve((response, { path }) => {
    const answer = answers[path.split('?')[0] ?? ''];
    if (answer === undefined) response.writeHead(404).end('{"error":"no such page"}');
    else response.writeHead(200, JSON_TYPE).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
}

const list = (entry: object) => ({ '/v1/models': { object: 'list', data: [{ id: 'other' }, { id: 'm', ...entry }] } });
const props = { '/props': { default_generation_settings: { n_ctx: 2048 }, total_slots: 4 } };
const show = { parameters: 'stop "<|im_end|>"', model_info: { 'qwen3.context_length': 40_960 }, details: {} };

type Row = [title: string, answers: Readonly<Record<string, unknown>>, tokens: number, source: string];

describe('told by the server', () => {
  test.each<Row>([
    ['llama.cpp', { ...list({ meta: { n_ctx: 8192, n_ctx_train: 131_072 } }), ...props }, 2048, 'llama.cpp /props'],
    ['llama.cpp without /props', list({ meta: { n_ctx: 8192, n_ctx_train: 131_072 } }), 8192, 'llama.cpp /models'],
    ['llama.cpp of old', list({ meta: { n_ctx_train: 32_768 } }), 32_768, 'llama.cpp /models, as trained'],
    ['vLLM', list({ owned_by: 'vllm', max_model_len: 16_384 }), 16_384, 'vLLM max_model_len'],
    ['SGLang by its list', list({ owned_by: 'sglang', max_model_len: 16_384 }), 16_384, 'SGLang max_model_len'],
    [
      'SGLang by its own',
      { ...list({}), '/get_server_info': { context_length: 9000, max_total_num_tokens: 5000 } },
      5000,
      'SGLang /server_info',
    ],
    [
      'SGLang without a length',
      { ...list({}), '/server_info': { context_length: null }, '/get_model_info': { context_length: 7000 } },
      7000,
      'SGLang /server_info',
    ],
    [
      'LM Studio',
      {
        ...list({}),
        '/api/v0/models': { data: [{ id: 'm', max_context_length: 99_999, loaded_context_length: 6000 }] },
      },
      6000,
      'LM Studio /api/v0/models',
    ],
    [
      'LM Studio, not loaded',
      { ...list({}), '/api/v0/models': { data: [{ id: 'm', max_context_length: 99_999 }] } },
      4096,
      'LM Studio, not loaded yet',
    ],
    [
      'Ollama, running',
      { ...list({}), '/api/ps': { models: [{ name: 'm:latest', context_length: 12_000 }] }, '/api/show': show },
      12_000,
      'Ollama /api/ps',
    ],
    [
      'Ollama with num_ctx',
      {
        ...list({}),
        '/api/ps': { models: [] },
        '/api/show': { ...show, parameters: 'stop "a"\nnum_ctx                        9216' },
      },
      9216,
      'Ollama num_ctx',
    ],
    [
      'Ollama without, whatever the model was trained for',
      { ...list({}), '/api/ps': { models: [] }, '/api/show': show },
      4096,
      "Ollama's default",
    ],
    ["Ollama's cloud", { ...list({}), '/api/show': { ...show, remote_model: 'm' } }, 40_960, 'Ollama /api/show'],
    [
      'LiteLLM',
      {
        ...list({}),
        '/model/info': { data: [{ model_name: 'm', model_info: { max_input_tokens: 32_000, max_tokens: 4096 } }] },
      },
      32_000,
      'LiteLLM /model/info',
    ],
    [
      'OpenRouter',
      list({ context_length: 200_000, top_provider: { context_length: 131_072 } }),
      131_072,
      'its list of models',
    ],
    ['Groq', list({ context_window: 131_072 }), 131_072, 'its list of models'],
    ['Together, Moonshot, xAI', list({ context_length: 262_144 }), 262_144, 'its list of models'],
    ['Mistral', list({ max_context_length: 32_768 }), 32_768, 'its list of models'],
    ['Anthropic', list({ max_input_tokens: 200_000, max_tokens: 64_000 }), 200_000, 'its list of models'],
    [
      'Google',
      {
        '/v1/models': {
          data: [
            { id: 'models/m', context_length: 1000 },
            { id: 'n', context_length: 2 },
          ],
        },
      },
      1000,
      'its list of models',
    ],
    [
      'a list of one by another name',
      { '/v1/models': { data: [{ id: '/models/m.gguf', meta: { n_ctx: 512 } }] } },
      512,
      'llama.cpp /models',
    ],
  ])('%s', async (_title, answers, tokens, source) => {
    const server = await serveAnswers(answers);
    expect(await findWindow({ url: server.url }, 'm', NEVER)).toEqual({ tokens, source });
  });
});

describe('not told', () => {
  const fallback = { tokens: WINDOW_TOKENS_DEFAULT, source: 'default' };
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['nothing of it', list({})],
    [
      'nonsense',
      {
        '/v1/models': 'x'.repeat(100_000),
        '/props': '<html>',
        '/api/ps': '[1',
        '/api/show': 'null',
        '/model/info': '5',
      },
    ],
    ['no numbers', list({ max_model_len: '4096', context_length: -1, context_window: 1.5, max_context_length: null })],
    ['lists of something else', { '/v1/models': { data: 5 }, '/api/v0/models': { data: [null, 3] }, '/props': [] }],
  ])('%s', async (_title, answers) => {
    const server = await serveAnswers(answers);
    expect(await findWindow({ url: server.url }, 'm', NEVER)).toEqual(fallback);
  });

  test('nobody there, a bad address, one that never answers', async () => {
    const silent = await serve(() => {});
    const soon = AbortSignal.timeout(50);
    expect(await findWindow({ url: await deadUrl() }, 'm', NEVER)).toEqual(fallback);
    expect(await findWindow({ url: 'nonsense' }, 'm', NEVER)).toEqual(fallback);
    expect(await findWindow({ url: silent.url }, 'm', soon)).toEqual(fallback);
  });
});

test.each([401, 403, 429, 500, 503])('a server that fails at its list of models is left alone: %i', async (status) => {
  const server = await serve((response) => void response.writeHead(status).end());
  expect(await findWindow({ url: server.url }, 'm', NEVER)).toMatchObject({ source: 'default' });
  expect(server.received.map(({ path }) => path.split('?')[0]).sort()).toEqual(['/props', '/v1/models']);
});

test('what the server does not tell is in the table', async () => {
  const proxy = await deadUrl();
  const window = await findWindow({ url: 'https://api.deepseek.com', proxy }, 'deepseek-flash', NEVER);
  expect(window).toEqual({ tokens: 1_000_000, source: 'the table of known servers' });
});

test('only below the address, with the key and the query of the list of models; what the model is called does no harm', async () => {
  const server = await serveAnswers({});
  await findWindow({ url: `${server.origin}/box/v1`, apiKey: 'k', query: { tenant: 'one' } }, 'a&b=c/../d', NEVER);
  expect(server.received.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /box/api/ps?tenant=one',
    'GET /box/api/v0/models?tenant=one',
    'GET /box/get_model_info?tenant=one',
    'GET /box/get_server_info?tenant=one',
    'GET /box/model/info?tenant=one',
    'GET /box/props?model=a%26b%3Dc%2F..%2Fd&autoload=false&tenant=one',
    'GET /box/server_info?tenant=one',
    'GET /box/v1/models?tenant=one',
    'POST /box/api/show?tenant=one',
  ]);
  expect([...new Set(server.received.map(({ headers }) => headers.authorization))]).toEqual(['Bearer k']);
});
