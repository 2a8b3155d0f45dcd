/** The connection goes while something is under way. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { END_MARK, type EndpointFault, eventsOf, JSON_TYPE, type Play, type Played, SSE, written } from './fault.ts';

/** The connections that have carried a request already. */
const used = new WeakSet<Socket>();

export const CUTTING: readonly EndpointFault[] = [
  { name: 'drop', does: 'closes the connection without an answer', play: () => drop(null) },
  { name: 'drop@N', does: 'closes the connection after N bytes of the stream', play: (bytes) => drop(bytes) },
  {
    name: 'json-cut',
    does: 'answers with one JSON value, of which the second half is missing',
    play:
      () =>
      ({ response, reply }) => {
        const whole = JSON.stringify({ choices: [{ message: { content: reply.text }, finish_reason: 'stop' }] });
        response.writeHead(200, JSON_TYPE).end(whole.slice(0, whole.length / 2));
        return 'waiting';
      },
  },
  {
    name: 'gzip-cut',
    does: 'sends the stream packed by gzip, of which the second half is missing',
    play:
      () =>
      async (moment): Promise<Played> => {
        const packed = gzipSync([...eventsOf(moment), END_MARK].join(''));
        moment.response.writeHead(200, { ...SSE, 'content-encoding': 'gzip' });
        await written(moment.response, packed.subarray(0, packed.length / 2));
        moment.response.destroy();
        return 'waiting';
      },
  },
  {
    name: 'keep-alive-reset',
    does: 'answers, keeps the connection open, and resets it when the next request comes',
    play: () => (moment) => {
      const { socket } = moment.incoming;
      if (!used.has(socket)) {
        used.add(socket);
        return 'script';
      }
      socket.resetAndDestroy();
      return 'waiting';
    },
  },
];

/** A stream of which the client has the finish is whole to it, whatever came after. */
function drop(bytes: number | null): Play {
  return async (moment): Promise<Played> => {
    if (bytes === null) {
      moment.incoming.socket.destroy();
      return 'waiting';
    }
    const events = eventsOf(moment);
    const stream = Buffer.from([...events, END_MARK].join(''));
    moment.response.writeHead(200, SSE).flushHeaders();
    await written(moment.response, stream.subarray(0, bytes));
    moment.response.destroy();
    const finish = events.findIndex((event) => /"finish_reason":"/.test(event));
    return bytes >= Buffer.byteLength(events.slice(0, finish + 1).join('')) ? 'played' : 'waiting';
  };
}
