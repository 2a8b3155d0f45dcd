/**
 * Keys appear nowhere, also where an endpoint repeats them: the real command against endpoints that do, and then a search
 * through all that it has written and said.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { event, SSE, serve } from '../packages/endpoint/test/serve.ts';
import { startFaultyEndpoint } from '../packages/testing/src/index.ts';
import { BUNDLE, environment, has, start, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf } from './scripted.ts';

const LONG_KEY = 'sk-very-secret-0123456789-abcdef';
const SHORT_KEY = 'sk-abc123';
const ODD_KEY = 'p@ss/w+rd=0123&"<';

type Said = { readonly code: number | null; readonly out: string; readonly err: string; readonly written: string };

/** Runs the command; `written` is every file below its home and its history, `process` what the list of processes shows. */
async function runWith(args: readonly string[], env: Record<string, string>, input = '') {
  const home = temporaryFolder();
  const history = join(home, 'history');
  const around = { env: environment({ env: { ...env, HOME: home } }), cwd: temporaryFolder(), input };
  const running = start(
    [...args, ...(args.includes('-p') || args.includes('step') ? ['--history', history] : [])],
    around,
  );
  const lines = new Set<string>();
  const watching = setInterval(() => lines.add(commandLineOf(running.child.pid)), 10);
  const ended = await running.ended;
  clearInterval(watching);
  const said: Said = { ...ended, written: filesUnder(home) };
  return { ...said, processes: [...lines].join('\n') };
}

function commandLineOf(pid: number | undefined): string {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function filesUnder(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .map((path) => `${path}\n${readFileSync(path, 'utf8')}`)
    .join('\n');
}

/** In every form in which it may be read back. */
function formsOf(secret: string): readonly string[] {
  const inside = [0, 1, 2].map((before) =>
    Buffer.from('a'.repeat(before) + secret)
      .toString('base64')
      .slice(before === 0 ? 0 : 4, -4),
  );
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...inside];
}

function expectNone(said: object, secrets: readonly string[]): void {
  for (const [where, text] of Object.entries(said)) {
    const found = secrets.flatMap(formsOf).filter((form) => String(text).includes(form));
    expect([where, found]).toEqual([where, []]);
  }
}

const FINAL = '<final>It works.</final>';
const ECHO = `<action tool="bash"><command>echo looked</command></action>`;
const PRINT = ['-p', 'do it', '--trust'];

describe.each([
  ['a long key', LONG_KEY],
  ['a short key', SHORT_KEY],
  ['a key of odd characters', ODD_KEY],
])('%s', (_, key) => {
  const rows: [fault: string, code: number, shows: RegExp][] = [
    ['key-in-error', 1, /answered 401.*\[key\]/],
    ['key-in-page', 1, /Who is \[key\]\?/],
    ['key-in-redirect', 1, /answered 302: see http:\/\/127\.0\.0\.1:1\/\[key\]\/login/],
    ['key-in-reply', 0, /It works/],
    ['key-in-call', 0, /It works/],
  ];
  test.each(rows)('%s', async (fault, code, shows) => {
    const endpoint = await startFaultyEndpoint(scriptOf([ECHO, FINAL]), { fault });
    const said = await runWith([...PRINT, ...connection(endpoint.url)], { TAGMA_API_KEY: key });
    await endpoint.close();
    expect([said.code, said.out + said.err]).toEqual([code, expect.stringMatching(shows)]);
    expect(endpoint.faults()).toBe(1);
    expect(said.written).toContain('<event');
    expectNone(said, [key]);
  });

  test('in the list of models', async () => {
    const server = await serve((response) => {
      response.end(JSON.stringify({ data: [{ id: 'one' }, { id: `tuned-by-${key}` }] }));
    });
    const said = await runWith([...PRINT, '--endpoint', server.url], { TAGMA_API_KEY: key });
    expect([said.code, said.err]).toEqual([2, expect.stringContaining('tuned-by-[key]')]);
    expectNone(said, [key]);
  });

  test.each([
    ['tagma models', ['models']],
    ['tagma doctor', ['doctor']],
    ['tagma doctor --json', ['doctor', '--json']],
    ['tagma doctor --write', ['doctor', '--write']],
  ])('in all that a server says to %s', async (_title, args) => {
    const server = await serve((response, { path, headers, body }) => {
      const echo = `${headers.authorization} at ${path}`;
      if (path.endsWith('/models'))
        response.end(JSON.stringify({ data: [{ id: `m-${key}`, owned_by: echo, meta: { n_ctx: 4096 } }] }));
      else if (!path.endsWith('/chat/completions')) response.writeHead(404).end(echo);
      else if (body.includes('stop') || body.includes('grammar'))
        response.writeHead(400).end(JSON.stringify({ error: echo }));
      else response.writeHead(200, SSE).end(event({ reasoning: echo, content: echo }, 'stop'));
    });
    const where = args[0] === 'models' ? [server.url] : [server.url, '--model', 'm', '--timeout', '5'];
    const said = await runWith([...args, ...where], { TAGMA_API_KEY: key });
    expect(server.received.some(({ headers }) => headers.authorization?.includes(key))).toBe(true);
    expect(said.out + said.err).toContain(args[0] === 'models' ? 'm-[key]' : '');
    expectNone(said, [key]);
  });

  test.skipIf(!has('tmux'))('on the full screen, while it streams and afterwards (skipped without tmux)', async () => {
    const endpoint = await startFaultyEndpoint(scriptOf([FINAL]), { fault: 'key-in-reply' });
    const home = temporaryFolder();
    const socket = ['-L', `tagma-keys-${process.pid}`];
    const tmux = (...args: readonly string[]) =>
      spawnSync('tmux', [...socket, ...args], {
        encoding: 'utf8',
        env: environment({ env: { TAGMA_API_KEY: key, HOME: home } }),
      });
    const command = [process.execPath, BUNDLE, ...connection(endpoint.url), 'do it'];
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'keys', '-x', '120', '-y', '40', ...command);
    const screens = new Set<string>();
    await waitFor(() => {
      const shown = tmux('capture-pane', '-p', '-t', 'keys').stdout;
      screens.add(shown);
      return shown.includes('It works.');
    });
    tmux('kill-server');
    await endpoint.close();
    const shown = [...screens].join('\n');
    const written = filesUnder(home);
    expect(written).toMatch(/\[redacted:API_KEY~\w{4}\]/);
    expectNone({ shown, written }, [key]);
  });

  test('while a session is gone through step by step', async () => {
    const endpoint = await startFaultyEndpoint(scriptOf([FINAL]), { fault: 'key-in-reply' });
    const commands = ['next', 'next', 'show', 'next', 'show', 'context', 'messages', 'next', 'quit'].join('\n');
    const args = ['step', '--live', 'do it', ...connection(endpoint.url)];
    const said = await runWith(args, { TAGMA_API_KEY: key }, `${commands}\n`);
    await endpoint.close();
    expect(said.out).toMatch(/\[redacted:API_KEY~\w{4}\]/);
    expectNone(said, [key]);
  });
});

describe('what else goes with a request', () => {
  const HEADER = 'header-secret-4711';
  const QUERY = 'query secret+4712';
  const ALL = [LONG_KEY, HEADER, QUERY];

  /** Repeats all that came: in an error, then in what the model thinks and says, then in a long output of a command. */
  function echo(request: { readonly headers: IncomingMessage['headers']; readonly path: string }, turn: number) {
    const { authorization = '', 'x-token': token = '' } = request.headers;
    const query = new URL(request.path, 'http://h').searchParams.get('code') ?? '';
    const all = [authorization, token, query, request.path].join(' | ');
    if (turn === 1) return JSON.stringify({ error: { message: all, code: all }, detail: all });
    const pieces = (text: string) => text.match(/[\s\S]{1,5}/g) ?? [];
    // A command with a key in it would not run: this one puts it together.
    const quoted = pieces(all).join("''").replaceAll('&', '&amp;');
    const call = `<action tool="bash"><command>yes '${quoted}' | head -n 3000</command></action>`;
    const says = turn === 2 ? call : `<final>${all}</final>`;
    return [
      ...pieces(all).map((piece) => event({ reasoning: piece })),
      ...pieces(says).map((piece) => event({ content: piece })),
      event({}, 'stop'),
    ].join('');
  }

  test('headers, queries and a key from the configuration', async () => {
    let turn = 0;
    const server = await serve((response: ServerResponse, received) => {
      if (!received.path.includes('/chat/completions')) return void response.writeHead(404).end();
      turn += 1;
      // The first failure passes.
      response.writeHead(turn === 1 ? 500 : 200, SSE).end(echo(received, turn));
    });
    const config = join(temporaryFolder(), 'config.jsonc');
    const provider = { url: server.url, keyVariable: 'MY_KEY', headers: { 'X-Token': HEADER }, query: { code: QUERY } };
    writeFileSync(config, JSON.stringify({ model: 'mine:m', providers: { mine: provider } }), { mode: 0o600 });

    const said = await runWith([...PRINT, '--config', config], { MY_KEY: LONG_KEY });
    expect([said.code, said.out]).toEqual([0, expect.stringContaining('[redacted:')]);
    // The long output was kept in a file, too.
    expect(said.written).toMatch(/outputs\/[^\n]*\.log\n/);
    expectNone(said, ALL);
  });

  test('user and password of the address, and of a proxy', async () => {
    const proxy = 'http://me:proxy-secret-4713@127.0.0.1:1';
    const env = { TAGMA_ENDPOINT: 'http://you:address-secret-4714@no.such.host.invalid/v1', http_proxy: proxy };
    const said = await runWith([...PRINT, '--model', 'm', '--max-retries', '0'], env);
    expect([said.code, said.err]).toEqual([1, expect.stringContaining('127.0.0.1:1')]);
    expectNone(said, ['proxy-secret-4713', 'address-secret-4714']);
  });
});

test.skipIf(!has('tmux'))(
  'commands do not inherit the key of a model that is taken in mid-session (skipped without tmux)',
  async () => {
    const look = `<action tool="bash"><command>printenv OTHER_KEY || echo none | tr n N</command></action>`;
    const first = await startFaultyEndpoint(scriptOf([FINAL]), { fault: 'usage-missing' });
    const second = await startFaultyEndpoint(scriptOf([look, '<final>Looked.</final>']), { fault: 'usage-missing' });
    const home = temporaryFolder();
    const config = join(home, 'config.jsonc');
    const other = { url: second.url, keyVariable: 'OTHER_KEY' };
    writeFileSync(config, JSON.stringify({ providers: { other } }), { mode: 0o600 });
    const tmux = (...args: readonly string[]) =>
      spawnSync('tmux', ['-L', `tagma-other-${process.pid}`, ...args], {
        encoding: 'utf8',
        env: environment({ env: { OTHER_KEY: LONG_KEY, HOME: home } }),
      });
    const shows = (text: string) => waitFor(() => tmux('capture-pane', '-p', '-t', 'keys').stdout.includes(text));
    const type = async (text: string) => {
      tmux('send-keys', '-t', 'keys', text);
      await shows(text);
      tmux('send-keys', '-t', 'keys', 'Enter');
    };
    const command = [process.execPath, BUNDLE, ...connection(first.url), '--config', config, '--trust', 'do it'];
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'keys', '-x', '120', '-y', '40', ...command);
    await shows('It works.');
    await type('/model other:scripted');
    await shows(second.url);
    await type('look around');
    await shows('Looked.');
    tmux('kill-server');
    await Promise.all([first.close(), second.close()]);
    expect(filesUnder(home)).toContain('NoNe');
  },
);

test('a word that stands for no key is left in all texts', async () => {
  const endpoint = await startFaultyEndpoint(scriptOf(['<final>Ask ollama, none or sk-no-key-required.</final>']), {
    fault: '500',
  });
  const said = await runWith([...PRINT, ...connection(endpoint.url)], { TAGMA_API_KEY: 'ollama' });
  await endpoint.close();
  expect(said.out).toBe('Ask ollama, none or sk-no-key-required.\n');
});
