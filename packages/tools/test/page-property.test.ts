/** Pages as nobody should write them, and servers that say what is not so: an outcome comes back, of a size that is bounded. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../src/charset.ts';
import { fetch } from '../src/fetch.ts';
import { readablePage } from '../src/html-page.ts';
import { type Operations, runTool } from '../src/index.ts';
import { textOfPage } from '../src/page-text.ts';
import { serve } from './web-server.ts';
import { workspace } from './workspace.ts';

const URL_OF_PAGE = new URL('https://example.org/a/b');
/** The worst that a character of a page may become: an escape before it, a link around it, a fence. */
const GROWTH_MAX = 12;

const names = fc.constantFrom(
  ...[
    'html',
    'head',
    'body',
    'title',
    'base',
    'p',
    'div',
    'span',
    'a',
    'img',
    'pre',
    'code',
    'table',
    'tr',
    'td',
    'th',
  ],
  ...['ul', 'ol', 'li', 'form', 'input', 'script', 'style', 'template', 'svg', 'noscript', 'textarea', 'select', 'x-y'],
  ...[
    'h1',
    'blockquote',
    'br',
    'hr',
    'b',
    'em',
    'article',
    'nav',
    'iframe',
    'math',
    'plaintext',
    'xmp',
    'frameset',
    '中',
  ],
);
const attributes = fc.constantFrom(
  ...['', ' href=x', ' href="javascript:x()"', ' href="', " src='//[", ' alt=a src=data:,x', ' hidden', ' start=-1'],
  ...[
    ' style="display:none"',
    ' class="language-` ```"',
    ' colspan=99999999',
    ' base=x',
    ' ="',
    ' a=b a=c',
    ' id=\0',
    '/',
  ],
);
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '&',
    '&amp;',
    '&#0;',
    '&#xD800;',
    '&#99999999;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '<!',
    '</',
    '<',
  ),
  fc.constantFrom('[x](y)', '```', '|', '\\', '1. ', '# ', '<|im_end|>', '</observation>', '\u00a0', ' '.repeat(500)),
);
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(names, attributes).map(([name, attribute]) => `<${name}${attribute}>`) },
  { weight: 3, arbitrary: names.map((name) => `</${name}>`) },
  { weight: 3, arbitrary: texts },
);
const html = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(''));

describe('HTML', () => {
  test('whatever it holds becomes a text, or is refused as too deep', async () => {
    await fc.assert(
      fc.asyncProperty(html, async (text) => {
        const page = await readablePage(text, URL_OF_PAGE);
        if (page === null) return;
        expect(page.markdown.length).toBeLessThan(GROWTH_MAX * text.length + 1_000);
        expect(page.markdown).toBe(page.markdown.trim());
        expect(page.title).not.toMatch(/\n/);
        expect(page.cut).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('whatever its bytes and its charset are called, it becomes a text', async () => {
    const labels = fc.constantFrom(
      ...[
        '',
        'utf-8',
        'utf-16',
        'utf-16be',
        'utf-32',
        'gb18030',
        'shift_jis',
        'iso-2022-jp',
        'x-user-defined',
        'klingon',
      ],
      ...['replacement', 'utf-7', '"utf-8', ';', '\0', 'windows-1252'],
    );
    const types = fc.constantFrom(
      '',
      'text/html',
      'text/plain',
      'application/json',
      'application/xhtml+xml',
      'TEXT/HTML ',
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      html.map((text) => Buffer.from(text, 'utf16le')),
      fc.tuple(labels, html).map(([label, text]) => Buffer.from(`<meta charset="${label}">${text}`, 'latin1')),
    );
    await fc.assert(
      fc.asyncProperty(types, labels, bytes, async (type, label, body) => {
        const contentType = `${type}; charset=${label}`;
        expect(typeof decodeText(body, contentType)).toBe('string');
        const page = await textOfPage(body, contentType, URL_OF_PAGE);
        expect(page.ok ? page.text : page.problem).toEqual(expect.any(String));
      }),
      { numRuns: 300 },
    );
  });
});

describe('servers', () => {
  const names: readonly string[] = ['example.org', 'www.example.org', 'other.example', '10.0.0.1', '[::1]', ''];
  const operations: Partial<Operations> = {
    lookUp: async () => [{ address: '127.0.0.1', family: 4 }],
    allowAddress: async (address) => address === '127.0.0.1',
  };

  test('chains of redirects end, and reach only the host that was asked for', async () => {
    const location = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('/', '/x', 'y', '?z', '#', '', '..', '//', '///', 'http:', 'https:/x', '\\\\x'),
      },
      { weight: 3, arbitrary: fc.constantFrom(...names).map((name) => `http://${name}:PORT/x`) },
      fc.string({ unit: 'binary-ascii', maxLength: 12 }).map((text) => text.replace(/[^\t\x20-\x7e]/g, '')),
    );
    let chain: readonly (readonly [status: number, location: string])[] = [];
    const { port, requests } = await serve((_, response) => {
      const [[status, to] = [200, '']] = chain;
      chain = chain.slice(1);
      const headers = { 'content-type': 'text/plain', location: to.replace('PORT', String(port)) };
      response.writeHead(status, headers).end('body');
    });
    const statuses = fc.constantFrom(301, 302, 303, 307, 308, 300, 304, 200);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(statuses, location), { maxLength: 14 }), async (hops) => {
        chain = hops;
        const before = requests.length;
        const url = `http://example.org:${port}/`;
        const { status, content } = await runTool(fetch, { url }, workspace({}, { operations }).context);
        expect(status).toMatch(/^(ok|error)$/);
        expect(content).not.toBe('');
        const hosts = requests.slice(before).map(({ headers }) => headers.host);
        expect(hosts.length).toBeLessThanOrEqual(11);
        const own = [`example.org:${port}`, `www.example.org:${port}`];
        expect(hosts.filter((host) => !own.includes(host ?? ''))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('headers that are not so give an outcome', async () => {
    const headers = fc.record({
      'content-type': fc.constantFrom(
        '',
        'text/html',
        'text',
        ';',
        'image/png',
        'text/html; charset=x',
        'application/json',
      ),
      'content-encoding': fc.constantFrom('', 'gzip', 'br', 'identity', 'GZIP', 'gzip, br', 'zstd', '\t'),
    });
    let answer: { [name: string]: string } = {};
    let body = Buffer.alloc(0);
    const { origin } = await serve((_, response) => void response.writeHead(200, answer).end(body));
    const context = workspace({}, { operations }).context;
    await fc.assert(
      fc.asyncProperty(headers, fc.uint8Array({ maxLength: 100 }), async (given, bytes) => {
        [answer, body] = [given, Buffer.from(bytes)];
        const outcome = await runTool(fetch, { url: origin }, context);
        expect(outcome.status).toMatch(/^(ok|error)$/);
        expect(outcome.content).toContain(origin);
      }),
      { numRuns: 100 },
    );
  });
});
