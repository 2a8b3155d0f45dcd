/** The server says no, in a status and in words. */
import { type EndpointFault, errorBody, JSON_TYPE, type Play, SSE } from './fault.ts';

const HTML = { 'content-type': 'text/html' };

const answers =
  (status: number, body: string, headers: Record<string, string> = JSON_TYPE): (() => Play) =>
  () =>
  ({ response }) => {
    response.writeHead(status, headers).end(body);
    return 'waiting';
  };

/** Seconds. Long enough to be seen, short enough for a test. */
const RETRY_AFTER = '1';

export const REFUSING: readonly EndpointFault[] = [
  { name: '401', does: 'answers 401: the key is wrong', play: answers(401, errorBody('Incorrect API key provided.')) },
  { name: '403', does: 'answers 403: the key is not for this', play: answers(403, errorBody('Forbidden')) },
  { name: '402', does: 'answers 402: no credit is left', play: answers(402, errorBody('Insufficient Balance')) },
  { name: '404', does: 'answers 404: no such path', play: answers(404, '{"detail":"Not Found"}') },
  {
    name: '404-model',
    does: 'answers 404: no such model',
    play: answers(404, errorBody('The model does not exist.', { code: 'model_not_found' })),
  },
  {
    name: '400-overflow',
    does: 'answers 400: the conversation does not fit',
    play: answers(
      400,
      errorBody("This model's maximum context length is 4096 tokens.", { code: 'context_length_exceeded' }),
    ),
  },
  {
    name: '413',
    does: 'answers 413 in HTML, as nginx does',
    play: answers(413, page('413 Request Entity Too Large'), HTML),
  },
  {
    name: '429',
    does: 'answers 429, and does not say for how long',
    play: answers(429, errorBody('Rate limit reached.')),
  },
  {
    name: '429-retry-after',
    does: `answers 429, with Retry-After: ${RETRY_AFTER}`,
    play: answers(429, errorBody('Rate limit reached.'), { ...JSON_TYPE, 'retry-after': RETRY_AFTER }),
  },
  {
    name: '429-quota',
    does: 'answers 429, and means that the quota is used up',
    play: answers(429, errorBody('You exceeded your current quota.', { code: 'insufficient_quota' })),
  },
  { name: '500', does: 'answers 500', play: answers(500, errorBody('Internal server error')) },
  { name: '502', does: 'answers 502 in HTML, as a proxy does', play: answers(502, page('502 Bad Gateway'), HTML) },
  { name: '503', does: 'answers 503: the model is loading', play: answers(503, errorBody('Loading model')) },
  {
    name: '529',
    does: 'answers 529: overloaded',
    play: answers(529, errorBody('Overloaded', { type: 'overloaded_error' })),
  },
  {
    name: 'content-filter',
    does: 'answers 400: its filter refuses the conversation',
    play: answers(400, errorBody('The prompt was filtered.', { code: 'content_filter' })),
  },
  {
    name: 'error-in-stream',
    does: 'answers 200, and reports a failure as the first event',
    play: answers(200, `data: ${errorBody('The engine has died.', { code: 500 })}\n\n`, SSE),
  },
  {
    name: 'redirect',
    does: 'answers 308 to another address',
    play: answers(308, '', { location: 'http://127.0.0.1:1/moved/v1/chat/completions' }),
  },
  {
    name: 'unknown-parameter',
    does: 'answers 400 to a request with stream_options, and takes one without',
    play:
      () =>
      ({ request, response }) => {
        if (!('stream_options' in request.body)) return 'script';
        const body = errorBody("Unsupported parameter: 'stream_options'", { param: 'stream_options' });
        response.writeHead(400, JSON_TYPE).end(body);
        return 'waiting';
      },
  },
  {
    name: 'no-system-role',
    does: 'answers 400 to a system message, as the templates of some models do',
    play:
      () =>
      ({ request, response }) => {
        if (request.messages.every(({ role }) => role !== 'system')) return 'script';
        response.writeHead(400, JSON_TYPE).end(errorBody('System role not supported'));
        return 'waiting';
      },
  },
];

function page(title: string): string {
  return `<html><head><title>${title}</title></head><body><center>nginx</center></body></html>`;
}
