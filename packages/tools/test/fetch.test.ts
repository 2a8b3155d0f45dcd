import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetch } from '../src/fetch.ts';
import { type Operations, runTool } from '../src/index.ts';
import { serve } from './web-server.ts';
import { workspace } from './workspace.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Lets the tool reach loopback. */
const OPEN: Partial<Operations> = { allowAddress: async () => true };

function get(url: string, more: { limit?: number } = {}, operations = OPEN) {
  return runTool(fetch, { url, ...more }, workspace({}, { operations }).context);
}

function page(headers: { [name: string]: string }, body: string | Buffer, status = 200): RequestListener {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}

async function contentOf(headers: { [name: string]: string }, body: string | Buffer) {
  const { origin } = await serve(page(headers, body));
  const { content } = await get(origin);
  return content.slice(content.indexOf('\n') + 1).trim();
}

describe('what comes back', () => {
  test('an HTML page is Markdown, with its address, status and title', async () => {
    const { origin, requests } = await serve(
      page(
        HTML,
        '<!doctype html><html><head><title>A &amp; B</title><style>p{}</style></head><body><h1>Hello</h1><script>x()</script>' +
          '<p>See <a href="../docs?a=(1)">the docs</a>, <a href="javascript:x()">not this</a> and <b>that</b>.</p><form><label>Name</label>' +
          '<input name=n></form><p hidden>unseen</p><pre class="language-ts"><code>a\n  ``` b</code></pre>' +
          '<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td>x</td></tr></table></body></html>',
      ),
    );
    expect(await get(`${origin}/a/b#part`)).toEqual({
      status: 'ok',
      content: `${origin}/a/b#part (status 200, text/html)\nA & B\n\n# Hello\n\nSee [the docs](${origin}/docs?a=%281%29), not this and **that**.\n\n\`\`\`\`ts\na\n  \`\`\` b\n\`\`\`\`\n\n| A | B |\n| --- | --- |\n| 1\\|2 | x |`,
      details: {
        url: `${origin}/a/b#part`,
        status: 200,
        contentType: 'text/html',
        title: 'A & B',
        bytes: expect.any(Number),
        characters: expect.any(Number),
        truncated: false,
      },
    });
    expect(requests[0]?.url).toBe('/a/b');
    expect(requests[0]?.headers['user-agent']).toBe('tagma');
    expect(requests[0]?.headers.cookie).toBeUndefined();
  });

  test('of a page with an article only that, whatever stands around it', async () => {
    const text = 'The quick brown fox jumps over the lazy dog, and then, well, it sleeps for a while. ';
    const menu = `<nav><ul>${'<li><a href=/x>Menu</a></li>'.repeat(30)}</ul></nav>`;
    const content = await contentOf(
      HTML,
      `<html><body>${menu}<article><h1>Fox</h1>${`<p>${text}</p>`.repeat(20)}</article></body></html>`,
    );
    expect(content).toContain('lazy dog');
    expect(content).not.toContain('Menu');
  });

  const json = '{"b": 12345678901234567890, "a": [], "c": [1, {"d": "x,y: {\\"z\\"}"}], "a": 1.50}';
  const pretty =
    '{\n  "b": 12345678901234567890,\n  "a": [],\n  "c": [\n    1,\n    {\n      "d": "x,y: {\\"z\\"}"\n    }\n  ],\n  "a": 1.50\n}';
  const rows: [title: string, headers: { [name: string]: string }, body: string | Buffer, expected: string][] = [
    ['JSON on many lines, numbers whole', { 'content-type': 'application/json' }, json, pretty],
    ['JSON of a kind', { 'content-type': 'application/problem+json; charset=utf-8' }, '[1,2]', '[\n  1,\n  2\n]'],
    ['broken JSON as it is', { 'content-type': 'application/json' }, '{"a": ', '{"a":'],
    ['text as it is', { 'content-type': 'text/plain' }, '<b>a</b>\n  b', '<b>a</b>\n  b'],
    ['XML as it is', { 'content-type': 'application/rss+xml' }, '<rss><a/></rss>', '<rss><a/></rss>'],
    ['HTML that nobody calls so', {}, '<!DOCTYPE html><p>a <i>b</i></p>', 'a *b*'],
    ['text that nobody calls so', {}, 'plain 中文', 'plain 中文'],
    ['a part of a page', HTML, '<h2>x</h2>', '## x'],
    ['a page that scripts would show', HTML, '<html hidden><body style="display:none"><p>x<p hidden>y</html>', 'x'],
    [
      'the charset of the header',
      { 'content-type': 'text/plain; charset=gb18030' },
      Buffer.from('d6d0cec4', 'hex'),
      '中文',
    ],
    [
      'the charset of the page',
      { 'content-type': 'text/html' },
      Buffer.from('<meta charset="shift_jis"><p>\x93\xfa\x96\x7b</p>', 'latin1'),
      '日本',
    ],
    ['a charset that nobody knows', { 'content-type': 'text/plain; charset=klingon' }, 'é', 'é'],
    ['a byte order mark', { 'content-type': 'text/plain' }, Buffer.from('\ufeffa中', 'utf16le'), 'a中'],
    ['gzip', { 'content-type': 'text/plain', 'content-encoding': 'gzip' }, gzipSync('packed'), 'packed'],
    ['brotli', { 'content-type': 'text/plain', 'content-encoding': 'br' }, brotliCompressSync('packed'), 'packed'],
    [
      'a link by the base of the page',
      HTML,
      '<html><head><base href="https://example.org/x/"></head><body><a href="y">z</a></body></html>',
      '[z](https://example.org/x/y)',
    ],
  ];
  test.each(rows)('%s', async (_, headers, body, expected) => {
    expect(await contentOf(headers, body)).toBe(expected);
  });

  test('a long page is cut, and kept where it can be read', async () => {
    const body = '中😀'.repeat(20_000);
    const { origin } = await serve(page({ 'content-type': 'text/plain' }, body));
    const { status, content, details, notes } = await get(origin, { limit: 5 });
    expect({ status, content }).toEqual({ status: 'ok', content: `${origin}/ (status 200, text/plain)\n\n中😀中` });
    const path = String(details.fullOutputPath);
    expect(notes).toEqual([
      `showing 4 of 60000 characters; use a limit up to 50000, or read or grep ${path}, which holds all of it`,
    ]);
    expect(readFileSync(path, 'utf8')).toBe(body);
  });

  test('an error of the server is an error, with what it says', async () => {
    const { origin } = await serve(page({ 'content-type': 'text/plain' }, 'nothing here', 404));
    expect(await get(`${origin}/x`)).toMatchObject({
      status: 'error',
      content: `${origin}/x (status 404, text/plain)\n\nnothing here`,
      notes: ['The server answered with status 404: there is no such page; check the address'],
    });
  });

  test('what is no text is not read, and its type and size are said', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '123456' }).write('x');
    });
    expect(await get(origin)).toMatchObject({
      status: 'error',
      content: `${origin}/ (status 200) cannot be shown: it is not text (image/png, 123456 bytes). To keep the file itself, use bash with curl -o.`,
    });
  });

  test.each([
    ['made by scripts', '<html><body><div id=app></div><script>go()</script></body></html>'],
    ['whose first tag never ends', "<html src='//[>x"],
    ['of nothing but style', '<style><html>'],
  ])('a page without text says so: one %s', async (_, body) => {
    const { origin } = await serve(page(HTML, body));
    expect((await get(origin)).notes).toEqual(['the page has no text: it is empty, or made by scripts in a browser']);
  });

  test.each([
    ...['div', 'b', 'colgroup', 'thead', 'body', 'head', 'html', 'x-y'].map((name) => `<${name}>`.repeat(10_000)),
    '<ul><li>'.repeat(299),
  ])('a page that is nested too deeply is refused, whatever with', async (body) => {
    const { origin } = await serve(page(HTML, body));
    expect(await get(origin)).toMatchObject({
      status: 'error',
      content: expect.stringContaining('cannot be shown: it is nested too deeply to be read'),
    });
  });

  test.each([
    [
      'elements that need no end',
      `${'<p>a<br>'.repeat(1_000)}<ul>${'<li>b'.repeat(1_000)}</ul><dl>${'<dt>c<dd>d'.repeat(1_000)}</dl>`,
    ],
    [
      'many tables of parts without an end',
      '<table><colgroup><col><thead><tr><th>a<tbody><tr><td>b</table>'.repeat(500),
    ],
    ['lists in lists', `${'<ul><li>'.repeat(100)}a`],
  ])('a page of %s is not nested', async (_, body) => {
    const { origin } = await serve(page(HTML, body));
    expect((await get(origin)).status).toBe('ok');
  });
});

describe('limits', () => {
  const MEGABYTE = 1024 ** 2;

  test('an answer without end is read up to the limit', async () => {
    let sent = 0;
    const { origin } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const chunk = Buffer.alloc(64 * 1024, 'a');
      const more = () => {
        while (!response.destroyed && sent < 1024 * MEGABYTE) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      more();
    });
    const { status, details, notes } = await get(origin, { limit: 1 });
    expect({ status, bytes: details.bytes, truncated: details.truncated }).toEqual({
      status: 'ok',
      bytes: 5 * MEGABYTE,
      truncated: true,
    });
    expect(notes?.[1]).toBe('only the first 5 MB of the page were read');
    expect(sent).toBeLessThan(64 * MEGABYTE);
  });

  test('a small answer does not become a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE));
    const { origin } = await serve(page({ 'content-type': 'text/plain', 'content-encoding': 'gzip' }, bomb));
    expect(bomb.length).toBeLessThan(MEGABYTE);
    expect((await get(origin, { limit: 1 })).details).toMatchObject({ bytes: 5 * MEGABYTE, truncated: true });
  });

  test.each([
    ['many characters', `<p>${'a'.repeat(1_100_000)}</p>`],
    ['many tags', '<p>a</p>'.repeat(40_000)],
  ])('of a page of %s the first part is read, and it is said', async (_, body) => {
    const { origin } = await serve(page(HTML, body));
    const { status, details, notes } = await get(origin, { limit: 1 });
    expect({ status, truncated: details.truncated }).toEqual({ status: 'ok', truncated: true });
    expect(notes?.[1]).toBe('only the first part of the page was read: it is too large to be made readable');
  });

  test.each([
    ['cut off', 'gzip', gzipSync('x'.repeat(10_000)).subarray(0, 30), 'the answer was cut off'],
    ['not packed as it says', 'gzip', Buffer.from('plain'), 'incorrect header check'],
    ['packed as nobody asked', 'zstd', Buffer.from('x'), 'its body is encoded as "zstd", which was not asked for'],
  ])('an answer that is %s is an error', async (_, encoding, body, problem) => {
    const { origin } = await serve(page({ 'content-type': 'text/plain', 'content-encoding': encoding }, body));
    expect(await get(origin)).toMatchObject({
      status: 'error',
      content: `${origin}/ could not be fetched: ${problem}.`,
    });
  });

  test('a server that never answers is left when the call is aborted', async () => {
    const abort = new AbortController();
    const { origin } = await serve(() => abort.abort());
    const { context } = workspace({}, { operations: OPEN, signal: abort.signal });
    expect(await runTool(fetch, { url: origin }, context)).toMatchObject({ status: 'aborted' });
  });

  test('a name that is never looked up is left when the call is aborted', async () => {
    const abort = new AbortController();
    const lookUp = () => {
      setTimeout(() => abort.abort(), 10);
      return new Promise<never>(() => {});
    };
    const { context } = workspace({}, { operations: { lookUp }, signal: abort.signal });
    expect(await runTool(fetch, { url: 'http://example.org' }, context)).toMatchObject({ status: 'aborted' });
  });

  test('nothing that listens, and a server that hangs up', async () => {
    const closed = createTcpServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void closed.close());
    const address = closed.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect((await get(`http://127.0.0.1:${port}`)).content).toContain(
      'could not be fetched: the server closed the connection',
    );
    closed.close();
    expect((await get(`http://127.0.0.1:${port}`)).content).toContain('could not be fetched: nothing listens there');
  });
});

describe('redirects', () => {
  test('are followed, and the last address is said', async () => {
    const { origin } = await serve((request, response) => {
      if (request.url === '/end') response.writeHead(200, { 'content-type': 'text/plain' }).end('here');
      else response.writeHead(302, { location: 'end' }).end();
    });
    expect(await get(`${origin}/start`)).toMatchObject({
      content: `${origin}/end (status 200, text/plain)\n\nhere`,
      details: { url: `${origin}/end` },
    });
  });

  test('end after ten', async () => {
    const { origin, requests } = await serve(
      (_, response) => void response.writeHead(301, { location: '/again' }).end(),
    );
    expect((await get(origin)).content).toBe(
      `${origin}/again could not be fetched: there were more than 10 redirects.`,
    );
    expect(requests.length).toBe(11);
  });

  test.each([
    ['file:///etc/passwd', 'it redirects to file:, and only http and https are followed'],
    ['ftp://example.org/', 'it redirects to ftp:, and only http and https are followed'],
    ['data:text/plain,x', 'it redirects to data:, and only http and https are followed'],
    ['http://[broken', 'it redirects to "http://[broken", which is no address'],
  ])('to %s are refused', async (location, problem) => {
    const { origin } = await serve((_, response) => void response.writeHead(302, { location }).end());
    expect((await get(origin)).content).toBe(`${origin}/ was not fetched: ${problem}.`);
  });

  /** All names lead to this machine. */
  const named: Partial<Operations> = { ...OPEN, lookUp: async () => [{ address: '127.0.0.1', family: 4 }] };

  test.each([
    ['another name', 'docs.example.net'],
    ['a name below it', 'evil.example.org'],
    ['the name above it', 'org'],
    ['one that only begins so', 'example.org.evil.net'],
    ['one that only ends so', 'myexample.org'],
  ])('to %s are told and not followed: permission was given for a host', async (_, host) => {
    const { port, requests } = await serve((request, response) => {
      const location = request.url === '/1' ? '/2' : `http://me:secret@${host}:${port}/x?y#z`;
      response.writeHead(302, { location }).end();
    });
    const next = `http://${host}:${port}/x?y#z`;
    expect(await get(`http://example.org:${port}/1`, {}, named)).toEqual({
      status: 'error',
      content: `http://example.org:${port}/2 was not fetched: it redirects to another host. To follow it, fetch ${next}`,
      details: { url: `http://example.org:${port}/2`, redirectsTo: next },
    });
    expect(requests.map(({ headers }) => headers.host)).toEqual([`example.org:${port}`, `example.org:${port}`]);
  });

  test.each([
    ['example.org', 'www.example.org'],
    ['www.example.org', 'EXAMPLE.org'],
    ['example.org', 'example.org.'],
  ])('from %s to %s are the same host', async (from, to) => {
    const { port } = await serve((request, response) => {
      if (request.url === '/2') response.writeHead(200, { 'content-type': 'text/plain' }).end('here');
      else response.writeHead(302, { location: `http://${to}:${port}/2` }).end();
    });
    expect(await get(`http://${from}:${port}/1`, {}, named)).toMatchObject({ status: 'ok' });
  });

  test('a user and password go to their own host alone, and are not shown', async () => {
    const other = await serve(page({ 'content-type': 'text/plain' }, 'other'));
    const own = await serve((request, response) => {
      const location = request.url === '/1' ? '/2' : `${other.origin}/3`;
      response.writeHead(302, { location }).end();
    });
    const { content } = await get(`http://me:se%3Acret@127.0.0.1:${own.port}/1`);
    const sent = [...own.requests, ...other.requests].map(({ headers }) => headers.authorization);
    const basic = `Basic ${Buffer.from('me:se:cret').toString('base64')}`;
    expect(sent).toEqual([basic, basic, undefined]);
    expect(content).toBe(`${other.origin}/3 (status 200, text/plain)\n\nother`);
  });
});

describe('addresses that are not public', () => {
  /** Names as a DNS gives them. */
  const NAMES: { readonly [name: string]: readonly string[] } = {
    'both.example': ['93.184.216.34', '127.0.0.1'],
    'private.example': ['10.1.2.3'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'metadata.example': ['169.254.169.254'],
    'odd.example': ['not an address'],
  };
  const strict: Partial<Operations> = {
    lookUp: async (host) => (NAMES[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  };

  test.each([
    ...[
      '127.0.0.1',
      '127.1',
      '0',
      '0.0.0.0',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
    ],
    ...[
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[fe80::1]',
      '[fd00::1]',
    ],
    ...[
      '10.0.0.1',
      '192.168.1.1',
      '172.16.0.1',
      '169.254.169.254',
      '100.100.100.200',
      '168.63.129.16',
      '１２７.０.０.１',
    ],
    ...Object.keys(NAMES),
  ])('http://%s is refused, and nothing is sent', async (host) => {
    const { port, requests } = await serve(page({}, 'secret'));
    const { status, content } = await get(`http://${host}:${port}/`, {}, strict);
    expect(status).toBe('error');
    expect(content).toMatch(
      /was not fetched: .* not an address of the public internet\. For a server of your own .* use bash with curl\.$/,
    );
    expect(requests).toEqual([]);
  });

  test('localhost is refused by the names of this machine', async () => {
    const { port, requests } = await serve(page({}, 'secret'));
    for (const host of ['localhost', 'LOCALHOST']) {
      expect((await get(`http://${host}:${port}/`, {}, {})).content).toContain('was not fetched: ');
    }
    expect(requests).toEqual([]);
  });

  test.each([
    ['the same name, which has another address by then', 'open.example', '127.0.0.2'],
    ['its www', 'www.open.example', '10.1.2.3'],
  ])('a redirect to one is refused: %s', async (_, host, address) => {
    const { port, requests } = await serve(
      (_request, response) => void response.writeHead(302, { location: `http://${host}:${port}/2` }).end(),
    );
    const addresses = ['127.0.0.1', address];
    const operations: Partial<Operations> = {
      lookUp: async () => [{ address: addresses.shift() ?? '', family: 4 }],
      allowAddress: async (one) => one === '127.0.0.1',
    };
    expect((await get(`http://open.example:${port}/`, {}, operations)).content).toMatch(
      /\/2 was not fetched: .* not an address of the public internet/,
    );
    expect(requests.length).toBe(1);
  });

  test('a name is looked up once, and the connection goes to that address', async () => {
    const { port } = await serve(page({ 'content-type': 'text/plain' }, 'here'));
    let looked = 0;
    const lookUp = async () => [{ address: looked++ === 0 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
    const operations = { lookUp, allowAddress: async (address: string) => address === '127.0.0.1' };
    expect((await get(`http://rebinding.example:${port}/`, {}, operations)).content).toContain('here');
    expect(looked).toBe(1);
  });
});

test.each(['example.org', 'file:///etc/passwd', 'ftp://example.org', 'javascript:x', '', 'https://', '/etc/passwd'])(
  'the address %j is refused',
  async (url) => {
    expect((await get(url)).content).toContain('Not an address of the web: ');
  },
);
