/**
 * A model that names secrets as it was shown them: in its replies `~MARK` is the mark of the session, as it stands in the
 * request that they answer; where there is none there, it stays.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type MarkedEndpoint = {
  readonly url: string;
  /** The bodies of all requests. */
  readonly requests: readonly string[];
  readonly close: () => void;
};

/** @param replies one after the other; then `<final>done</final>` */
export async function startMarkedEndpoint(replies: readonly string[]): Promise<MarkedEndpoint> {
  const requests: string[] = [];
  let next = 0;
  const server = createServer(async (request, response) => {
    if (!request.url?.endsWith('/chat/completions')) return void response.writeHead(404).end();
    let body = '';
    for await (const piece of request) body += piece;
    requests.push(body);
    const mark = [...body.matchAll(/\[redacted:[\w-]+~(\w{4})\]/g)].at(-1)?.[1] ?? 'MARK';
    const content = (replies[next++] ?? '<final>done</final>').replaceAll('~MARK', `~${mark}`);
    const piece = { choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: 'stop' }] };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(piece)}\n\ndata: [DONE]\n\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
