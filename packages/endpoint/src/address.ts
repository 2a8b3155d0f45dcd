/**
 * The addresses behind what a person gave as the endpoint. A bare host gets `/v1`; any other path is taken as it is, for
 * providers differ (`/api/v3`, `/openai/v1`). A trailing slash, or the whole `/chat/completions`, does no harm. A query
 * is sent along. User and password in the URL become basic authorization. Neither of them is ever shown.
 */
import type { Fault } from '@tagma/protocol';
import type { Server } from './contract.ts';
import { hideSecrets } from './server-words.ts';

export type Address = {
  readonly completions: URL;
  readonly models: URL;
  /** The unix socket that the server listens on: then the host of the URLs is only a name. */
  readonly socketPath?: string;
  /** The value of the authorization header, or null where nothing authorizes. */
  readonly authorization: string | null;
  /** The variable to name where the key is missing or wrong. */
  readonly keyVariable: string;
  /** What no message may show: the key, a password, the values of a query. */
  readonly secrets: readonly string[];
};

const COMPLETIONS = '/chat/completions';
const ENDPOINT_ADVICE =
  'Give the address of an OpenAI-compatible server with --endpoint, as in http://127.0.0.1:8080/v1.';
const KEY_VARIABLE = 'TAGMA_API_KEY';
/** Shorter values are placeholders (`none`, `ollama`, `2024-10`): hiding them would only garble an address. */
const SECRET_CHARACTERS_MIN = 8;

/** A URL that cannot be used, or a key that no header can carry, is a fault: nothing is thrown. */
export function addressOf(server: Server): { ok: true; address: Address } | { ok: false; fault: Fault } {
  const key = server.apiKey?.trim() ?? '';
  const given = parseUrl(server.url.trim());
  const keyVariable = server.keyVariable ?? KEY_VARIABLE;
  if (given === null) return { ok: false, fault: badUrl(server.url.trim(), key) };
  if (!/^[\x21-\x7e]*$/.test(key)) return { ok: false, fault: badKey(given, keyVariable) };

  const trimmed = given.pathname.replace(/\/+$/, '');
  const path = trimmed.endsWith(COMPLETIONS) ? trimmed.slice(0, -COMPLETIONS.length) : trimmed;
  const base = path === '' ? '/v1' : path;
  const authorization = authorizationOf(key, given);
  return {
    ok: true,
    address: {
      completions: new URL(given.origin + base + COMPLETIONS + given.search),
      models: new URL(`${given.origin}${base}/models${given.search}`),
      authorization,
      keyVariable,
      secrets: secretsIn(given, key, authorization),
    },
  };
}

/** An address as it may be shown: no user, no password, no query, and no key in its path. */
export function shownUrl(url: URL, secrets: readonly string[]): string {
  return hideSecrets(
    url.origin + url.pathname,
    secrets.filter(({ length }) => length >= SECRET_CHARACTERS_MIN),
  );
}

/** What was given as the endpoint, as it may be shown and kept: no user, no password, no query, no key. */
export function shownEndpoint(server: Server): string {
  const key = server.apiKey?.trim() ?? '';
  const given = parseUrl(server.url.trim());
  return given === null ? withoutSecrets(server.url.trim(), key) : shownUrl(given, secretsIn(given, key, null));
}

/** What no text may hold that was given as the endpoint or came with it: the key, a password, the values of a query. */
export function secretsOf(server: Server): readonly string[] {
  const key = server.apiKey?.trim() ?? '';
  const given = parseUrl(server.url.trim());
  if (given !== null) return secretsIn(given, key, authorizationOf(key, given));
  return key === '' ? [] : [key];
}

function secretsIn(given: URL, key: string, authorization: string | null): readonly string[] {
  const password = [given.password, percentDecoded(given.password)];
  const found = [key, ...password, authorization?.split(' ')[1] ?? '', ...given.searchParams.values()];
  return [...new Set(found)].filter(
    (secret) => secret !== '' && (secret === key || secret.length >= SECRET_CHARACTERS_MIN),
  );
}

function parseUrl(text: string): URL | null {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
}

function authorizationOf(key: string, url: URL): string | null {
  if (key !== '') return `Bearer ${key}`;
  if (url.username === '' && url.password === '') return null;
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

function badKey(url: URL, variable: string): Fault {
  return {
    kind: 'auth',
    message: `The key for ${url.origin} holds a blank or a character that no HTTP header can carry.`,
    advice: `Check ${variable}: a line end or a quotation mark may have been copied with the key.`,
    status: null,
  };
}
