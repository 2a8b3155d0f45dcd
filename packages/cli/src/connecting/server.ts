/** From a place to a server that can be asked: its address, its key, how to speak to it. */
import type { Server } from '@tagma/endpoint';
import { type Config, type ConfiguredProvider, fileOf } from '../config/config.ts';
import { expand } from '../config/expand.ts';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { secretOf } from '../secrets/index.ts';
import { readAuthority } from './authority.ts';
import { isServerOf, type Key, keyFor } from './key.ts';
import type { Place } from './place.ts';

/** How the server came to be meant: by its name, or by an address that the person gave, with the key for it. */
export type Meant = { readonly by: 'name' } | { readonly by: 'address'; readonly url: string; readonly key: Key };

export type Located = { readonly ok: true; readonly server: Server };

const MS_PER_SECOND = 1000;

export async function locate(
  place: Place,
  model: string | null,
  meant: Meant,
  config: Config,
  env: Environment,
): Promise<Located | Problem> {
  const { known, configured } = place;
  const file = fileWords(place, config);
  if (configured.kind !== undefined && known === null) return unknownKind(file, configured.kind);
  const address = addressFor(place, model, meant, env);
  if (!address.ok) return address;
  const texts = expandAll(configured, env);
  if (!texts.ok) return problem(EXIT.usage, `${file}: the variable ${texts.missing} is not set.`);
  const ca = configured.ca === undefined ? undefined : readAuthority(configured.ca, config.file);
  if (ca?.ok === false) return problem(EXIT.usage, `${file}: ca: ${ca.message}`);
  const { PROVIDERS, addressOf, proxyFor } = await import('@tagma/endpoint');
  const proxy = proxyFor(address.url, env);
  const given = meant.by === 'address' ? meant.key : null;
  const set = keyFor(place, { url: address.url, given, inFile: texts.key }, PROVIDERS, env);
  const key = set.apiKey === '' ? await keptKey(place, address.url, set, env) : set;
  if ('ok' in key) return key;
  const keyHeader = configured.keyHeader ?? known?.keyHeader;
  const query = { ...address.query, ...texts.query };
  const headers = { ...known?.headers, ...texts.headers };
  const server: Server = {
    url: address.url,
    apiKey: key.apiKey,
    keyVariable: key.keyVariable,
    ...(keyHeader === undefined ? {} : { keyHeader }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(ca === undefined ? {} : { ca: ca.pem }),
    ...(proxy === null ? {} : { proxy }),
    ...limitsIn(configured),
  };
  // Else each request would say it, in a session that was begun for nothing.
  const checked = addressOf(server);
  if (!checked.ok) return problem(EXIT.usage, `${checked.fault.message}\n${checked.fault.advice}`);
  return { ok: true, server };
}

/** The one that the person gave Tagma to keep, where no other is set: for that provider's server, and for no other. */
async function keptKey(
  { name, known, configured }: Place,
  url: string,
  unset: Key,
  env: Environment,
): Promise<Key | Problem> {
  const isTables = known !== null && !known.url.startsWith('{') && isServerOf(known, url);
  const provider = configured.isForeign ? null : (name ?? (isTables ? known.name : null));
  const kept = provider === null ? null : await secretOf(provider, env);
  if (kept === null) return unset;
  return kept.ok ? { ...unset, apiKey: kept.key } : kept;
}

/** Passed over, it would leave its quirks out without a word. */
async function unknownKind(file: string, kind: string): Promise<Problem> {
  const { PROVIDERS } = await import('@tagma/endpoint');
  const { nearestNames } = await import('@tagma/protocol');
  const names = PROVIDERS.flatMap(({ name, aliases }) => [name, ...aliases]);
  const [near] = nearestNames(kind, names, 1);
  const end = near === undefined ? 'See `tagma models`.' : `Did you mean "${near}"?`;
  return problem(EXIT.usage, `${file}: there is no kind "${kind}". ${end}`);
}

/** In the file it stands, or in the table; there with what the environment has to say. */
type Address = { readonly ok: true; readonly url: string; readonly query: Readonly<Record<string, string>> } | Problem;

function addressFor({ name, known, configured }: Place, model: string | null, meant: Meant, env: Environment): Address {
  if (meant.by === 'address') return { ok: true, url: meant.url, query: {} };
  if (configured.url !== undefined) {
    const url = expand(configured.url, env);
    return url.ok ? { ...url, url: url.text, query: {} } : problem(EXIT.usage, `${name}: ${url.missing} is not set.`);
  }
  if (known === null)
    return problem(EXIT.usage, `the provider "${name}" of the configuration has no url, and no kind that has one.`);
  const version = known.dated?.variables.map((variable) => env[variable]).find(Boolean);
  const { dated } = known;
  const url =
    dated !== undefined && version !== undefined
      ? dated.url.replace('{model}', encodeURIComponent(model ?? ''))
      : known.url;
  const missing = /\{([A-Z_]+)\}/.exec(url)?.[1];
  if (missing !== undefined && !env[missing]) {
    return problem(EXIT.usage, `${known.title}: set ${missing} to the address of your resource. See ${known.page}`);
  }
  const whole = url.replace(/\{([A-Z_]+)\}/, (_, variable: string) => (env[variable] ?? '').replace(/\/+$/, ''));
  return {
    ok: true,
    url: whole,
    query: dated !== undefined && version !== undefined ? { [dated.field]: version } : {},
  };
}

type Texts =
  | {
      readonly ok: true;
      readonly key?: string;
      readonly headers?: Record<string, string>;
      readonly query?: Record<string, string>;
    }
  | { readonly ok: false; readonly missing: string };

function expandAll({ key, headers, query }: ConfiguredProvider, env: Environment): Texts {
  let missing: string | undefined;
  const text = (given: string) => {
    const expanded = expand(given, env);
    if (expanded.ok) return expanded.text;
    missing ??= expanded.missing;
    return '';
  };
  const texts = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, text(value)]));
  const all = {
    ...(key === undefined ? {} : { key: text(key) }),
    ...(headers === undefined ? {} : { headers: texts(headers) }),
    ...(query === undefined ? {} : { query: texts(query) }),
  };
  return missing === undefined ? { ok: true, ...all } : { ok: false, missing };
}

function limitsIn({ timeouts = {} }: ConfiguredProvider): Pick<Server, 'limits'> {
  const named = {
    connectMs: timeouts.connect,
    firstByteMs: timeouts.firstByte,
    idleMs: timeouts.idle,
    wholeMs: timeouts.whole,
  };
  const given = Object.entries(named).filter(([, seconds]) => seconds !== undefined);
  if (given.length === 0) return {};
  return { limits: Object.fromEntries(given.map(([name, seconds]) => [name, (seconds ?? 0) * MS_PER_SECOND])) };
}

function fileWords({ name }: Place, config: Config): string {
  return `${fileOf(config, `providers.${name}`)}, provider "${name}"`;
}
