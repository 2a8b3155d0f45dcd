/** A real proxy on the loopback for one test, that leads every request to the same server, and what it was asked. */
import { createServer, type IncomingMessage, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { onTestFinished } from 'vitest';
import { CERTIFICATE, KEY } from './certificate.ts';

export type ProxyOptions = {
  /** Where every request is led, whatever host it names. */
  readonly to?: string;
  /** The value of `proxy-authorization` that it wants; 407 without. */
  readonly authorization?: string;
  /** What it does with every request in place of leading it on. */
  readonly instead?: 'refuse' | 'hang up' | 'say nothing';
  readonly secure?: boolean;
};

export async function serveProxy({ to = 'http://127.0.0.1:9', authorization, instead, secure }: ProxyOptions) {
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const sockets = new Set<Socket>();
  let closed = () => {};
  const sawClose = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const refusal = (message: IncomingMessage): number | null => {
    asked.push(`${message.method} ${message.url}`);
    headers.push(message.headers);
    message.socket.on('close', closed);
    if (instead === 'hang up') message.socket.destroy();
    if (instead === 'refuse') return 502;
    return authorization !== undefined && message.headers['proxy-authorization'] !== authorization ? 407 : null;
  };
  const server = secure ? createTlsServer({ cert: CERTIFICATE, key: KEY }) : createServer();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('request', (incoming, response) => {
    const status = refusal(incoming);
    if (status !== null) response.writeHead(status).end('no');
    if (status !== null || instead !== undefined) return;
    const { pathname, search } = new URL(incoming.url ?? '');
    const onward = request(to + pathname + search, { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      pipeline(answer, response, () => {});
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    const status = refusal(incoming);
    if (status !== null) socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    if (status !== null || instead !== undefined) return;
    const { hostname, port } = new URL(to);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    sockets.add(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const ended = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await ended;
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `${secure ? 'https' : 'http'}://${host}`, host, asked, headers, sawClose };
}
