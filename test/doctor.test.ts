/** `tagma doctor` as a person runs it: what it prints, how it ends, and what it never shows. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { capableServer, type Switches } from '../packages/cli/test/doctor/capable-server.ts';
import { findSandbox } from '../packages/sandbox/src/index.ts';
import { type Around, run, start, temporaryFolder } from './command.ts';

const KEY = 'secret-key-0123456789';

/** What is said of the sandbox of this machine. */
const found = await findSandbox();
const SANDBOX =
  found.kind === 'none'
    ? {
        row: `no      sandbox     ${found.why}`,
        off: '  sandbox: commands run with all your rights: mode auto-in-project is accept-edits, and mode trust holds nothing back\n',
      }
    : { row: `yes     sandbox     ${found.kind}`, off: '' };

async function doctor(switches: Partial<Switches>, args: readonly string[] = [], around: Around = {}) {
  const { url } = await capableServer(switches);
  const ended = await run(['doctor', url, '--model', 'small', ...args], around);
  return { ...ended, url, out: ended.out.replaceAll(/\d+(\.\d+)?(?= (ms|tokens|pieces))/g, 'N') };
}

test('a table of what holds, what is done in another way because of it, and what to keep', async () => {
  const { code, out, url, err } = await doctor({
    usage: 'left out',
    maxTokens: 'refused',
    maxCompletionTokens: 'taken',
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.replace(/\d+ out/, 'N out')).toBe(`${url}, model small

yes     server      answers in N ms
yes     models      1: small
yes     window      N tokens (llama.cpp /props)
yes     key         none is sent, none is asked for
yes     reply       begins after N ms
no      usage       no tokens are counted
yes     stream      in N pieces
yes     speed       first token after N ms, then about N tokens a second
yes     reasoning   in a field of its own
yes     max_tokens  refused; max_completion_tokens is taken
yes     stop        a reply ends where it should
yes     system      taken
yes     images      pictures are taken, and seen
yes     grammar     taken in "structured_outputs": the protocol is forced
yes     protocol    it listed, read and answered; 3 replies: 3 as they were
no      search      not offered
${SANDBOX.row}

Because of that:
  usage: tokens are estimated; costs are not known
  search: the web is not searched: set SEARXNG_URL (or "search": {"searxng": …} in the configuration) to the address of a SearXNG, or TAVILY_API_KEY to a key of Tavily
${SANDBOX.off}
The configuration to keep (--write keeps it):
{
  "providers": {
    "local": {
      "url": "${url}",
      "models": {
        "small": {
          "quirks": {
            "maxTokensField": "max_completion_tokens",
            "takesStop": true,
            "takesImages": true,
            "grammarField": "structured_outputs"
          }
        }
      }
    }
  }
}
To use it: tagma --model local:small
`);
});

describe('whom the tool search asks', () => {
  async function searxng(status: number): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"results": []}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }
  const rowOf = (out: string) => out.split('\n').find((line) => line.includes(' search '));

  test('a SearXNG is asked, and says itself what is wrong with it', async () => {
    const works = await searxng(200);
    const { code, out } = await doctor({}, [], { env: { SEARXNG_URL: works.url } });
    expect([code, rowOf(out), works.asked]).toEqual([
      0,
      'yes     search      SearXNG answers',
      ['/search?q=tagma&format=json'],
    ]);
    const refuses = await searxng(403);
    expect(rowOf((await doctor({}, [], { env: { SEARXNG_URL: refuses.url } })).out)).toMatch(
      /^no {6}search {6}SearXNG: it answered with status 403: .*search\.formats/,
    );
  });

  test('a key of Tavily is not tried, for it counts, and is never shown', async () => {
    const { code, out, err } = await doctor({}, [], { env: { TAVILY_API_KEY: KEY } });
    expect([code, rowOf(out)]).toEqual([0, 'yes     search      Tavily; its key is not tried']);
    expect(out + err).not.toContain(KEY);
  });

  test('it is said of a server that does not answer, too', async () => {
    const { code, out } = await run(['doctor', 'http://127.0.0.1:9/v1', '--model', 'small']);
    expect(code).toBe(1);
    expect(out).toContain('set SEARXNG_URL');
  });
});

describe('the exit code says whether a session can work', () => {
  test.each<{ title: string; switches: Partial<Switches>; code: number }>([
    { title: 'all that is not needed is missing', switches: { stop: 'refused', grammarField: null }, code: 0 },
    { title: 'the model does not act', switches: { replies: 'idle' }, code: 1 },
    { title: 'the key is refused', switches: { key: KEY }, code: 1 },
  ])('$title: $code', async ({ switches, code }) => {
    expect((await doctor(switches)).code).toBe(code);
  });

  test.each([
    { title: 'no server is named', args: [], says: 'no endpoint is set' },
    { title: 'a time that is none', args: ['--timeout', '0'], says: 'It should be a whole number from 1.' },
  ])('$title: 2', async ({ args, says }) => {
    const { code, err } = await run(['doctor', ...args]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  });
});

test('of a server that does not reply nothing is offered to be kept', async () => {
  const { out } = await doctor({ key: KEY });
  expect(out).toContain('FAILED');
  expect(out).not.toMatch(/to keep|To use it/);
});

test('--json gives the same as one object', async () => {
  const { code, out, url } = await doctor({ stop: 'refused' }, ['--json']);
  const { rows, ...rest } = JSON.parse(out);
  expect({ code, ...rest }).toEqual({
    code: 0,
    endpoint: url,
    model: 'small',
    works: true,
    file: null,
    configuration: {
      providers: {
        local: {
          url,
          models: { small: { quirks: { takesStop: false, takesImages: true, grammarField: 'structured_outputs' } } },
        },
      },
    },
  });
  expect(rows.find(({ row }: { row: string }) => row === 'stop')).toEqual({
    row: 'stop',
    holds: 'no',
    says: 'refused',
    off: 'no stop sequences are sent: an invented result is cut off here, not there',
    quirks: { takesStop: false },
  });
});

test.each([
  { title: 'taken', switches: { key: KEY }, code: 0 },
  { title: 'repeated by a server that refuses it', switches: { key: 'another' }, code: 1 },
])('the key is never shown: $title', async ({ switches, code }) => {
  const ended = await doctor(switches, [], { env: { TAGMA_API_KEY: KEY } });
  expect(ended.code).toBe(code);
  expect(ended.out + ended.err).not.toContain(KEY);
});

test('Ctrl-C ends it in the middle of a request, and nothing is said of what was cut', async () => {
  const { url, bodies } = await capableServer({ paceMs: 60_000 });
  const { child, ended } = start(['doctor', url, '--model', 'small']);
  while (!bodies.some(({ messages }) => messages.at(-1)?.content.includes('17 times 23'))) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGINT');
  const { code, out } = await ended;
  expect({
    code,
    rows: out
      .split('\n')
      .slice(2)
      .map((line) => line.slice(8, 20).trim()),
  }).toEqual({
    code: 130,
    rows: ['server', 'models', 'window', 'key', 'reply', 'usage', ''],
  });
});

describe('--write keeps what was found out, and the next run knows it', () => {
  test('of an address: a new provider, beside what is there', async () => {
    const file = join(temporaryFolder(), 'config.jsonc');
    writeFileSync(file, '{\n  // mine\n  "stop": "off"\n}\n');
    const { code, out, url } = await doctor({ stop: 'refused' }, ['--config', file, '--write']);
    expect({ code, told: out.split('\n').slice(-2) }).toEqual({
      code: 0,
      told: [`Kept in ${file}. To use it: tagma --model local:small`, ''],
    });
    expect(readFileSync(file, 'utf8')).toBe(`{
  // mine
  "stop": "off",
  "providers": {
    "local": {
      "url": "${url}",
      "models": {
        "small": {
          "quirks": {
            "takesStop": false,
            "takesImages": true,
            "grammarField": "structured_outputs"
          }
        }
      }
    }
  }
}
`);
  });

  test('of a provider by its name, without its address; a second time nothing changes', async () => {
    const { url, bodies } = await capableServer({});
    const file = join(temporaryFolder(), 'config.jsonc');
    writeFileSync(file, JSON.stringify({ providers: { mine: { url } } }));
    await run(['doctor', 'mine:small', '--config', file, '--write']);
    const kept = readFileSync(file, 'utf8');
    expect(JSON.parse(kept)).toEqual({
      providers: {
        mine: {
          url,
          models: { small: { quirks: { takesStop: true, takesImages: true, grammarField: 'structured_outputs' } } },
        },
      },
    });
    await run(['doctor', url, '--model', 'small', '--config', file, '--write']);
    expect(readFileSync(file, 'utf8')).toBe(kept);
    bodies.length = 0;
    await run(['-p', 'Say it.', '--model', 'mine:small', '--config', file]);
    expect(bodies.map((body) => Object.keys(body).includes('structured_outputs'))).toEqual([true]);
  });

  test('of a server that does not answer: nothing', async () => {
    const file = join(temporaryFolder(), 'config.jsonc');
    await doctor({ key: KEY }, ['--config', file, '--write']);
    expect(existsSync(file)).toBe(false);
  });
});
