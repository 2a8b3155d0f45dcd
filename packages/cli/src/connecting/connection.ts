/** A model at a server, with all that is known of both. */
import type { KnownModel, Quirks, Server } from '@tagma/endpoint';
import type { JsonObject, Prices } from '@tagma/protocol';
import type { Config, ConfiguredModel } from '../config/config.ts';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import type { Place } from './place.ts';
import { locate, type Meant } from './server.ts';

/** A list that takes longer is not waited for. */
const LISTING_MS_MAX = 4_000;
const NOTHING: Prices = { input: 0, output: 0 };

export type Connection = {
  readonly ok: true;
  /** What `--model` takes to get it again: `deepseek:deepseek-flash`; the model's bare name where an address was given. */
  readonly name: string;
  /** The same object for each request: what it turns out not to take is remembered by it. */
  readonly server: Server;
  readonly model: string;
  /** More fields of each request: temperature, max_tokens, whatever the person has set for this provider and model. */
  readonly fields: JsonObject;
  /** From the configuration, else from the table; 0 where it is not known. */
  readonly windowTokens: number;
  /** The same; null where they are not known. */
  readonly prices: Prices | null;
  /** To be said before it is used, where the person did not name it: a sentence. */
  readonly note: string | null;
};

/** Where no model is named: the one that is configured, or is the provider's default, or is the server's only one. */
export async function connectionAt(
  place: Place,
  given: string | null,
  meant: Meant,
  config: Config,
  env: Environment,
): Promise<Connection | Problem> {
  const chosen = given ?? environmentModel(place, meant, env) ?? defaultOf(place, meant);
  const located = await locate(place, chosen, meant, config, env);
  if (!located.ok) return located;
  const { server } = located;
  const keyless = meant.by === 'name' ? withoutKey(place, server) : null;
  if (keyless !== null) return keyless;
  if (chosen !== null) return connectionOf(place, chosen, server, meant);
  const only = await onlyModel(server, place);
  return only.ok ? orPriced(await connectionOf(place, only.model, server, meant), only.prices) : only;
}

async function connectionOf(place: Place, model: string, server: Server, meant: Meant): Promise<Connection> {
  const { knownModel, mergedQuirks } = await import('@tagma/endpoint');
  const { known, configured } = place;
  const own = Object.hasOwn(configured.models ?? {}, model) ? configured.models?.[model] : undefined;
  const tables: Partial<KnownModel> = known === null ? {} : knownModel(known, model);
  // What the person says stands, also where the table says more.
  const quirks = { ...mergedQuirks(known?.quirks, tables.quirks), ...configured.quirks, ...own?.quirks } as Quirks;
  return {
    ok: true,
    name: meant.by === 'name' && place.name !== null ? `${place.name}:${model}` : model,
    server: { ...server, ...(Object.keys(quirks).length === 0 ? {} : { quirks }) },
    model,
    fields: { ...tables.fields, ...configured.fields, ...own?.fields },
    windowTokens: own?.window ?? tables.windowTokens ?? 0,
    prices: pricesOf(own?.prices) ?? pricesInTable(place, tables),
    note: null,
  };
}

/** With the prices that its server lists, where no others are known: what a server says of itself comes last. */
export async function withListedPrices(connection: Connection): Promise<Connection> {
  if (connection.prices !== null) return connection;
  const { describeModels } = await import('@tagma/endpoint');
  const listed = await describeModels(connection.server, AbortSignal.timeout(LISTING_MS_MAX));
  const models = listed.ok ? listed.models : [];
  return orPriced(connection, models.find(({ id }) => id === connection.model)?.prices ?? null);
}

export function orPriced(connection: Connection, prices: Prices | null): Connection {
  return { ...connection, prices: connection.prices ?? prices };
}

type GivenPrices = NonNullable<ConfiguredModel['prices']>;

function pricesOf(given: GivenPrices | undefined): Prices | undefined {
  if (given === undefined) return undefined;
  const { input, output, cached, cacheWritten } = given;
  return {
    ...{ input, output },
    ...(cached === undefined ? {} : { cached }),
    ...(cacheWritten === undefined ? {} : { cacheWritten }),
  };
}

/** A server that people run themselves sends no bill; what another one takes than the table's own, the table does not know. */
function pricesInTable({ known, configured }: Place, { prices }: Partial<KnownModel>): Prices | null {
  if (known?.local) return NOTHING;
  return configured.url === undefined ? (prices ?? null) : null;
}

/**
 * `DEEPSEEK_MODEL` and the like, beside the variables of the provider's keys: for the table's own server. OPENAI_MODEL is one of
 * the server that OPENAI_BASE_URL names.
 */
function environmentModel({ known, configured }: Place, meant: Meant, env: Environment): string | null {
  if (known === null || meant.by !== 'name' || configured.url !== undefined) return null;
  const keys = known.keyVariables.filter((name) => name !== 'OPENAI_API_KEY' || !env.OPENAI_BASE_URL);
  const variables = keys.map((name) => name.replace(/_API_KEY$/, '_MODEL')).filter((name) => name.endsWith('_MODEL'));
  return variables.map((name) => env[name]).find(Boolean) ?? null;
}

/** The table's default is for the table's own server. */
function defaultOf({ known, configured }: Place, meant: Meant): string | null {
  if (configured.model !== undefined) return configured.model;
  const [only, ...others] = Object.keys(configured.models ?? {});
  if (only !== undefined && others.length === 0) return only;
  return meant.by === 'name' && configured.url === undefined ? (known?.defaultModel ?? null) : null;
}

/** A provider that is paid for answers nothing without a key: it is not even asked. */
function withoutKey(place: Place, server: Server): Problem | null {
  const { known, configured } = place;
  if (server.apiKey || known === null || known.local || configured.url !== undefined) return null;
  const authorized = Object.keys(server.headers ?? {}).some((name) => name.toLowerCase() === 'authorization');
  if (authorized) return null;
  const others = known.keyVariables.filter((name) => name !== server.keyVariable);
  return problem(
    EXIT.usage,
    [
      `${known.title} needs a key: put it into ${server.keyVariable}${others.length === 0 ? '' : ` (or ${others.join(', ')})`}.`,
      `Or let Tagma keep it: tagma config set providers.${place.name ?? known.name}.key`,
      `A key is had at ${known.page}`,
    ].join('\n'),
  );
}

type Only = { readonly ok: true; readonly model: string; readonly prices: Prices | null };

async function onlyModel(server: Server, { name }: Place): Promise<Only | Problem> {
  const { describeModels, shownEndpoint } = await import('@tagma/endpoint');
  const listed = await describeModels(server);
  if (!listed.ok) return problem(EXIT.failed, `${listed.fault.message}\n${listed.fault.advice}`);
  const [model, ...others] = listed.models;
  const url = shownEndpoint(server);
  if (model === undefined) return problem(EXIT.usage, `${url} lists no model. Name one with --model or TAGMA_MODEL.`);
  if (others.length === 0) return { ok: true, model: model.id, prices: model.prices };
  const names = listed.models.map(({ id }) => (name === null ? id : `${name}:${id}`)).join('\n  ');
  return problem(EXIT.usage, `${url} has several models. Name one with --model or TAGMA_MODEL:\n  ${names}`);
}
