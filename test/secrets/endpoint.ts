/**
 * A model that has seen what the session shows it: it is asked for its next reply with all placeholders that have come so far.
 * The same server has a page that echoes a key, and takes whatever is sent to it.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The next reply; null: it is done. `seen`: the names in all placeholders so far. */
export type Speak = (seen: ReadonlySet<string>) => string | null;

export type Listening = {
  readonly url: string;
  readonly port: number;
  /** Each request: its headers but what authorizes it, its query, and of a conversation what is new in it. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
};

const PLACEHOLDER = /\[redacted:([\w~-]+)\]/g;

/** @param echoed what the page says */
export async function listen(speak: Speak, echoed: string): Promise<Listening> {
  const requests: string[] = [];
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const { authorization: _authorization, ...headers } = request.headers;
    const isModel = request.method === 'POST' && /\/chat\/completions/.test(request.url ?? '');
    // The model's server gets what the person has set for it, and nothing else.
    requests.push(isModel ? newIn(body) : JSON.stringify([request.url, request.headers, body]));
    if (!isModel) return void response.end(echoed + JSON.stringify(headers));
    for (const [, name = ''] of body.matchAll(PLACEHOLDER)) seen.add(name);
    const text = speak(seen) ?? '<final>done</final>';
    const chunk = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'scripted' };
    const say = (delta: object, finish: string | null) =>
      `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    response.setHeader('content-type', 'text/event-stream');
    response.end(`${say({ content: text }, null)}${say({}, 'stop')}data: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}/v1`, port, requests },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

/** The last messages: what stands before them was in an earlier request. */
function newIn(body: string): string {
  const { messages, ...rest } = JSON.parse(body) as { readonly messages: readonly { readonly content: unknown }[] };
  const texts = messages.slice(messages.length > 3 ? -2 : 0).map(({ content }) => content);
  return [JSON.stringify(rest), ...texts.map((text) => (typeof text === 'string' ? text : JSON.stringify(text)))].join(
    '\n',
  );
}
