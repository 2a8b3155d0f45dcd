/** The server takes its time, or for ever. */
import {
  END_MARK,
  type EndpointFault,
  eventsOf,
  type Play,
  type Played,
  pause,
  SSE,
  untilGone,
  written,
} from './fault.ts';

const LORIS_INTERVAL_MS = 100;

/** @param share how much of the stream comes before the silence; null where there is no head */
const silentAfter =
  (share: number | null): (() => Play) =>
  () =>
  async (moment): Promise<Played> => {
    const events = eventsOf(moment);
    if (share !== null) {
      moment.response.writeHead(200, SSE).flushHeaders();
      await written(moment.response, events.slice(0, Math.floor(events.length * share)).join(''));
    }
    await untilGone(moment);
    moment.response.destroy();
    return 'waiting';
  };

export const SILENT: readonly EndpointFault[] = [
  { name: 'idle-before-head', does: 'takes the request, and never answers', play: silentAfter(null) },
  { name: 'idle-after-head', does: 'sends the head, and nothing after it', play: silentAfter(0) },
  { name: 'idle-in-stream', does: 'falls silent in the middle of the stream', play: silentAfter(0.5) },
  {
    name: 'slow-loris',
    does: `sends one byte every ${LORIS_INTERVAL_MS} ms`,
    play:
      () =>
      async (moment): Promise<Played> => {
        const { response } = moment;
        response.writeHead(200, SSE).flushHeaders();
        for (const byte of Buffer.from([...eventsOf(moment), END_MARK].join(''))) {
          if (response.destroyed || moment.closing.aborted) return 'waiting';
          await written(response, Uint8Array.of(byte));
          await pause(moment, LORIS_INTERVAL_MS);
        }
        response.end();
        return 'played';
      },
  },
];
