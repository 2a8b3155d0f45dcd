/** The reply is there, and not quite as the book says. A client takes it all the same. */
import {
  END_MARK,
  type EndpointFault,
  eventsOf,
  eventWith,
  type Moment,
  type Play,
  type Played,
  SSE,
} from './fault.ts';

const delivers =
  (
    bytesOf: (moment: Moment) => readonly (string | Uint8Array)[],
    headers: Record<string, string> = SSE,
  ): (() => Play) =>
  () =>
  async (moment): Promise<Played> => {
    const { response } = moment;
    response.writeHead(200, headers);
    for (const bytes of bytesOf(moment)) {
      if (response.destroyed) break;
      response.write(bytes);
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
    return 'played';
  };

const whole = (moment: Moment) => [...eventsOf(moment), END_MARK];
const withoutUsage = (events: readonly string[]) => events.filter((event) => !event.includes('"usage":'));

export const ODDITIES: readonly EndpointFault[] = [
  { name: 'done-twice', does: 'sends the end mark twice', play: delivers((moment) => [...whole(moment), END_MARK]) },
  { name: 'done-missing', does: 'sends no end mark', play: delivers(eventsOf) },
  { name: 'usage-missing', does: 'says nothing of the usage', play: delivers((moment) => withoutUsage(whole(moment))) },
  {
    name: 'content-type',
    does: 'calls the stream text/plain',
    play: delivers(whole, { 'content-type': 'text/plain' }),
  },
  {
    name: 'utf8-split',
    does: 'sends the stream, with letters of several bytes, byte by byte',
    play: delivers((moment) => {
      const thought = eventWith(moment, { reasoning_content: 'é 漢字 😀' });
      return [...Buffer.from([thought, ...whole(moment)].join(''))].map((byte) => Uint8Array.of(byte));
    }),
  },
  {
    name: 'utf8-invalid',
    does: 'sends bytes that are no UTF-8 in what the model thinks',
    play: delivers((moment) => {
      const [head = '', tail = ''] = eventWith(moment, { reasoning_content: '*' }).split('*');
      return [head, Uint8Array.of(0xff, 0xfe, 0xc3), tail, ...whole(moment)];
    }),
  },
  {
    name: 'choices-empty',
    does: 'sends an event without choices first',
    play: delivers((moment) => ['data: {"choices":[]}\n\n', ...whole(moment)]),
  },
];
