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
  /** The value of the authorization header, or null where nothing authorizes. */
  readonly authorization: string | null;
  /** What no message may show: the key, a password, the values of a query. */
  readonly secrets: readonly string[];
};

const COMPLETIONS = '/chat/completions';
const ENDPOINT_ADVICE =
  'Give the address of an OpenAI-compatible server with --endpoint, as in http://127.0.0.1:8080/v1.';
/** Shorter values are placeholders (`none`, `ollama`, `2024-10`): hiding them would only garble an address. */
const SECRET_CHARACTERS_MIN = 8;

/** A URL that cannot be used, or a key that no header can carry, is a fault: nothing is thrown. */
export function addressOf(server: Server): { ok: true; address: Address } | { ok: false; fault: Fault } {
  const key = server.apiKey?.trim() ?? '';
  const given = parseUrl(server.url.trim());
  if (given === null) return { ok: false, fault: badUrl(server.url.trim(), key) };
  if (!/^[\x21-\x7e]*$/.test(key)) return { ok: false, fault: badKey(given) };

  const trimmed = given.pathname.replace(/\/+$/, '');
  const path = trimmed.endsWith(COMPLETIONS) ? trimmed.slice(0, -COMPLETIONS.length) : trimmed;
  const base = path === '' ? '/v1' : path;
  const authorization = authorizationOf(key, given);
  const secrets = [key, given.password, authorization?.split(' ')[1] ?? '', ...given.searchParams.values()];
  return {
    ok: true,
    address: {
      completions: new URL(given.origin + base + COMPLETIONS + given.search),
      models: new URL(`${given.origin}${base}/models${given.search}`),
      authorization,
      secrets: secrets.filter((secret) => secret !== '' && (secret === key || secret.length >= SECRET_CHARACTERS_MIN)),
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

function badUrl(given: string, key: string): Fault {
  const safe = hideSecrets(given.replace(/\/\/[^/]*@/, '//').replace(/\?.*$/s, ''), [key]);
  const schemeMissing = given !== '' && !given.includes('//') && URL.canParse(`http://${given}`);
  const what = given === '' ? 'The endpoint is empty' : `The endpoint "${safe}" is not an http:// or https:// address`;
  return {
    kind: 'bad-request',
    message: `${what}.`,
    advice: schemeMissing ? `Did you mean http://${safe}? ${ENDPOINT_ADVICE}` : ENDPOINT_ADVICE,
    status: null,
  };
}

function badKey(url: URL): Fault {
  return {
    kind: 'auth',
    message: `The key for ${url.origin} holds a blank or a character that no HTTP header can carry.`,
    advice: 'Check TAGMA_API_KEY or OPENAI_API_KEY: a line end or a quotation mark may have been copied with the key.',
    status: null,
  };
}
