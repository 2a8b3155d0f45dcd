/** The configuration file at work: what it says of a provider goes out over the wire, and what it says wrong is said. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { start } from './command.ts';

type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
};

const received: Received[] = [];
const server = createServer(async (request, response) => {
  let text = '';
  for await (const piece of request) text += piece;
  if (request.method === 'POST' && request.url?.includes('/chat/completions')) {
    received.push({ path: request.url, headers: request.headers, body: JSON.parse(text) });
    const chunk = { choices: [{ index: 0, delta: { content: '<final>Done.</final>' }, finish_reason: 'stop' }] };
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  } else response.writeHead(404).end('{"error":"no such page"}');
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  received.length = 0;
});

function fileWith(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-config-')), 'config.jsonc');
  writeFileSync(file, text);
  chmodSync(file, 0o600);
  return file;
}

const box = () => ({
  url: `${origin}/v1`,
  keyVariable: 'BOX_KEY',
  headers: { 'X-Team': ['$', '{TEAM}'].join('') },
  query: { tenant: 'one' },
  fields: { temperature: 0.2, max_tokens: 500 },
  quirks: { maxTokensField: 'max_completion_tokens', systemRole: 'developer', untaken: ['stream_options'] },
  models: { small: { fields: { temperature: 0, chat_template_kwargs: { enable_thinking: false } }, window: 32_768 } },
});
const env = { BOX_KEY: 'sk-box-12345', TEAM: 'team-blue-1' };

test.each<[string, (file: string) => { args: string[]; env: Record<string, string> }]>([
  ['--config', (file) => ({ args: ['--config', file], env })],
  ['TAGMA_CONFIG', (file) => ({ args: [], env: { ...env, TAGMA_CONFIG: file } })],
])('what is configured goes out, by %s', async (_title, given) => {
  const file = fileWith(`// mine\n${JSON.stringify({ model: 'box:small', providers: { box: box() } })}`);
  const { args, env: around } = given(file);
  const ended = await start(['-p', 'Hello.', ...args], { env: around }).ended;
  expect(ended).toMatchObject({ code: 0, out: 'Done.\n' });
  expect(received.length).toBe(1);
  const [{ path, headers, body }] = received as [Received];
  expect(path).toBe('/v1/chat/completions?tenant=one');
  expect(headers).toMatchObject({ authorization: 'Bearer sk-box-12345', 'x-team': 'team-blue-1' });
  const { messages, ...fields } = body;
  expect(fields).toEqual({
    model: 'small',
    stream: true,
    temperature: 0,
    max_completion_tokens: 500,
    chat_template_kwargs: { enable_thinking: false },
  });
  expect((messages as { role: string }[]).map(({ role }) => role)).toEqual(['developer', 'user']);
  expect(ended.err).not.toMatch(/sk-box-12345|team-blue-1/);
});

test('a key that nobody knows is said, and the rest is taken', async () => {
  const file = fileWith(JSON.stringify({ modell: 'x', model: 'box:small', providers: { box: box() } }));
  const ended = await start(['-p', 'Hello.', '--config', file], { env }).ended;
  expect(ended).toMatchObject({ code: 0, out: 'Done.\n' });
  expect(ended.err).toContain(`tagma: ${file}:1:2: there is no key "modell"; did you mean "model"?`);
});

test.each<[string, string, string]>([
  ['no JSON', '{ "model": }', ':1:12: a value is missing.'],
  ['a wrong value', '{ "model": 5 }', ':1:3: "model": should be a text, in quotation marks.'],
])('%s ends the run before anything is asked', async (_title, text, said) => {
  const file = fileWith(text);
  const ended = await start(['-p', 'Hello.', '--config', file], { env }).ended;
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toContain(`tagma: ${file}${said}`);
  expect(received).toEqual([]);
});

test('the provider whose key decides is said before it is asked', async () => {
  // A proxy that is not there: nothing leaves this machine.
  const around = { DEEPSEEK_API_KEY: 'sk-deep-12345', HTTPS_PROXY: 'http://127.0.0.1:9' };
  const ended = await start(['-p', 'Hello.', '--max-retries', '0'], { env: around }).ended;
  expect(ended.code).toBe(1);
  expect(ended.err.split('\n')[0]).toBe(
    'tagma: using deepseek:deepseek-flash at https://api.deepseek.com (DEEPSEEK_API_KEY is set). Another: --model, TAGMA_MODEL; tagma models lists them.',
  );
  expect(ended.err).not.toContain('sk-deep-12345');
});
