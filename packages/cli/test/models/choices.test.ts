/** The models that the screen offers: what the server lists, then what can be asked at once, then what needs a key. */
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NO_CONFIG } from '../../src/config/config.ts';
import { modelChoices } from '../../src/models/choices.ts';
import { keepSecret } from '../../src/secrets/index.ts';

/** A server that lists these, or answers with that status. */
async function serverOf(models: readonly object[], status = 200): Promise<string> {
  const server: Server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: models }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const chosen = async (url: string, name: string, config = {}, env = {}) => {
  const model = name.slice(name.indexOf(':') + 1);
  const found = await modelChoices({ server: { url }, model, name }, { ...NO_CONFIG, ...config }, env);
  if (!found.ok) throw new Error(found.message);
  return found;
};

test('those of a server that was named by its address stand first, by their bare names', async () => {
  const url = await serverOf([
    { id: 'small', max_model_len: 8_192 },
    { id: 'large', pricing: { prompt: '0.000001', completion: '0.000002' } },
  ]);
  const { models, message } = await chosen(url, 'small');
  expect([models.slice(0, 2), message]).toEqual([
    [
      { name: 'small', place: url, windowTokens: 8_192, prices: null, lacks: '' },
      { name: 'large', place: url, windowTokens: null, prices: { input: 1, output: 2 }, lacks: '' },
    ],
    null,
  ]);
});

test('those of a provider carry its name, and what is set for them; none stands there twice', async () => {
  const url = await serverOf([{ id: 'mine' }]);
  const prices = { input: 1, output: 2 };
  const providers = { home: { url, models: { mine: { window: 4_096, prices }, other: {} } } };
  const { models } = await chosen(url, 'home:mine', { providers });
  expect(models.filter(({ name }) => name.startsWith('home:'))).toEqual([
    { name: 'home:mine', provider: 'home', place: 'home', windowTokens: 4_096, prices, lacks: '' },
    { name: 'home:other', provider: 'home', place: 'home', windowTokens: null, prices: null, lacks: '' },
  ]);
});

test('of a provider whose key is kept all are offered', async () => {
  const url = await serverOf([]);
  const env = { XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'tagma-choices-')) };
  await keepSecret('deepseek', 'k', env);
  const { models } = await chosen(url, 'x', {}, env);
  const own = models.filter(({ name }) => name.startsWith('deepseek:'));
  expect({ some: own.length > 1, lacks: new Set(own.map(({ lacks }) => lacks)) }).toEqual({
    some: true,
    lacks: new Set(['']),
  });
});

test('of a provider whose key is there all are offered, of one without a key its default, last, with what it needs', async () => {
  const url = await serverOf([]);
  const { models } = await chosen(url, 'x', {}, { DEEPSEEK_API_KEY: 'k' });
  const of = (provider: string) => models.filter(({ name }) => name.startsWith(`${provider}:`));
  expect(of('deepseek').every(({ lacks }) => lacks === '')).toBe(true);
  expect(of('deepseek').length).toBeGreaterThan(1);
  expect(of('openai')).toEqual([expect.objectContaining({ lacks: 'OPENAI_API_KEY' })]);
  const lacking = models.map(({ lacks }) => lacks !== '');
  expect(lacking).toEqual([...lacking].sort());
});

test('a server that gives no list is said, and what is known without it is offered', async () => {
  const url = await serverOf([], 500);
  const { models, message } = await chosen(url, 'x');
  expect(message).toContain(`${url} gives no list: `);
  expect(models.length).toBeGreaterThan(5);
});
