/** Which key goes to a server. A key is for one server: it is sent there, and to no other. */
import type { Provider } from '@tagma/endpoint';
import { type Config, NO_CONFIG } from '../config/config.ts';
import type { Environment } from '../environment.ts';
import type { Place } from './place.ts';

export type Key = {
  /** Empty where there is none for this server. */
  readonly apiKey: string;
  /** The variable that it is in, or should be put into. */
  readonly keyVariable: string;
};

/** The variable for the server of `--endpoint` and `TAGMA_ENDPOINT`. */
export const OWN_KEY = 'TAGMA_API_KEY';

/** What is known of a server's key: its address, the key that was given with it, the one in the configuration's file. */
type Around = { readonly url: string; readonly given: Key | null; readonly inFile: string | undefined };

/**
 * The person's own key for an address; else the variable that the configuration names; else those of the table, where
 * the server is the table's; else the key in the file.
 */
export function keyFor(
  { name, known, configured }: Place,
  { url, given, inFile }: Around,
  providers: readonly Provider[],
  env: Environment,
): Key {
  if (given !== null && given.apiKey !== '') return given;
  const named = configured.keyVariable;
  if (named !== undefined) return { keyVariable: named, apiKey: env[named] || inFile || '' };
  const tables = known !== null && isServerOf(known, url) ? keyOf(known, env, url) : null;
  if (tables !== null) return { ...tables, apiKey: tables.apiKey || inFile || '' };
  if (given !== null && inFile === undefined) return given;
  const keyVariable = name === null ? OWN_KEY : variableFor(name, providers);
  return { keyVariable, apiKey: env[keyVariable] || inFile || '' };
}

/** Whether this is the table's own address. Azure's are all different, and known by their host. */
export function isServerOf(known: Provider, url: string): boolean {
  return known.url.startsWith('{') ? /^https:/i.test(url) : originOf(known.url) === originOf(url);
}

/**
 * The first variable of the provider that is set. `OPENAI_BASE_URL` says whose key `OPENAI_API_KEY` is: where it names
 * another server, the key is not for OpenAI's.
 */
export function keyOf({ keyVariables }: Pick<Provider, 'keyVariables'>, env: Environment, url: string): Key | null {
  const usable = keyVariables.filter((name) => name !== 'OPENAI_API_KEY' || isOpenAiKeyFor(url, env));
  const keyVariable = usable.find((name) => env[name]) ?? keyVariables[0];
  return keyVariable === undefined
    ? null
    : { keyVariable, apiKey: (usable.includes(keyVariable) && env[keyVariable]) || '' };
}

function isOpenAiKeyFor(url: string, env: Environment): boolean {
  return !env.OPENAI_BASE_URL || originOf(env.OPENAI_BASE_URL) === originOf(url);
}

export function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** Two addresses of one server; of sockets and what is no URL, only the same text is. */
export function isSameServer(a: string, b: string): boolean {
  return a === b || (/^https?:/i.test(a) && originOf(a) !== null && originOf(a) === originOf(b));
}

/** Every variable that may hold a key for some server: no text is to show their values. */
export function keyVariables(providers: readonly Provider[], config: Config = NO_CONFIG): readonly string[] {
  const own = Object.entries(config.providers).flatMap(([name, { keyVariable }]) => [
    ...(keyVariable === undefined ? [] : [keyVariable]),
    variableFor(name, providers),
  ]);
  return [...new Set([OWN_KEY, ...providers.flatMap((one) => one.keyVariables), ...own])];
}

/**
 * For a provider of somebody's own: `my-box` has its key in MY_BOX_API_KEY, or in TAGMA_MY_BOX_API_KEY where the first is
 * the variable of one that is paid for, whose key is for its own server.
 */
export function variableFor(name: string, providers: readonly Pick<Provider, 'keyVariables' | 'local'>[]): string {
  const variable = `${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_API_KEY`;
  const isTaken = providers.some(({ local, keyVariables }) => !local && keyVariables.includes(variable));
  return isTaken ? `TAGMA_${variable}` : variable;
}
