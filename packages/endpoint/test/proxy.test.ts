import { describe, expect, test } from 'vitest';
import { proxyFor } from '../src/index.ts';
import { ask, whole } from './ask.ts';
import { CERTIFICATE } from './certificate.ts';
import { deadUrl, event, SSE, serve, streamOf } from './serve.ts';
import { serveProxy } from './serve-proxy.ts';

describe('the proxy that the environment names', () => {
  const all = { HTTP_PROXY: 'http://h:1', HTTPS_PROXY: 'http://s:1' };
  const rows: [title: string, url: string, env: Record<string, string>, proxy: string | null][] = [
    ['for http', 'http://model.test/v1', all, 'http://h:1'],
    ['for https', 'https://model.test/v1', all, 'http://s:1'],
    ['for all, where no other is named', 'https://model.test/v1', { ALL_PROXY: 'http://a:1' }, 'http://a:1'],
    ['its own before that for all', 'https://model.test/v1', { ...all, all_proxy: 'http://a:1' }, 'http://s:1'],
    ['in lower case before capitals', 'http://model.test/v1', { ...all, http_proxy: 'http://l:1' }, 'http://l:1'],
    ['is not the one of the other scheme', 'https://model.test/v1', { http_proxy: 'http://l:1' }, null],
    ['an empty one counts as not set', 'http://model.test/v1', { ...all, http_proxy: '' }, 'http://h:1'],
    ['none is set', 'http://model.test/v1', {}, null],
    ['without a scheme', 'http://model.test/v1', { http_proxy: 'me:pw@l:1' }, 'http://me:pw@l:1'],
    ['not for 127.0.0.1', 'http://127.0.0.1:8080/v1', all, null],
    ['not for any of its network', 'http://127.9.9.9/v1', all, null],
    ['not for localhost', 'http://localhost:8080/v1', all, null],
    ['not for a name below localhost', 'http://llama.localhost/v1', all, null],
    ['not for ::1', 'http://[::1]:8080/v1', all, null],
    ['not for a mapped ::ffff:127.0.0.1', 'http://[::ffff:127.0.0.1]/v1', all, null],
    ['not for 0.0.0.0', 'http://0.0.0.0:8080/v1', all, null],
    ['not for a unix socket', 'unix:/run/llama.sock', all, null],
    ['not for a unix socket in a URL', 'http+unix://%2Frun%2Fllama.sock/v1', all, null],
    ['for a name that begins like this machine', 'http://127.example/v1', all, 'http://h:1'],
    ['for a neighbour', 'http://192.168.1.7:8080/v1', all, 'http://h:1'],
    ['for nothing that is no address', 'model.test', all, null],
  ];
  test.each(rows)('%s', (_, url, env, proxy) => {
    expect(proxyFor(url, env)).toBe(proxy);
  });

  const exceptions: [noProxy: string, url: string, excepted: boolean][] = [
    ['*', 'http://model.test/v1', true],
    ['model.test', 'http://model.test/v1', true],
    ['MODEL.test', 'http://model.TEST/v1', true],
    ['model.test', 'http://a.model.test/v1', true],
    ['model.test', 'http://amodel.test/v1', false],
    ['.model.test', 'http://a.model.test/v1', true],
    ['*.model.test', 'http://a.model.test/v1', true],
    ['other.test, model.test', 'http://model.test/v1', true],
    ['other.test model.test', 'http://model.test/v1', true],
    ['other.test', 'http://model.test/v1', false],
    ['model.test:8080', 'http://model.test:8080/v1', true],
    ['model.test:8080', 'http://model.test/v1', false],
    ['model.test:80', 'http://model.test/v1', true],
    ['model.test:443', 'https://model.test/v1', true],
    ['model.test', 'http://model.test./v1', true],
    ['192.168.1.7', 'http://192.168.1.7:8080/v1', true],
    ['192.168.1.7:8080', 'http://192.168.1.7:8080/v1', true],
    ['192.168.1.7:81', 'http://192.168.1.7:8080/v1', false],
    ['192.168.0.0/16', 'http://192.168.1.7/v1', true],
    ['192.168.0.0/24', 'http://192.168.1.7/v1', false],
    ['10.0.0.0/8', 'http://10.test/v1', false],
    ['10.0.0.0/99', 'http://10.0.0.1/v1', false],
    ['fd00::1', 'http://[fd00::1]/v1', true],
    ['[fd00::1]:8080', 'http://[fd00:0:0::1]:8080/v1', true],
    ['[fd00::1]:8080', 'http://[fd00::1]/v1', false],
    ['fd00::/8', 'http://[fd12::1]/v1', true],
    ['/8', 'http://10.0.0.1/v1', false],
    [',', 'http://model.test/v1', false],
  ];
  test.each(exceptions)('NO_PROXY=%s, %s: %s', (noProxy, url, excepted) => {
    expect(proxyFor(url, { ALL_PROXY: 'http://a:1', NO_PROXY: noProxy })).toBe(excepted ? null : 'http://a:1');
  });
});

describe('through a proxy', () => {
  const reply = () => serve((response) => void response.writeHead(200, SSE).end(streamOf(['a'])));
  const secureReply = () =>
    serve((response) => void response.writeHead(200, SSE).end(streamOf(['a'])), { secure: true });

  test('a server without TLS is asked for by its whole address', async () => {
    const server = await reply();
    const proxy = await serveProxy({ to: server.origin });
    const { completion } = await ask({ url: 'http://model.test/v1', proxy: proxy.url, apiKey: 'sk-1' });
    expect(completion).toEqual(whole({ text: 'a' }));
    expect(proxy.asked).toEqual(['POST http://model.test/v1/chat/completions']);
    expect(server.received[0]?.headers).toMatchObject({
      host: 'model.test',
      authorization: 'Bearer sk-1',
      'accept-encoding': 'gzip, deflate, br',
    });
  });

  test.each([false, true])(
    'one with TLS is reached by a tunnel, in which it is asked twice (proxy with TLS: %s)',
    async (secure) => {
      const server = await secureReply();
      const proxy = await serveProxy({ to: server.origin, secure });
      const asked = { url: 'https://model.test/v1', proxy: proxy.url, ca: CERTIFICATE };
      expect((await ask(asked)).completion).toEqual(whole({ text: 'a' }));
      // The end of an answer is taken off the connection after the reply is settled.
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await ask(asked)).completion).toEqual(whole({ text: 'a' }));
      expect(proxy.asked).toEqual(['CONNECT model.test:443']);
      expect(server.received[0]?.headers.host).toBe('model.test');
    },
  );

  test.each([
    ['http://model.test/v1', 'me:p%40ss', 'me:p@ss'],
    ['https://model.test/v1', 'me:p%40ss', 'me:p@ss'],
    ['https://model.test/v1', 'me', 'me:'],
  ])('%s: it gets the user and the password %s, the server does not', async (url, user, decoded) => {
    const server = await (url.startsWith('https') ? secureReply() : reply());
    const authorization = `Basic ${Buffer.from(decoded).toString('base64')}`;
    const proxy = await serveProxy({ to: server.origin, authorization });
    const { completion } = await ask({ url, ca: CERTIFICATE, proxy: proxy.url.replace('//', `//${user}@`) });
    expect(completion).toEqual(whole({ text: 'a' }));
    expect(proxy.headers.map((headers) => headers['proxy-authorization'])).toEqual([authorization]);
  });

  const REFUSED = [
    [
      'wants another password',
      { authorization: 'Basic eDp5' },
      'auth',
      /does not let anybody through.*407/,
      /USER:PASSWORD@/,
      407,
    ],
    ['refuses', { instead: 'refuse' }, 'network', /refuses: it answered 502/, /NO_PROXY/, null],
    ['hangs up', { instead: 'hang up' }, 'network', /closed the connection/, /NO_PROXY/, null],
    ['says nothing', { instead: 'say nothing' }, 'network', /made no connection in 0\.1 s/, /NO_PROXY/, null],
  ] as const;
  test.each(REFUSED)(
    'a proxy that %s is named in the fault, without its password',
    async (_, options, kind, said, advice, status) => {
      const proxy = await serveProxy(options);
      const { completion } = await ask({
        url: 'https://model.test/v1',
        proxy: proxy.url.replace('//', '//me:secret-word@'),
        limits: { connectMs: 100 },
      });
      expect(completion).toMatchObject({
        ok: false,
        fault: { kind, status, message: expect.stringMatching(said), advice: expect.stringMatching(advice) },
      });
      expect(JSON.stringify(completion)).toContain(`the proxy ${proxy.url} `);
      expect(JSON.stringify(completion)).not.toContain('secret-word');
      expect(proxy.asked).toEqual(['CONNECT model.test:443']);
    },
  );

  test('one that cannot reach a server without TLS is named in what it answers', async () => {
    const proxy = await serveProxy({ instead: 'refuse' });
    const { completion } = await ask({
      url: 'http://model.test/v1',
      proxy: proxy.url.replace('//', '//me:secret-word@'),
    });
    expect(completion).toMatchObject({
      fault: {
        kind: 'overloaded',
        message: `http://model.test/v1/chat/completions answered 502 by way of the proxy ${proxy.url}: no`,
      },
    });
  });

  test('one that wants another password for plain HTTP is named, too', async () => {
    const proxy = await serveProxy({ authorization: 'Basic eDp5' });
    const { completion } = await ask({ url: 'http://model.test/v1', proxy: proxy.url });
    expect(completion).toMatchObject({
      fault: { kind: 'auth', message: expect.stringContaining(`the proxy ${proxy.url} `) },
    });
  });

  test.each(['http://model.test/v1', 'https://model.test/v1'])('where nothing listens: %s', async (url) => {
    const dead = new URL(await deadUrl()).origin;
    const { completion } = await ask({ url, proxy: dead });
    expect(completion).toMatchObject({
      fault: {
        kind: 'network',
        message: `${url}/chat/completions cannot be reached: the proxy ${dead} cannot be reached: ECONNREFUSED (PROXY_UNREACHABLE).`,
        advice: expect.stringContaining('HTTPS_PROXY'),
      },
    });
  });

  test.each(['socks5://me:secret-word@p:1080', 'nonsense'])(
    'an address that is none of a proxy of ours: %s',
    async (proxy) => {
      const { completion } = await ask({ url: 'http://model.test/v1', proxy });
      expect(completion).toMatchObject({
        fault: { kind: 'network', message: expect.stringContaining('http:// or https://') },
      });
      expect(JSON.stringify(completion)).not.toContain('secret-word');
    },
  );

  test("a reply that is cut is the server's fault, not that of the proxy", async () => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).write(event({ content: 'a' }), () => response.destroy());
    });
    const proxy = await serveProxy({ to: server.origin });
    const { completion } = await ask({ url: 'http://model.test/v1', proxy: proxy.url });
    expect(completion).toMatchObject({ ok: false, text: 'a', fault: { kind: 'network' } });
    expect(JSON.stringify(completion)).not.toContain('the proxy');
  });
});
