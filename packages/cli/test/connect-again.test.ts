/** Which server a session that goes on is allowed to ask, where nobody names one. */
import { describe, expect, test } from 'vitest';
import { connectAgain, isNamed } from '../src/connect.ts';

const NO_CONFIG = { providers: {}, file: 'config.jsonc', warnings: [] };
const ENV = { TAGMA_API_KEY: 'the person’s own' };
const again = (endpoint: string, isOwn: boolean) => connectAgain({ endpoint, model: 'm' }, isOwn, ENV, NO_CONFIG);

describe('of one’s own file', () => {
  test('the one of before; the key for the server that is named goes to none that is not', async () => {
    expect(await again('https://models.example.org/v1', true)).toMatchObject({
      ok: true,
      model: 'm',
      server: { url: 'https://models.example.org/v1', apiKey: '' },
      note: expect.stringMatching(/^TAGMA_API_KEY is not sent to https:\/\/models\.example\.org\/v1, .* --endpoint /),
    });
  });

  test.each([
    ['of the table', 'https://api.deepseek.com/v1', { DEEPSEEK_API_KEY: 'key' }, {}, 'key'],
    ['of the table, by another scheme', 'http://api.deepseek.com/v1', { DEEPSEEK_API_KEY: 'key' }, {}, ''],
    ['at a resource of somebody’s', 'https://x.openai.azure.com/openai/v1', { AZURE_OPENAI_API_KEY: 'key' }, {}, ''],
    [
      'that is configured',
      'https://box.example.org/v1',
      { BOX_API_KEY: 'key' },
      { url: 'https://box.example.org/v1' },
      'key',
    ],
    ['beside it', 'https://box.example.com/v1', { BOX_API_KEY: 'key' }, { url: 'https://box.example.org/v1' }, ''],
  ])('the key of a server %s', async (_title, endpoint, env, box, apiKey) => {
    const config = { ...NO_CONFIG, providers: 'url' in box ? { box } : {} };
    const connection = await connectAgain({ endpoint, model: 'm' }, true, { ...ENV, ...env }, config);
    expect(connection.ok && connection.server.apiKey).toBe(apiKey);
  });
});

describe('of a file from elsewhere', () => {
  test('an address that nobody knows has to be named', async () => {
    expect(await again('https://models.example.org/v1', false)).toMatchObject({
      ok: false,
      exit: 2,
      message: expect.stringContaining('add --endpoint https://models.example.org/v1 --model m'),
    });
  });

  test.each(['http://127.0.0.1:8080/v1', 'http://localhost:11434/v1', 'https://api.openai.com/v1'])(
    '%s is asked, and the key for other servers stays here',
    async (url) => {
      const connection = await again(url, false);
      expect(connection).toMatchObject({ ok: true, model: 'm' });
      expect(JSON.stringify(connection)).not.toContain(ENV.TAGMA_API_KEY);
    },
  );

  test.each(['http://127.0.0.1.example.org/v1', 'http://localhost.example.org/v1', 'http://localhost@example.org/v1'])(
    '%s only looks like this machine',
    async (url) => expect(await again(url, false)).toMatchObject({ ok: false }),
  );
});

test.each([
  ['nothing', {}, {}, {}, false],
  ['an endpoint', { endpoint: 'http://x' }, {}, {}, true],
  ['a model', { model: 'm' }, {}, {}, true],
  ['the environment’s server', {}, { TAGMA_ENDPOINT: 'http://x' }, {}, true],
  ['the environment’s model', {}, { TAGMA_MODEL: 'm' }, {}, true],
  ['a model of OpenAI without its key', {}, { OPENAI_MODEL: 'm' }, {}, false],
  ['the configuration’s model', {}, {}, { model: 'm' }, true],
] as const)('what names a model: %s', (_title, options, env, config, named) => {
  expect(isNamed(options, env, { ...NO_CONFIG, ...config })).toBe(named);
});
