/**
 * One request to the web, or a few where the answer is a redirect: each over a connection of its own, whose address is
 * checked. No cookies are kept; a user and password in the address go to the host that they were written for, no other.
 * undici is loaded with the first request.
 */
import { type AddressCheck, AddressRefused } from './address-check.ts';
import { type BoundedBody, ENCODINGS, readBounded } from './bounded-body.ts';
import { messageOf } from './thrown.ts';

export const REDIRECTS_MAX = 10;
const CONNECT_MS_MAX = 10_000;
const USER_AGENT = 'tagma';

export type WebRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
  readonly redirectsMax: number;
  /** Whether a redirect may lead to another host than the one that was asked for. */
  readonly leavesHost: boolean;
  readonly bytesMax: number;
  /** Whether a body of this type is worth its bytes; else it is not read. */
  readonly wants: (contentType: string) => boolean;
};

export type WebAnswer = BoundedBody & {
  readonly kind: 'answer';
  readonly status: number;
  /** The last of the redirects, without user and password. */
  readonly url: URL;
  readonly contentType: string;
  /** As the server says; null where it does not. */
  readonly contentLength: number | null;
  /** Whether the body was left where it is, as its type is not wanted. */
  readonly unread: boolean;
};

export type WebFailure = {
  /** `refused`: an address that is not allowed. `redirected`: to where this request does not go. */
  readonly kind: 'refused' | 'redirected' | 'failed';
  /** The address that it was about. */
  readonly url: URL;
  readonly problem: string;
  /** Of a redirect that was not followed: where it leads, if that can be asked for by itself. Without user and password. */
  readonly next?: URL;
};

/** Rejects only when the signal aborts, with its reason; all that may happen on the web is a value. */
export async function requestWeb(
  asked: WebRequest,
  check: AddressCheck,
  signal: AbortSignal,
): Promise<WebAnswer | WebFailure> {
  let { url } = asked;
  const authorization = authorizationOf(url);
  for (let redirects = 0; ; redirects++) {
    const headers = url.origin === asked.url.origin ? { ...asked.headers, ...authorization } : asked.headers;
    const hop = await requestOnce({ ...asked, url: withoutUser(url), headers }, check, signal);
    if (hop.kind !== 'redirect') return hop;

    const next = targetOf(hop.location, url);
    if (next === null) return { kind: 'redirected', url: withoutUser(url), problem: aboutNone(hop.location) };
    const unfollowed = unfollowedRedirect(next, url, asked);
    if (unfollowed !== null) return { kind: 'redirected', url: withoutUser(url), ...unfollowed };
    if (redirects >= asked.redirectsMax) {
      return { kind: 'failed', url: withoutUser(url), problem: `there were more than ${asked.redirectsMax} redirects` };
    }
    url = next;
  }
}

type Redirect = { readonly kind: 'redirect'; readonly location: string };

async function requestOnce(
  { method, url, headers, body, bytesMax, wants }: WebRequest,
  check: AddressCheck,
  signal: AbortSignal,
): Promise<WebAnswer | WebFailure | Redirect> {
  signal.throwIfAborted();
  const [{ openConnection }, { default: request }] = await Promise.all([
    import('./checked-connection.ts'),
    import('undici/lib/api/api-request.js'),
  ]);
  let close = () => {};
  const onAbort = () => close();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const connection = await openConnection(url, check, CONNECT_MS_MAX);
    close = connection.close;
    signal.throwIfAborted();
    const answer = await request.call(connection.dispatcher, {
      method,
      path: url.pathname + url.search,
      headers: { 'user-agent': USER_AGENT, 'accept-encoding': ENCODINGS, ...headers },
      body,
    });
    // The connection is closed below, whether the body was read or not: that is no error of anybody.
    answer.body.on('error', () => {});
    const header = (name: string) => String(answer.headers[name] ?? '');
    const location = header('location');
    if (/^30[12378]$/.test(String(answer.statusCode)) && location !== '') return { kind: 'redirect', location };
    const contentType = header('content-type');
    const length = Number.parseInt(header('content-length'), 10);
    const unread = !wants(contentType);
    const read = unread
      ? { bytes: Buffer.alloc(0), cut: false }
      : await readBounded(answer.body, header('content-encoding'), bytesMax);
    return {
      kind: 'answer',
      status: answer.statusCode,
      url,
      contentType,
      contentLength: Number.isNaN(length) ? null : length,
      unread,
      ...read,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AddressRefused) return { kind: 'refused', url, problem: error.message };
    return { kind: 'failed', url, problem: problemOf(error) };
  } finally {
    signal.removeEventListener('abort', onAbort);
    close();
  }
}

function authorizationOf({ username, password }: URL): { readonly [name: string]: string } {
  if (username === '' && password === '') return {};
  const user = `${unescaped(username)}:${unescaped(password)}`;
  return { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutUser(url: URL): URL {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain;
}

/** What a `location` means, seen from the address that sent it. Headers are bytes; a sloppy server writes UTF-8 there. */
function targetOf(location: string, from: URL): URL | null {
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const written = text.includes('\ufffd') ? location : text;
  return URL.canParse(written, from.href) ? new URL(written, from.href) : null;
}

function aboutNone(location: string): string {
  return `it redirects to ${JSON.stringify(location)}, which is no address`;
}

/** Why a redirect is not followed, or null. */
function unfollowedRedirect(next: URL, from: URL, asked: WebRequest): Pick<WebFailure, 'problem' | 'next'> | null {
  if (!/^https?:$/.test(next.protocol)) {
    return { problem: `it redirects to ${next.protocol}, and only http and https are followed` };
  }
  if (!asked.leavesHost && hostOf(next) !== hostOf(asked.url)) {
    return { problem: 'it redirects to another host', next: withoutUser(next) };
  }
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    return { problem: 'it redirects from https to http, which is not encrypted', next: withoutUser(next) };
  }
  return null;
}

/** `www.` before a name, or not, is the same host to everybody. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^www\./, '').replace(/\.$/, '');
}

const PROBLEMS: { readonly [code: string]: string } = {
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name could not be looked up; the network may be down',
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: `no connection was made in ${CONNECT_MS_MAX / 1_000} seconds`,
  UND_ERR_SOCKET: 'the server closed the connection before its answer was complete',
  Z_BUF_ERROR: 'the answer was cut off',
};

function problemOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  return PROBLEMS[code] ?? messageOf(first);
}
