import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROVIDERS } from '@tagma/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../src/config/config.ts';
import { NO_CONFIG } from '../src/config/config.ts';
import { connect, connectTo } from '../src/connect.ts';
import { keyVariables } from '../src/connecting/key.ts';

const server = createServer((request, response) => {
  const ids = request.url?.startsWith('/one') ? ['only'] : ['first', 'second'];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: ids.map((id) => ({ id })) }));
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

/** What a row looks at of a connection: where the key goes matters most. */
async function seen(connecting: ReturnType<typeof connect>) {
  const connected = await connecting;
  if (!connected.ok) return connected;
  const { name, model, server } = connected;
  return { name, model, url: server.url, apiKey: server.apiKey, keyVariable: server.keyVariable };
}

/** In pieces: a template string is not meant. */
const TEAM = ['$', '{TEAM}'].join('');

type Environment = Readonly<Record<string, string>>;
const config = (values: Partial<Config>): Config => ({ ...NO_CONFIG, file: '/config.jsonc', ...values });

describe('a provider and a model of the configuration', () => {
  const key = { DEEPSEEK_API_KEY: 'd', GROQ_API_KEY: 'g' };
  test.each<[string, Partial<Config>, { model?: string }, Environment, object]>([
    ['a bare model is one of the provider', { provider: 'groq', model: 'm' }, {}, key, { name: 'groq:m', apiKey: 'g' }],
    [
      'a model that names its provider stands alone',
      { provider: 'groq', model: 'deepseek:m' },
      {},
      key,
      { name: 'deepseek:m' },
    ],
    ['a colon alone names no provider', { provider: 'groq', model: 'gemma:7b' }, {}, key, { name: 'groq:gemma:7b' }],
    ['without a model its default', { provider: 'deepseek' }, {}, key, { name: 'deepseek:deepseek-flash' }],
    ['a bare model of an option too', { provider: 'groq' }, { model: 'm' }, key, { name: 'groq:m' }],
    [
      'an endpoint',
      { endpoint: 'http://a/v1', model: 'm' },
      {},
      { TAGMA_API_KEY: 'k' },
      { url: 'http://a/v1', model: 'm', apiKey: 'k' },
    ],
    [
      'DEEPSEEK_MODEL where it has the first key',
      {},
      {},
      { DEEPSEEK_API_KEY: 'd', DEEPSEEK_MODEL: 'v' },
      { name: 'deepseek:v' },
    ],
    [
      'DEEPSEEK_MODEL where it is named alone',
      { model: 'deepseek' },
      {},
      { ...key, DEEPSEEK_MODEL: 'v' },
      { name: 'deepseek:v' },
    ],
    [
      'not where a model is named',
      { model: 'deepseek:m' },
      {},
      { ...key, DEEPSEEK_MODEL: 'v' },
      { name: 'deepseek:m' },
    ],
    [
      'OPENAI_MODEL is for the server of OPENAI_BASE_URL',
      { providers: { openai: {} } },
      { model: 'deepseek' },
      { ...key, OPENAI_MODEL: 'v' },
      { name: 'deepseek:deepseek-flash' },
    ],
  ])('%s', async (_title, values, options, env, expected) => {
    expect(await seen(connect(options, { XDG_CONFIG_HOME: '/nowhere', ...env }, config(values)))).toMatchObject(
      expected,
    );
  });
});

describe('an address from an option or the environment', () => {
  test.each<[string, { endpoint?: string; model?: string }, Environment, object]>([
    [
      'options come before the environment',
      { endpoint: 'http://a/v1', model: 'a' },
      { TAGMA_ENDPOINT: 'http://b/v1', TAGMA_MODEL: 'b', TAGMA_API_KEY: 'k' },
      { name: 'a', url: 'http://a/v1', model: 'a', apiKey: 'k', keyVariable: 'TAGMA_API_KEY' },
    ],
    [
      'TAGMA_ before OPENAI_',
      {},
      { TAGMA_ENDPOINT: 'http://b/v1', OPENAI_BASE_URL: 'http://c/v1', TAGMA_MODEL: 'b', TAGMA_API_KEY: 'k' },
      { name: 'b', url: 'http://b/v1', model: 'b', apiKey: 'k', keyVariable: 'TAGMA_API_KEY' },
    ],
    [
      "OpenAI's key does not go to the server of an option",
      { endpoint: 'http://a/v1', model: 'a' },
      { OPENAI_BASE_URL: 'http://c/v1', OPENAI_API_KEY: 'o' },
      { name: 'a', url: 'http://a/v1', model: 'a', apiKey: '', keyVariable: 'TAGMA_API_KEY' },
    ],
    [
      "OpenAI's key does not go to TAGMA_ENDPOINT",
      { model: 'b' },
      { TAGMA_ENDPOINT: 'http://b/v1', OPENAI_BASE_URL: 'http://c/v1', OPENAI_API_KEY: 'o' },
      { name: 'b', url: 'http://b/v1', model: 'b', apiKey: '', keyVariable: 'TAGMA_API_KEY' },
    ],
    [
      "Tagma's key does not go to OPENAI_BASE_URL",
      { model: 'm' },
      { OPENAI_BASE_URL: 'http://c/v1', TAGMA_API_KEY: 'k' },
      { name: 'm', url: 'http://c/v1', model: 'm', apiKey: '', keyVariable: 'OPENAI_API_KEY' },
    ],
    [
      'OPENAI_BASE_URL and OPENAI_API_KEY alone',
      { model: 'm' },
      { OPENAI_BASE_URL: 'http://c/v1', OPENAI_API_KEY: 'o' },
      { name: 'm', url: 'http://c/v1', model: 'm', apiKey: 'o', keyVariable: 'OPENAI_API_KEY' },
    ],
    [
      "a known provider's address gets its key",
      { endpoint: 'https://api.deepseek.com/beta', model: 'm' },
      { DEEPSEEK_API_KEY: 'd', OPENAI_API_KEY: 'o' },
      { name: 'm', url: 'https://api.deepseek.com/beta', model: 'm', apiKey: 'd', keyVariable: 'DEEPSEEK_API_KEY' },
    ],
    [
      "but not over plain HTTP, nor at somebody else's",
      { endpoint: 'http://api.deepseek.com', model: 'm' },
      { DEEPSEEK_API_KEY: 'd' },
      { name: 'm', url: 'http://api.deepseek.com', model: 'm', apiKey: '', keyVariable: 'TAGMA_API_KEY' },
    ],
    [
      'a provider may be named as the endpoint, with its own key',
      { endpoint: 'deepseek', model: 'm' },
      { DEEPSEEK_API_KEY: 'd', TAGMA_API_KEY: 'k' },
      { name: 'deepseek:m', url: 'https://api.deepseek.com', model: 'm', apiKey: 'd', keyVariable: 'DEEPSEEK_API_KEY' },
    ],
    [
      "a person's own key for an address comes first",
      { endpoint: 'https://api.deepseek.com', model: 'm' },
      { DEEPSEEK_API_KEY: 'd', TAGMA_API_KEY: 'k' },
      { name: 'm', url: 'https://api.deepseek.com', model: 'm', apiKey: 'k', keyVariable: 'TAGMA_API_KEY' },
    ],
    [
      "OPENAI_API_KEY is not OpenAI's where OPENAI_BASE_URL is another's",
      { endpoint: 'https://api.openai.com/v1', model: 'm' },
      { OPENAI_BASE_URL: 'http://c/v1', OPENAI_API_KEY: 'o' },
      { name: 'm', url: 'https://api.openai.com/v1', model: 'm', apiKey: '', keyVariable: 'OPENAI_API_KEY' },
    ],
    [
      'a model of a server may be called like a provider',
      { model: 'mistral:7b' },
      { TAGMA_ENDPOINT: 'http://b/v1', MISTRAL_API_KEY: 'm' },
      { name: 'mistral:7b', url: 'http://b/v1', model: 'mistral:7b', apiKey: '', keyVariable: 'TAGMA_API_KEY' },
    ],
  ])('%s', async (_title, options, env, expected) => {
    expect(await seen(connect(options, env))).toEqual(expected);
  });

  test('a provider and one of its models come before the server of the environment, and it is said', async () => {
    const env = { TAGMA_ENDPOINT: 'http://b/v1', DEEPSEEK_API_KEY: 'd' };
    expect(await connect({ model: 'deepseek:deepseek-flash' }, env)).toMatchObject({
      name: 'deepseek:deepseek-flash',
      note: 'using deepseek:deepseek-flash at https://api.deepseek.com (not the server of TAGMA_ENDPOINT). Another: --model, TAGMA_MODEL; tagma models lists them.',
    });
  });
});

describe('a provider by name', () => {
  const KEYS = {
    DEEPSEEK_API_KEY: 'd',
    OPENAI_API_KEY: 'o',
    MOONSHOT_API_KEY: 'm',
    ZHIPUAI_API_KEY: 'z',
    GOOGLE_API_KEY: 'g',
    OPENROUTER_API_KEY: 'r',
  };
  test.each<[string, string, string, string, string]>([
    ['deepseek:deepseek-v4-pro', 'deepseek:deepseek-v4-pro', 'https://api.deepseek.com', 'd', 'DEEPSEEK_API_KEY'],
    ['deepseek', 'deepseek:deepseek-flash', 'https://api.deepseek.com', 'd', 'DEEPSEEK_API_KEY'],
    ['r1', 'deepseek:deepseek-v4-pro', 'https://api.deepseek.com', 'd', 'DEEPSEEK_API_KEY'],
    ['GPT', 'openai:gpt-5.6', 'https://api.openai.com/v1', 'o', 'OPENAI_API_KEY'],
    ['moonshot:kimi-k2.6', 'kimi:kimi-k2.6', 'https://api.moonshot.ai/v1', 'm', 'MOONSHOT_API_KEY'],
    ['kimi-cn', 'kimi-cn:kimi-k3', 'https://api.moonshot.cn/v1', 'm', 'MOONSHOT_API_KEY'],
    ['glm', 'zhipu:glm-5.2', 'https://open.bigmodel.cn/api/paas/v4', 'z', 'ZHIPUAI_API_KEY'],
    [
      'gemini',
      'google:gemini-3.8-flash',
      'https://generativelanguage.googleapis.com/v1beta/openai',
      'g',
      'GOOGLE_API_KEY',
    ],
    [
      'openrouter:deepseek/deepseek-v4-flash:free',
      'openrouter:deepseek/deepseek-v4-flash:free',
      'https://openrouter.ai/api/v1',
      'r',
      'OPENROUTER_API_KEY',
    ],
    ['deepseek-v4-pro', 'deepseek:deepseek-v4-pro', 'https://api.deepseek.com', 'd', 'DEEPSEEK_API_KEY'],
    ['ollama:qwen3:8b', 'ollama:qwen3:8b', 'http://127.0.0.1:11434/v1', '', 'OLLAMA_API_KEY'],
  ])('%s', async (spec, name, url, apiKey, keyVariable) => {
    const model = name.slice(name.indexOf(':') + 1);
    expect(await seen(connectTo(spec, KEYS))).toEqual({ name, model, url, apiKey, keyVariable });
  });

  test.each([
    ['deepsek', 'there is no model or provider "deepsek". Did you mean deepseek?'],
    ['deepsek:x', 'there is no model or provider "deepsek:x". Did you mean deepseek:x?'],
    ['qwen3-maxx', 'there is no model or provider "qwen3-maxx". Did you mean qwen:qwen3-max?'],
    ['glm-5.2', 'there is no model or provider "glm-5.2". Did you mean zhipu:glm-5.2, or zai:glm-5.2?'],
    ['nothing-like-it', 'there is no model or provider "nothing-like-it".'],
  ])('%s is unknown', async (spec, first) => {
    const connected = await connectTo(spec, {});
    expect(connected).toMatchObject({ ok: false, exit: 2 });
    expect(!connected.ok && connected.message.split('\n')[0]).toBe(first);
  });

  test('a provider that is paid for is not asked without a key', async () => {
    expect(await connectTo('glm', {})).toEqual({
      ok: false,
      exit: 2,
      message:
        'Zhipu GLM needs a key: put it into ZHIPU_API_KEY (or ZHIPUAI_API_KEY).\nOr let Tagma keep it: tagma config set providers.zhipu.key\nA key is had at https://open.bigmodel.cn/usercenter/apikeys',
    });
  });

  test('Azure has the address in a variable, its key in a header, and a version where one is set', async () => {
    const env = { AZURE_OPENAI_ENDPOINT: 'https://me.openai.azure.com/', AZURE_OPENAI_API_KEY: 'a' };
    const dated = { ...env, AZURE_OPENAI_API_VERSION: '2024-10-21' };
    expect(await connectTo('azure:gpt', {})).toMatchObject({
      ok: false,
      message: expect.stringContaining('AZURE_OPENAI_ENDPOINT'),
    });
    expect(await connectTo('azure:gpt', env)).toMatchObject({
      server: { url: 'https://me.openai.azure.com/openai/v1', apiKey: 'a', keyHeader: 'api-key' },
    });
    expect(await connectTo('azure:gpt', dated)).toMatchObject({
      server: { url: 'https://me.openai.azure.com/openai/deployments/gpt', query: { 'api-version': '2024-10-21' } },
    });
  });

  test.each<[title: string, spec: string, providers: Config['providers'], prices: object | null]>([
    ['those of the table', 'deepseek:deepseek-flash', {}, { input: 0.3, output: 1.2, cached: 0.006 }],
    [
      'the configuration comes first',
      'deepseek:deepseek-flash',
      { deepseek: { models: { 'deepseek-flash': { prices: { input: 1, output: 2, cacheWritten: 3 } } } } },
      { input: 1, output: 2, cacheWritten: 3 },
    ],
    [
      'another server than the table knows',
      'proxied:deepseek-flash',
      { proxied: { url: 'https://p/v1', kind: 'deepseek' } },
      null,
    ],
    ['a model that the table does not know', 'deepseek:deepseek-new', {}, null],
    ['a server that people run themselves', 'llamacpp:any', {}, { input: 0, output: 0 }],
    [
      'one that is configured',
      'box:any',
      { box: { url: 'http://box:1/v1', kind: 'llamacpp' } },
      { input: 0, output: 0 },
    ],
  ])('prices: %s', async (_title, spec, providers, prices) => {
    const env = { DEEPSEEK_API_KEY: 'd', PROXIED_API_KEY: 'p' };
    expect(await connectTo(spec, env, { ...NO_CONFIG, providers })).toMatchObject({ ok: true, prices });
  });

  test('the quirks, window and prices of the model come with it', async () => {
    expect(await connectTo('openai:gpt-5-mini', { OPENAI_API_KEY: 'o' })).toMatchObject({
      server: { quirks: { maxTokensField: 'max_completion_tokens', systemRole: 'developer' } },
      windowTokens: 400_000,
      prices: { input: 0.25, output: 2, cached: 0.025 },
    });
  });
});

describe('no model named', () => {
  test.each<[string, Environment, string, string]>([
    [
      'one key',
      { DEEPSEEK_API_KEY: 'd' },
      'deepseek:deepseek-flash',
      'using deepseek:deepseek-flash at https://api.deepseek.com (DEEPSEEK_API_KEY is set).',
    ],
    [
      'the order is fixed',
      { GROQ_API_KEY: 'g', OPENAI_API_KEY: 'o' },
      'openai:gpt-5.6',
      'using openai:gpt-5.6 at https://api.openai.com (OPENAI_API_KEY is set).',
    ],
    [
      'a key that says nothing is passed over',
      { HF_TOKEN: 'h', GROQ_API_KEY: 'g' },
      'groq:openai/gpt-oss-120b',
      'using groq:openai/gpt-oss-120b at https://api.groq.com (GROQ_API_KEY is set).',
    ],
  ])('the first key decides, and it is said: %s', async (_title, env, name, note) => {
    const connected = await connect({}, env);
    expect(connected).toMatchObject({ ok: true, name });
    expect(connected.ok && connected.note).toContain(note);
  });

  test('OPENAI_MODEL goes with OPENAI_API_KEY', async () => {
    expect(await connect({}, { OPENAI_MODEL: 'm', OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a' })).toMatchObject({
      name: 'openai:m',
      note: null,
    });
  });

  test("without a model, the server's only one is taken", async () => {
    expect(await connect({ endpoint: `${base}/one/v1` }, {})).toMatchObject({ ok: true, model: 'only' });
  });

  test('without a model, several are named for the person to choose, and nothing secret of the address', async () => {
    const connected = await connect({ endpoint: `${base.replace('//', '//me:secretpass@')}/two/v1?key=querykey1` }, {});
    expect(connected).toEqual({
      ok: false,
      exit: 2,
      message: `${base}/two/v1 has several models. Name one with --model or TAGMA_MODEL:\n  first\n  second`,
    });
  });

  test.each(['localhost:8080', '10.0.0.7:8080/v1'])('%s lacks the scheme of an address', async (spec) => {
    expect(await connectTo(spec, {})).toMatchObject({
      ok: false,
      message: expect.stringContaining(`Did you mean http://${spec}?`),
    });
  });

  test('several providers of the configuration, and no model: they are named', async () => {
    const two = config({ providers: { local: { url: 'http://a/v1' }, 'local-2': { url: 'http://b/v1' } } });
    expect(await connect({}, {}, two)).toEqual({
      ok: false,
      exit: 2,
      message:
        'no model is chosen, and /config.jsonc has several providers: local, local-2.\nName one with --model local, or for good: "model": "local" in that file.',
    });
  });

  test('nothing at all: what can be done is named', async () => {
    const connected = await connect({}, {});
    expect(connected).toMatchObject({ ok: false, exit: 2 });
    for (const way of [
      '--endpoint URL',
      'TAGMA_ENDPOINT',
      'OPENAI_BASE_URL',
      'DEEPSEEK_API_KEY',
      'tagma models',
      'tagma demo',
    ]) {
      expect(!connected.ok && connected.message).toContain(way);
    }
  });
});

describe('with a configuration', () => {
  const mine = config({
    model: 'box:small',
    providers: {
      box: {
        url: 'http://box:8080/v1',
        kind: 'llamacpp',
        headers: { 'X-Team': TEAM },
        query: { tenant: 'one' },
        timeouts: { connect: 2, whole: 60 },
        fields: { temperature: 0.2, top_p: 0.9 },
        quirks: { reasoningBack: 'content' },
        models: {
          small: {
            window: 4096,
            prices: { input: 0, output: 0 },
            fields: { temperature: 0 },
            quirks: { untaken: ['seed'] },
          },
          large: {},
        },
      },
      deepseek: { fields: { max_tokens: 100 } },
      openai: { url: 'https://other/v1' },
      proxied: { url: 'https://proxy/v1', kind: 'deepseek' },
    },
  });

  test('all that it says of a provider and a model holds, the model before the provider before the table', async () => {
    expect(await connect({}, { TEAM: 'blue', OPENAI_API_KEY: 'o' }, mine)).toEqual({
      ok: true,
      name: 'box:small',
      model: 'small',
      server: {
        url: 'http://box:8080/v1',
        apiKey: '',
        keyVariable: 'BOX_API_KEY',
        headers: { 'X-Team': 'blue' },
        query: { tenant: 'one' },
        limits: { connectMs: 2000, wholeMs: 60_000 },
        quirks: { reasoningBack: 'content', untaken: ['seed'] },
      },
      fields: { temperature: 0, top_p: 0.9 },
      windowTokens: 4096,
      prices: { input: 0, output: 0 },
      note: null,
    });
  });

  test.each<[string, string, Environment, object]>([
    ['a model of the configuration alone', 'large', { TEAM: 'x' }, { name: 'box:large' }],
    [
      'a provider of the table with fields of the person',
      'deepseek',
      { DEEPSEEK_API_KEY: 'd' },
      { name: 'deepseek:deepseek-flash', fields: { max_tokens: 100 } },
    ],
    [
      "another's address with its quirks, but without its key",
      'proxied:m',
      { DEEPSEEK_API_KEY: 'd' },
      { server: { url: 'https://proxy/v1', apiKey: '', keyVariable: 'PROXIED_API_KEY' } },
    ],
    [
      'a name of the table at another address, without its key',
      'openai:m',
      { OPENAI_API_KEY: 'o' },
      { server: { url: 'https://other/v1', apiKey: '', keyVariable: 'TAGMA_OPENAI_API_KEY' } },
    ],
    ['an address that is configured', 'http://box:8080/v1/', { TEAM: 'x' }, { ok: false }],
  ])('%s', async (_title, spec, env, expected) => {
    const short = config({
      providers: { ...mine.providers, box: { ...mine.providers.box, timeouts: { whole: 0.2 } } },
    });
    expect(await connectTo(spec, env, short)).toMatchObject(expected);
  });

  test('--endpoint with a configured address takes what is configured', async () => {
    expect(await connect({ endpoint: 'http://box:8080/v1/', model: 'small' }, { TEAM: 'x' }, mine)).toMatchObject({
      name: 'small',
      windowTokens: 4096,
      server: { headers: { 'X-Team': 'x' } },
    });
  });

  test.each([
    ['olama', 'there is no kind "olama". Did you mean "ollama"?'],
    ['something', 'there is no kind "something". See `tagma models`.'],
  ])('a kind that is not in the table is a mistake: %s', async (kind, said) => {
    const wrong = config({ providers: { box: { url: 'http://box/v1', kind, model: 'm' } } });
    expect(await connect({ model: 'box' }, {}, wrong)).toEqual({
      ok: false,
      exit: 2,
      message: `/config.jsonc, provider "box": ${said}`,
    });
  });

  test('a variable that is not set is named', async () => {
    expect(await connect({}, {}, mine)).toEqual({
      ok: false,
      exit: 2,
      message: '/config.jsonc, provider "box": the variable TEAM is not set.',
    });
  });

  test('the key of a variable comes before the key of the file', async () => {
    const keyed = config({ providers: { box: { url: 'http://box/v1', key: 'in-file', keyVariable: 'BOX' } } });
    expect(await connectTo('box:m', {}, keyed)).toMatchObject({ server: { apiKey: 'in-file' } });
    expect(await connectTo('box:m', { BOX: 'in-env' }, keyed)).toMatchObject({ server: { apiKey: 'in-env' } });
  });

  test('a bare name in mid-session is a model of the server in use', async () => {
    const current = await connectTo('box:small', { TEAM: 'x' }, mine);
    if (!current.ok) throw new Error(current.message);
    expect(await connectTo('tiny', { TEAM: 'x' }, mine, current)).toMatchObject({
      name: 'box:tiny',
      model: 'tiny',
      server: { url: 'http://box:8080/v1' },
    });
  });
});

test('the proxy of the environment leads to a server of elsewhere, and not to one here', async () => {
  const env = { DEEPSEEK_API_KEY: 'd', HTTPS_PROXY: 'http://p:3128', HTTP_PROXY: 'http://p:3128' };
  expect(await connectTo('deepseek', env)).toMatchObject({ server: { proxy: 'http://p:3128' } });
  const local = await connectTo('llamacpp:m', env);
  expect(local.ok && local.server.proxy).toBeUndefined();
});

describe('certificates of authorities', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-ca-'));
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  writeFileSync(join(folder, 'good.pem'), pem);
  writeFileSync(join(folder, 'bad.pem'), 'nothing');
  test.each([
    ['beside the file', 'good.pem', { server: { ca: pem } }],
    ['from the root', join(folder, 'good.pem'), { server: { ca: pem } }],
    [
      'no certificate',
      'bad.pem',
      { ok: false, exit: 2, message: expect.stringContaining('bad.pem holds no certificate in PEM.') },
    ],
    ['no file', 'none.pem', { ok: false, exit: 2, message: expect.stringMatching(/provider "box": ca: ENOENT/) }],
  ])('%s', async (_title, ca, expected) => {
    const own = config({ file: join(folder, 'config.jsonc'), providers: { box: { url: 'https://box/v1', ca } } });
    expect(await connectTo('box:m', {}, own)).toMatchObject(expected);
  });
});

test('whatever may hold a key is known by its variable', () => {
  const own = config({ providers: { 'my-box': {}, openai: {}, work: { keyVariable: 'WORK' } } });
  const found = keyVariables(PROVIDERS, own);
  for (const name of ['TAGMA_API_KEY', 'OPENAI_API_KEY', 'MY_BOX_API_KEY', 'WORK', 'TAGMA_OPENAI_API_KEY']) {
    expect(found).toContain(name);
  }
});

test('no key of one provider goes to another, whatever is asked for', async () => {
  const env = Object.fromEntries(PROVIDERS.flatMap((one) => one.keyVariables.map((name) => [name, `key-of-${name}`])));
  for (const { name, keyVariables, url } of PROVIDERS.filter((one) => !one.url.startsWith('{'))) {
    const connected = await connectTo(`${name}:m`, env);
    const allowed = ['', ...keyVariables.map((variable) => `key-of-${variable}`)];
    expect(connected.ok && allowed.includes(connected.server.apiKey ?? '')).toBe(true);
    const elsewhere = await connect({ endpoint: `https://${new URL(url).hostname}.example.org/v1`, model: 'm' }, env);
    expect(elsewhere.ok && elsewhere.server.apiKey).toBe('');
  }
});
