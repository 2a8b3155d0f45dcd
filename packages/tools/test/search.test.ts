import type { RequestListener } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canSearch, createRegistry, runTool, type SearchSettings, searchWith } from '../src/index.ts';
import { serve } from './web-server.ts';
import { workspace } from './workspace.ts';

const KEY = 'tvly-secret-1234';
const RESULTS = [
  { title: 'One\n two', url: 'https://one.example/', content: `text  ${'x'.repeat(500)}` },
  { title: '', url: 'https://two.example/', content: null },
  { title: '三', url: 'https://three.example/', content: '<b>as it is</b>' },
];

const json =
  (value: unknown, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

function search(settings: SearchSettings, params: { query: string; limit?: number } = { query: 'words' }) {
  return runTool(searchWith(settings), params, workspace().context);
}

describe('SearXNG', () => {
  test('is asked for JSON, and its results are a short list', async () => {
    const { origin, requests } = await serve(json({ results: RESULTS }));
    expect(await search({ searxng: origin, tavilyKey: KEY }, { query: ' a & b 中 ' })).toEqual({
      status: 'ok',
      content: `1. One two\n   https://one.example/\n   text ${'x'.repeat(395)}…\n2. https://two.example/\n   https://two.example/\n3. 三\n   https://three.example/\n   <b>as it is</b>`,
      details: { service: 'SearXNG', results: 3 },
    });
    expect(requests.map(({ url, method }) => `${method} ${url}`)).toEqual([
      'GET /search?q=a+%26+b+%E4%B8%AD&format=json',
    ]);
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  test.each([
    ['', '/search'],
    ['/', '/search'],
    ['/search', '/search'],
    ['/at/home/', '/at/home/search'],
  ])('at the address %j is found at %s', async (path, expected) => {
    const { origin, requests } = await serve(json({ results: [] }));
    expect(await search({ searxng: origin + path })).toMatchObject({
      status: 'ok',
      notes: ['no results; try other or fewer words'],
    });
    expect(requests[0]?.url?.split('?')[0]).toBe(expected);
  });

  test('leaves out what leads nowhere, and shows the rest', async () => {
    const odd = [null, 7, 'x', [], {}, { url: '' }, { url: 7, title: 'x' }];
    const results = [...odd, { url: 'https://a.example/', title: 7, content: { a: 1 } }, ...odd, ...RESULTS.slice(2)];
    const { origin } = await serve(json({ results }));
    expect((await search({ searxng: origin })).content).toBe(
      '1. https://a.example/\n   https://a.example/\n2. 三\n   https://three.example/\n   <b>as it is</b>',
    );
  });

  test('says who had no answer where nothing was found', async () => {
    const engines = [['google', 'CAPTCHA'], ['brave', 'too many\nrequests'], 7];
    const { origin } = await serve(json({ results: [], unresponsive_engines: engines.slice(0, 2) }));
    expect((await search({ searxng: origin })).notes).toEqual([
      'no results; SearXNG had no answer from google: CAPTCHA, brave: too many requests: try again later, or use fetch with an address',
    ]);
    const odd = await serve(json({ results: [], unresponsive_engines: engines }));
    expect((await search({ searxng: odd.origin })).notes).toEqual(['no results; try other or fewer words']);
  });

  test('gives no more than the limit', async () => {
    const { origin } = await serve(json({ results: RESULTS }));
    expect((await search({ searxng: origin }, { query: 'x', limit: 1 })).details).toEqual({
      service: 'SearXNG',
      results: 1,
    });
  });
});

describe('Tavily', () => {
  test('gets the key in the header and the query in the body', async () => {
    const bodies: string[] = [];
    const { origin, requests } = await serve((request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)));
      request.on('end', () => json({ results: RESULTS.slice(2) })(request, response));
    });
    const outcome = await search({ tavilyKey: KEY, tavilyAddress: origin }, { query: 'x', limit: 3 });
    expect(outcome.content).toBe('1. 三\n   https://three.example/\n   <b>as it is</b>');
    expect(requests.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ['POST', '/search', `Bearer ${KEY}`],
    ]);
    expect(bodies.map((body) => JSON.parse(body))).toEqual([{ query: 'x', max_results: 3 }]);
  });

  test('is not followed elsewhere, where the key would go', async () => {
    const other = await serve(json({ results: RESULTS }));
    const { origin } = await serve(
      (_, response) => void response.writeHead(307, { location: `${other.origin}/search` }).end(),
    );
    expect((await search({ tavilyKey: KEY, tavilyAddress: origin })).status).toBe('error');
    expect(other.requests).toEqual([]);
  });
});

const problems: [title: string, answer: RequestListener, searxng: string, tavily: string][] = [
  ['status 403', json({ detail: KEY }, 403), 'search.formats', 'the key is refused'],
  ['status 401', json({ detail: KEY }, 401), 'look at its address', 'the key is refused'],
  ['status 429', json({}, 429), 'limits how often', 'used up'],
  ['status 500', json({}, 500), 'try again later', 'try again later'],
  [
    'no JSON',
    (_, response) => void response.end(`<html>${KEY}`),
    'is not the JSON of a search',
    'is not the JSON of a search',
  ],
  ['other JSON', json({ results: [{ title: 1 }] }), 'is not the JSON of a search', 'is not the JSON of a search'],
  ['no answer', (request) => void request.destroy(), 'closed the connection', 'closed the connection'],
];

test.each(problems)('%s is an error with advice, and shows no key', async (_, answer, forSearxng, forTavily) => {
  const { origin } = await serve(answer);
  const outcomes = [await search({ searxng: origin }), await search({ tavilyKey: KEY, tavilyAddress: origin })];
  expect(outcomes.map(({ status }) => status)).toEqual(['error', 'error']);
  expect(outcomes[0]?.content).toContain(forSearxng);
  expect(outcomes[1]?.content).toContain(forTavily);
  expect(JSON.stringify(outcomes)).not.toContain(KEY);
});

test.each([
  ['an empty query', { query: ' ' }, { tavilyKey: KEY }, 'The query is empty.'],
  ['a long query', { query: 'x'.repeat(401) }, { tavilyKey: KEY }, 'The query has 401 characters; 400 are the most.'],
  ['nobody to ask', { query: 'x' }, {}, 'set SEARXNG_URL or TAVILY_API_KEY'],
  [
    'an address that is none',
    { query: 'x' },
    { searxng: 'searx' },
    'its address (SEARXNG_URL) is not one of http or https',
  ],
])('%s', async (_, params, settings, words) => {
  const { status, content } = await search(settings, params);
  expect(status).toBe('error');
  expect(content).toContain(words);
});

test('an abort ends it', async () => {
  const abort = new AbortController();
  const { origin } = await serve(() => abort.abort());
  const { context } = workspace({}, { signal: abort.signal });
  expect((await runTool(searchWith({ searxng: origin }), { query: 'x' }, context)).status).toBe('aborted');
});

test('is offered only where there is somebody to ask', () => {
  const rows: [SearchSettings, boolean][] = [
    [{}, false],
    [{ searxng: ' ', tavilyKey: '' }, false],
    [{ searxng: 'http://localhost:8080' }, true],
    [{ tavilyKey: KEY }, true],
  ];
  for (const [settings, expected] of rows) expect(canSearch(settings)).toBe(expected);
  expect(createRegistry().specs.some(({ name }) => name === 'search')).toBe(false);
});

/** Bytes that a service may send: JSON of any shape, results of any shape, broken JSON, anything. */
const anyAnswer = fc.oneof(
  fc.json().map((text) => Buffer.from(text)),
  fc
    .record({ results: fc.array(fc.oneof(fc.anything(), fc.record({ url: fc.string(), title: fc.anything() }))) })
    .map((value) => Buffer.from(JSON.stringify(value))),
  fc
    .record({ results: fc.constant([]), unresponsive_engines: fc.anything() })
    .map((value) => Buffer.from(JSON.stringify(value))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

test('whatever a service answers, an outcome comes back that says something, each result on lines of its own', async () => {
  let bytes = Buffer.alloc(0);
  let status = 200;
  const { origin } = await serve((_, response) => void response.writeHead(status).end(bytes));
  await fc.assert(
    fc.asyncProperty(anyAnswer, fc.constantFrom(200, 200, 200, 204, 404, 418, 503), async (answer, code) => {
      [bytes, status] = [answer, code];
      const outcome = await search({ searxng: origin });
      expect(outcome.status).toMatch(/^(ok|error)$/);
      expect(outcome.content + (outcome.notes ?? []).join('')).not.toBe('');
      if (outcome.status !== 'ok') return;
      const { results } = outcome.details as { results: number };
      const starts = outcome.content.split('\n').filter((line) => /^\d+\. /.test(line));
      expect(starts.length).toBe(results);
    }),
    { numRuns: 200 },
  );
});
