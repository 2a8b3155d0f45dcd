/** The server repeats the key that it was sent: where it should not be seen, nothing of it may be. */
import type { IncomingMessage } from 'node:http';
import { END_MARK, type EndpointFault, errorBody, eventsOf, eventWith, JSON_TYPE, SSE } from './fault.ts';

/** Characters of a delta: a key goes over the wire in many. */
const PIECE_CHARACTERS = 3;

export const ECHOING: readonly EndpointFault[] = [
  {
    name: 'key-in-error',
    does: 'answers 401 and repeats the key, plain, URL-encoded and in base64, in body and headers',
    play:
      () =>
      ({ incoming, response }) => {
        const key = keyIn(incoming);
        const encoded = [
          encodeURIComponent(key),
          Buffer.from(key).toString('base64'),
          Buffer.from(`:${key}`).toString('base64'),
        ];
        const headers = { ...JSON_TYPE, 'x-key': key, 'retry-after': key };
        response
          .writeHead(401, headers)
          .end(errorBody(`Incorrect API key: ${key} (${encoded.join(', ')})`, { code: key }));
        return 'waiting';
      },
  },
  {
    name: 'key-in-page',
    does: 'answers 200 with an HTML page that has the key in its title',
    play:
      () =>
      ({ incoming, response }) => {
        const key = keyIn(incoming).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<html><title>Who is ${key}?</title>${key}</html>`);
        return 'waiting';
      },
  },
  {
    name: 'key-in-redirect',
    does: 'answers 302 to an address that holds the key',
    play:
      () =>
      ({ incoming, response }) => {
        const key = encodeURIComponent(keyIn(incoming));
        response.writeHead(302, { location: `http://127.0.0.1:1/${key}/login?key=${key}` }).end();
        return 'waiting';
      },
  },
  {
    name: 'key-in-reply',
    does: 'sends the key in what the model thinks and says, split over deltas',
    play: () => (moment) => {
      const pieces = piecesOf(keyIn(moment.incoming));
      const thinks = pieces.map((piece) => eventWith(moment, { reasoning_content: piece }));
      const says = ['<thought>the key is ', ...pieces, '</thought>'].map((piece) =>
        eventWith(moment, { content: piece }),
      );
      moment.response.writeHead(200, SSE).end([...thinks, ...says, ...eventsOf(moment), END_MARK].join(''));
      return 'played';
    },
  },
  {
    name: 'key-in-call',
    does: 'sends a native call that has the key in its arguments, split over deltas',
    play: () => (moment) => {
      const call = JSON.stringify({ command: `echo ${keyIn(moment.incoming)}` });
      const pieces = ['', ...piecesOf(call)].map((piece, at) =>
        eventWith(moment, {
          tool_calls: [
            {
              index: 0,
              ...(at === 0 && { id: 'call_1' }),
              function: { ...(at === 0 && { name: 'bash' }), arguments: piece },
            },
          ],
        }),
      );
      moment.response.writeHead(200, SSE).end([...pieces, END_MARK].join(''));
      return 'waiting';
    },
  },
];

/** However it was sent: as a bearer token, as basic authorization, or in a header of its own. */
function keyIn({ headers }: IncomingMessage): string {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ');
  if (/^basic$/i.test(scheme))
    return Buffer.from(value, 'base64')
      .toString('utf8')
      .replace(/^[^:]*:/, '');
  return value || String(headers['api-key'] ?? 'no key was sent');
}

function piecesOf(text: string): readonly string[] {
  return text.match(new RegExp(`[^]{1,${PIECE_CHARACTERS}}`, 'g')) ?? [];
}
