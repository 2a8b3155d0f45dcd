/**
 * The addresses behind what a person gave as the endpoint. A bare host gets `/v1`; any other path is taken as it is, for
 * providers differ (`/api/v3`, `/openai/v1`). A trailing slash, or the whole `/chat/completions`, does no harm. A query
 * is sent along. User and password in the URL become basic authorization. A socket of this machine is
 * `unix:/run/llama.sock`, with a path behind it where it is not `/v1` (`unix:/run/llama.sock:/api`), or
 * `http+unix://%2Frun%2Fllama.sock/v1`. Nothing secret is ever shown.
 */
import { type Fault, isSecret } from '@tagma/protocol';
import type { Server } from './contract.ts';
import { hideSecrets } from './server-words.ts';

export type Address = {
  readonly completions: URL;
  readonly models: URL;
  /** Beside what every request carries: what authorizes, and the server's own headers. Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Whether anything authorizes. */
  readonly authorized: boolean;
  /** The socket to connect to in place of the URLs' host, or null. */
  readonly socketPath: string | null;
  /** The variable to name where the key is missing or wrong. */
  readonly keyVariable: string;
  /** What no message may show: the key, a password, the values of headers and of a query. */
  readonly secrets: readonly string[];
};

/** What a person gave, understood: a URL, and the socket that takes the place of its host. */
type Given = { readonly url: URL; readonly socketPath: string | null };

const COMPLETIONS = '/chat/completions';
const ENDPOINT_ADVICE =
  'Give the address of an OpenAI-compatible server with --endpoint, as in http://127.0.0.1:8080/v1.';
const KEY_VARIABLE = 'TAGMA_API_KEY';
/** In front of what authorizes, in the header of that name. */
const SCHEME = /^(Bearer|Basic|Token)\s+/i;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** HTTP itself makes them, by what is sent. */
const HEADERS_OF_HTTP = new Set(['content-length', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade']);
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
const UNIX = /^unix:(?:\/\/)?(\/[^:?]+)(?::(\/[^?]*))?(\?.*)?$/i;
const HTTP_UNIX = /^http\+unix:\/\/([^/?]+)(\/[^?]*)?(\?.*)?$/i;
/** In place of the host in the URLs of a socket: it goes out in the header `Host`. */
const SOCKET_ORIGIN = 'http://localhost';

/** A URL that cannot be used, or a key or header that cannot be sent, is a fault: nothing is thrown. */
export function addressOf(server: Server): { ok: true; address: Address } | { ok: false; fault: Fault } {
  const key = server.apiKey?.trim() ?? '';
  const given = understood(server.url.trim());
  const keyVariable = server.keyVariable ?? KEY_VARIABLE;
  if (given === null) return { ok: false, fault: badUrl(server.url.trim(), key) };
  const { url, socketPath } = given;
  const host = socketPath ?? url.origin;
  if (!/^[\x21-\x7e]*$/.test(key)) return { ok: false, fault: badKey(host, keyVariable) };
  const bad = Object.entries(server.headers ?? {}).find(
    ([n, value]) => !HEADER_NAME.test(n) || !HEADER_VALUE.test(value),
  );
  if (bad !== undefined)
    return { ok: false, fault: badHeader(host, bad[0], 'holds a character that no HTTP header can carry') };
  const made = Object.keys(server.headers ?? {}).find((name) => HEADERS_OF_HTTP.has(name.toLowerCase()));
  if (made !== undefined) return { ok: false, fault: badHeader(host, made, 'is made by HTTP itself') };

  const trimmed = url.pathname.replace(/\/+$/, '');
  const path = trimmed.endsWith(COMPLETIONS) ? trimmed.slice(0, -COMPLETIONS.length) : trimmed;
  const base = path === '' ? '/v1' : path;
  const search = searchOf(url, server.query);
  const headers = headersFor(server, key, url);
  return {
    ok: true,
    address: {
      completions: new URL(url.origin + base + COMPLETIONS + search),
      models: new URL(`${url.origin}${base}/models${search}`),
      headers,
      authorized: key !== '' || headers.authorization !== undefined,
      socketPath,
      keyVariable,
      secrets: secretsIn(server, url, key),
    },
  };
}

/** An address as it may be shown: no user, no password, no query, and no key in its path. */
export function shownUrl(
  url: URL,
  { secrets = [], socketPath = null }: { readonly secrets?: readonly string[]; readonly socketPath?: string | null },
): string {
  const shown = socketPath === null ? url.origin + url.pathname : shownSocket(socketPath, url.pathname);
  return hideSecrets(shown, secrets);
}

/** What was given as the endpoint, as it may be shown and kept: no user, no password, no query, no key. */
export function shownEndpoint(server: Server): string {
  const key = server.apiKey?.trim() ?? '';
  const given = understood(server.url.trim());
  if (given === null) return withoutSecrets(server.url.trim(), key);
  return shownUrl(given.url, { secrets: secretsIn(server, given.url, key), socketPath: given.socketPath });
}

/** What no text may hold that was given as the endpoint or came with it: the key, a password, the values of headers and a query. */
export function secretsOf(server: Server): readonly string[] {
  const key = server.apiKey?.trim() ?? '';
  return secretsIn(server, understood(server.url.trim())?.url ?? null, key);
}

function secretsIn(server: Server, given: URL | null, key: string): readonly string[] {
  const { password = '', searchParams = new URLSearchParams() } = given ?? {};
  const authorization = given === null ? undefined : authorizationOf(server, key, given);
  const headers = [authorization ?? '', ...Object.values(server.headers ?? {})];
  const bare = headers.map((value) => value.trim().replace(SCHEME, ''));
  const proxy = server.proxy !== undefined && URL.canParse(server.proxy) ? new URL(server.proxy).password : '';
  const found = [
    key,
    password,
    percentDecoded(password),
    proxy,
    percentDecoded(proxy),
    ...bare,
    ...searchParams.values(),
    ...Object.values(server.query ?? {}),
  ];
  return [...new Set(found)].filter((secret) => secret !== '' && (secret === key || isSecret(secret)));
}

function understood(text: string): Given | null {
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? { url: new URL(text), socketPath: null } : null;
  const [, plain, encoded, path, search] = socketParts(text);
  const socketPath = plain ?? (encoded === undefined ? undefined : percentDecoded(encoded));
  if (!socketPath?.startsWith('/')) return null;
  return { url: new URL(SOCKET_ORIGIN + (path ?? '') + (search ?? '')), socketPath };
}

/** Nothing, the socket as it is or percent-encoded, the path behind it, the query. */
function socketParts(text: string): (string | undefined)[] {
  const unix = UNIX.exec(text);
  if (unix !== null) return ['', unix[1], undefined, unix[2], unix[3]];
  const http = HTTP_UNIX.exec(text);
  return http === null ? [] : ['', undefined, http[1], http[2], http[3]];
}

function shownSocket(socketPath: string, path: string): string {
  return `unix:${socketPath}${path === '/' ? '' : `:${path}`}`;
}

function searchOf(url: URL, query: Server['query']): string {
  if (query === undefined || Object.keys(query).length === 0) return url.search;
  const all = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries(query)) all.set(name, value);
  return `?${all}`;
}

/** A header that was given stands in place of one that would be made of the key. */
function headersFor(server: Server, key: string, url: URL): Record<string, string> {
  const { keyHeader, headers = {} } = server;
  const authorization = authorizationOf(server, key, url);
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(keyHeader === undefined || key === '' ? {} : { [keyHeader.toLowerCase()]: key }),
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()])),
  };
}

function authorizationOf({ keyHeader }: Server, key: string, url: URL): string | undefined {
  if (key !== '' && keyHeader === undefined) return `Bearer ${key}`;
  if (url.username === '' && url.password === '') return undefined;
  const decoded = [url.username, url.password].map(percentDecoded).join(':');
  return `Basic ${Buffer.from(decoded).toString('base64')}`;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** For what is no URL, and may hold secrets all the same. */
function withoutSecrets(given: string, key: string): string {
  return hideSecrets(given.replace(/\?.*$/s, '').replace(/^([a-z]+:\/\/)?.*@/is, '$1'), [key]);
}

function badUrl(given: string, key: string): Fault {
  const safe = withoutSecrets(given, key);
  const schemeMissing = given !== '' && !given.includes('//') && URL.canParse(`http://${given}`);
  const what = given === '' ? 'The endpoint is empty' : `The endpoint "${safe}" is not an http:// or https:// address`;
  return {
    kind: 'bad-request',
    message: `${what}.`,
    advice: schemeMissing ? `Did you mean http://${safe}? ${ENDPOINT_ADVICE}` : ENDPOINT_ADVICE,
    status: null,
  };
}

function badHeader(where: string, name: string, why: string): Fault {
  return {
    kind: 'bad-request',
    message: `The header ${JSON.stringify(name)} for ${where} ${why}.`,
    advice: 'Check the headers of this provider in the configuration.',
    status: null,
  };
}

function badKey(where: string, variable: string): Fault {
  return {
    kind: 'auth',
    message: `The key for ${where} holds a blank or a character that no HTTP header can carry.`,
    advice: `Check ${variable}: a line end or a quotation mark may have been copied with the key.`,
    status: null,
  };
}
