/**
 * The secrets of all connections that there could be, not only of the one in use: the keys of every provider in the environment
 * and in Tagma's own file, the key of the search, what the configuration sends in headers, queries and addresses. No text of a
 * session holds one of them, and no command finds one in its environment.
 */
import { formsOfSecret, isSecret } from '@tagma/protocol';
import type { Config } from './config/config.ts';
import { expand, variablesIn } from './config/expand.ts';
import { keyVariables, OWN_KEY } from './connecting/key.ts';
import type { Environment } from './environment.ts';
import { overwriteAtStart } from './own-environment.ts';
import { keptKeys } from './secrets/index.ts';
import { SEARCH_KEY } from './tool-set.ts';

export type ConnectionSecrets = {
  /** By the names that stand in their place. Grows with each model that is chosen. */
  readonly values: Map<string, string>;
  /** The variables that are there to hold one. */
  readonly variables: Set<string>;
};

/** Programs need these to reach a network at all; what is secret in them stands in no text all the same. */
const PROXY = /^(https?|ftp|all)_proxy$/i;
/** No program runs without these. */
const NEEDED: ReadonlySet<string> = new Set(['HOME', 'LOGNAME', 'PATH', 'PWD', 'SHELL', 'TMPDIR', 'USER']);
/** The value of a header may be a word like any other: a shorter one counts only where it is all that a variable holds. */
const WITHIN_CHARACTERS_MIN = 12;
/** Variables with addresses in them that a server, or a search, is asked at. */
const ADDRESSES = ['TAGMA_ENDPOINT', 'OPENAI_BASE_URL', 'SEARXNG_URL'];

/** Never fails: what cannot be read or is not set holds no secret. */
export async function connectionSecrets(env: Environment, config: Config): Promise<ConnectionSecrets> {
  const { PROVIDERS, secretsOf } = await import('@tagma/endpoint');
  const own = Object.values(config.providers);
  const named = own.flatMap(({ key = '', headers = {}, query = {} }) =>
    [key, ...Object.values(headers), ...Object.values(query)].flatMap(variablesIn),
  );
  const variables = new Set([...keyVariables(PROVIDERS, config), SEARCH_KEY, ...named]);
  const values = new Map<string, string>();
  for (const variable of variables) {
    const value = env[variable]?.trim() ?? '';
    if (value !== '') values.set(variable, value);
  }
  for (const [provider, key] of await keptKeys(env)) addValue(values, nameFor(provider), key);

  const text = (given: string) => {
    const expanded = expand(given, env);
    return expanded.ok ? expanded.text : '';
  };
  const texts = (given: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, text(value)]));
  const servers = own.map(({ url = '', key = '', headers, query }) => ({
    ...{ url: text(url), apiKey: text(key), headers: texts(headers), query: texts(query) },
  }));
  for (const name of ADDRESSES) if (secretsOf({ url: env[name] ?? '' }).length > 0) variables.add(name);
  const addresses = [...ADDRESSES.map((name) => env[name]), config.endpoint, config.search?.searxng];
  const proxies = Object.keys(env).filter((name) => PROXY.test(name));
  for (const server of [
    ...servers,
    ...addresses.map((url = '') => ({ url })),
    ...proxies.map((name) => ({ url: '', proxy: env[name] ?? '' })),
  ]) {
    for (const secret of secretsOf(server)) addValue(values, `ENDPOINT_${values.size}`, secret);
  }
  return { values, variables };
}

/** The first key in use has a name of its own, whatever variable it is in. */
export function addInUse({ values, variables }: ConnectionSecrets, variable: string, secrets: readonly string[]): void {
  variables.add(variable);
  const [key = '', ...others] = secrets;
  if (key !== '' && !values.has('API_KEY')) {
    for (const [name, value] of values) if (value === key) values.delete(name);
    values.set('API_KEY', key);
  }
  for (const secret of [key, ...others]) addValue(values, `ENDPOINT_${values.size}`, secret);
}

/**
 * Takes them out of the environment, once whoever needs them has them: the variables that are there to hold one, and any other
 * that does.
 * @param kept those that the person wants commands to have all the same
 */
export function keepFromCommands({ values, variables }: ConnectionSecrets, kept: readonly string[] = []): void {
  const forms = [...values.values()]
    .filter(isSecret)
    .flatMap((secret) => formsOfSecret(secret).map(({ text }) => text));
  const taken = new Set<string>();
  for (const [name, value = ''] of Object.entries(process.env)) {
    const isNeeded = PROXY.test(name) || NEEDED.has(name);
    const holds = variables.has(name) || name === OWN_KEY || forms.some((form) => isIn(value, form));
    if (!holds || kept.includes(name) || isNeeded) continue;
    taken.add(name);
    delete process.env[name];
  }
  overwriteAtStart(taken);
}

function isIn(value: string, form: string): boolean {
  return value === form || (form.length >= WITHIN_CHARACTERS_MIN && value.includes(form));
}

function addValue(values: Map<string, string>, name: string, secret: string): void {
  if (secret !== '' && ![...values.values()].includes(secret)) values.set(name, secret);
}

/** `my-box` → `MY_BOX_KEPT_KEY` */
function nameFor(provider: string): string {
  return `${provider.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_KEPT_KEY`;
}
