/**
 * An abort in each phase of an exchange: it settles before anything else can come from outside of the process, with what has
 * arrived, and the other side sees the connection close. So do the limits, where they end it.
 */
import { createServer, type Socket } from 'node:net';
import { createGzip } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Server } from '../src/index.ts';
import { ask, whole } from './ask.ts';
import { event, SSE, serve } from './serve.ts';
import { serveProxy } from './serve-proxy.ts';

type Phase = {
  readonly server: Server;
  /** Resolves when the other side has come to the phase. */
  readonly reached: Promise<unknown>;
  /** Resolves when the other side sees the connection close. */
  readonly closed: Promise<unknown>;
};

const phases: [phase: string, start: () => Promise<Phase>, text: string][] = [
  [
    'while the connection is being secured',
    async () => silent((port) => ({ url: `https://127.0.0.1:${port}/v1` })),
    '',
  ],
  [
    'while that to a proxy is being secured',
    async () => silent((port) => ({ url: 'https://model.test/v1', proxy: `https://127.0.0.1:${port}` })),
    '',
  ],
  [
    'while a proxy makes a tunnel',
    async () => silent((port) => ({ url: 'https://model.test/v1', proxy: `http://127.0.0.1:${port}` })),
    '',
  ],
  ['while a connection through a tunnel is being secured', throughTunnel, ''],
  ['while the answer is waited for', () => answering(() => {}), ''],
  [
    'while a proxy is waited for',
    async () => silent((port) => ({ url: 'http://model.test/v1', proxy: `http://127.0.0.1:${port}` })),
    '',
  ],
  [
    'while the reply streams',
    () => answering((response) => void response.writeHead(200, SSE).write(event({ content: 'a' }))),
    'a',
  ],
  [
    'while a compressed reply streams',
    () =>
      answering((response) => {
        const packer = createGzip();
        packer.pipe(response.writeHead(200, { ...SSE, 'content-encoding': 'gzip' }));
        packer.write(event({ content: 'a' }));
        packer.flush();
      }),
    'a',
  ],
];

test.each(phases)('%s', async (_, start, text) => {
  const { server, reached, closed } = await start();
  const abort = new AbortController();
  let settled = false;
  let begun = () => {};
  const arrived = text === '' ? reached : new Promise<void>((resolve) => (begun = resolve));
  const asked = ask(
    server,
    () => {
      begun();
      return 'go on';
    },
    abort.signal,
  ).finally(() => {
    settled = true;
  });
  await arrived;
  abort.abort();
  await new Promise((resolve) => setImmediate(resolve));
  expect(settled).toBe(true);
  expect((await asked).completion).toEqual(whole({ text, finish: 'aborted' }));
  await closed;
});

test.each(phases)('a limit ends it %s', async (_, start, text) => {
  const { server, closed } = await start();
  const limits = text === '' ? { wholeMs: 150 } : { idleMs: 150 };
  const { completion } = await ask({ ...server, limits });
  expect(completion).toMatchObject({ ok: false, text, fault: { kind: 'timeout' } });
  await closed;
});

test('who still waits for a connection keeps it, though another does not', async () => {
  const { server, reached, closed } = await silent((port) => ({ url: `https://127.0.0.1:${port}/v1` }));
  const abort = new AbortController();
  const other = new AbortController();
  let lost = false;
  closed.then(() => {
    lost = true;
  });
  const both = [ask(server, undefined, abort.signal), ask(server, undefined, other.signal)];
  await reached;
  abort.abort();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(lost).toBe(false);
  other.abort();
  await Promise.all([...both, closed]);
});

/** A server that takes connections and says nothing on them. */
async function silent(server: (port: number) => Server): Promise<Phase> {
  const sockets = new Set<Socket>();
  let reach = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', close);
    socket.once('data', reach);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  const address = listener.address();
  return { server: server(typeof address === 'object' ? (address?.port ?? 0) : 0), reached, closed };
}

async function throughTunnel(): Promise<Phase> {
  let to = '';
  const behind = await silent((port) => {
    to = `http://127.0.0.1:${port}`;
    return { url: 'https://model.test/v1' };
  });
  const proxy = await serveProxy({ to });
  return { ...behind, server: { ...behind.server, proxy: proxy.url } };
}

async function answering(answer: Parameters<typeof serve>[0]): Promise<Phase> {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  const { url } = await serve((response, received) => {
    response.on('close', close);
    reach();
    return answer(response, received);
  });
  return { server: { url }, reached, closed };
}
