/** A real HTTP server on the loopback for one test, and what it was asked. Closed when the test has ended. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { CERTIFICATE, KEY } from './certificate.ts';

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** @param where to listen; by default on a port of its own, without TLS */
export async function serve(
  answer: (response: ServerResponse, received: Received) => void | Promise<void>,
  { socketPath, secure = false }: { readonly socketPath?: string; readonly secure?: boolean } = {},
) {
  const received: Received[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: Buffer.concat(pieces).toString('utf8') };
    received.push(one);
    await answer(response, one);
  };
  const server = secure ? createTlsServer({ cert: CERTIFICATE, key: KEY }, listener) : createServer(listener);
  await new Promise<void>((resolve) =>
    socketPath === undefined ? server.listen(0, '127.0.0.1', resolve) : server.listen(socketPath, resolve),
  );
  const address = server.address();
  const origin =
    typeof address === 'string'
      ? `unix:${address}`
      : `${secure ? 'https' : 'http'}://127.0.0.1:${(address as AddressInfo).port}`;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(close);
  return { origin, url: `${origin}${socketPath === undefined ? '/v1' : ''}`, received, close };
}

/** An address of the loopback where nothing listens. */
export async function deadUrl(): Promise<string> {
  const server = await serve(() => {});
  await server.close();
  return server.url;
}

export const SSE = { 'content-type': 'text/event-stream' };
export const JSON_TYPE = { 'content-type': 'application/json' };

export function event(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

/** A whole stream: the texts as deltas, a finish, and the end mark. */
export function streamOf(texts: readonly string[], finish = 'stop'): string {
  return `${texts.map((content) => event({ content })).join('')}${event({}, finish)}data: [DONE]\n\n`;
}

/** Write in pieces of so many bytes, each in a packet of its own as far as the system lets one choose. */
export async function writeInPieces(response: ServerResponse, sent: string | Buffer, bytes: number): Promise<void> {
  const whole = Buffer.from(sent);
  for (let at = 0; at < whole.length; at += bytes) {
    response.write(whole.subarray(at, at + bytes));
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}
