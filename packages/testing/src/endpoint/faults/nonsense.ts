/** The server answers with something else than a completion. */
import { type EndpointFault, eventsOf, type Play, type Played, SSE, written } from './fault.ts';

const LINE_BYTES = 50 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

const sends =
  (headers: Record<string, string>, text: string): (() => Play) =>
  () =>
  ({ response }) => {
    response.writeHead(200, headers).end(text);
    return 'waiting';
  };

export const NONSENSE: readonly EndpointFault[] = [
  {
    name: 'html',
    does: 'answers 200 with an HTML page, as the login page of a network does',
    play: sends({ 'content-type': 'text/html' }, '<!doctype html><html><title>Log in</title></html>'),
  },
  { name: 'empty', does: 'answers 200 without a body', play: sends(SSE, '') },
  {
    name: 'plain-text',
    does: 'answers 200 in plain text',
    play: sends({ 'content-type': 'text/plain' }, 'It works!\n'),
  },
  {
    name: 'malformed-json',
    does: 'answers with JSON that is none',
    play: sends({ 'content-type': 'application/json' }, '{"choices": [{"message": {"content": \'no\'}}]}'),
  },
  {
    name: 'malformed-sse',
    does: 'breaks off the data of an event in mid-stream, and goes on with the next',
    play: () => (moment) => {
      const events = eventsOf(moment);
      const middle = Math.floor(events.length / 2);
      const broken = events.map((event, at) => (at === middle ? `${event.slice(0, event.length / 2)}\n\n` : event));
      moment.response.writeHead(200, SSE).end(broken.join(''));
      return 'waiting';
    },
  },
  {
    name: 'long-line',
    does: `sends a line of ${LINE_BYTES / PIECE_BYTES} MB`,
    play:
      () =>
      async ({ response }): Promise<Played> => {
        response.writeHead(200, SSE);
        response.write('data: {"choices":[{"delta":{"content":"');
        const piece = Buffer.alloc(PIECE_BYTES, 'a');
        for (let sent = 0; sent < LINE_BYTES && !response.destroyed; sent += PIECE_BYTES)
          await written(response, piece);
        response.end('"}}]}\n\n');
        return 'waiting';
      },
  },
];
