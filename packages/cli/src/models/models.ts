/** `tagma models [PROVIDER|ENDPOINT]`: which models can be chosen, and what has to be set for that. */
import { describeModels, knownModel } from '@tagma/endpoint';
import type { Prices } from '@tagma/protocol';
import { type Config, readConfig } from '../config/index.ts';
import { type Key, OWN_KEY } from '../connecting/key.ts';
import { type Place, placeAt, placeNamed } from '../connecting/place.ts';
import { locate, type Meant } from '../connecting/server.ts';
import { nearestSpecs, parseSpec } from '../connecting/spec.ts';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { type Problem, problem, report } from '../problem.ts';
import { keptProviders } from '../secrets/index.ts';
import { tellHere } from '../start-notes.ts';
import { folderHere } from '../working-folder.ts';
import { inColumns, shownPrices, shownTokens } from './columns.ts';
import { type Offered, type OfferedModel, offeredProviders } from './known.ts';

export type ModelsOptions = { readonly all?: true; readonly json?: true; readonly config?: string };

/** Of a longer list only the beginning is shown, unless all of it is asked for. */
const SHOWN_MAX = 40;

export async function models(which: string | undefined, options: ModelsOptions): Promise<number> {
  const read = await readConfig(options.config, process.env, folderHere());
  if (!read.ok) return report(read);
  for (const warning of read.config.warnings) tellHere(warning);
  if (which !== undefined) return modelsAt(which, options, read.config, process.env);
  const providers = offeredProviders(read.config, process.env, await keptProviders(process.env));
  await print(
    options.json ? `${JSON.stringify(providers, null, 2)}\n` : `${overview(providers, options).join('\n')}\n`,
  );
  return EXIT.done;
}

/** Asks one server for its list. */
async function modelsAt(which: string, options: ModelsOptions, config: Config, env: Environment): Promise<number> {
  const found = await placeOf(which, config, env);
  if ('ok' in found) return report(found);
  const { place, meant } = found;
  const located = await locate(place, null, meant, config, env);
  if (!located.ok) return report(located);
  const listed = await describeModels(located.server);
  if (!listed.ok) return report(problem(EXIT.failed, `${listed.fault.message}\n${listed.fault.advice}`));
  const all = listed.models.map(({ id, window, prices }): OfferedModel => {
    const set = Object.hasOwn(place.configured.models ?? {}, id) ? place.configured.models?.[id] : undefined;
    const table = place.known === null ? null : knownModel(place.known, id);
    const windowTokens = set?.window ?? window?.tokens ?? table?.windowTokens ?? null;
    return { name: id, windowTokens, prices: (set?.prices as Prices | undefined) ?? table?.prices ?? prices };
  });
  const provider = meant.by === 'name' ? place.name : null;
  if (options.json) await print(`${JSON.stringify({ provider, models: all }, null, 2)}\n`);
  else await print(`${listOf(provider, all, options).join('\n')}\n`);
  return EXIT.done;
}

/** A provider by any of its names, or what one of its models is called; or an address. */
async function placeOf(
  which: string,
  config: Config,
  env: Environment,
): Promise<{ place: Place; meant: Meant } | Problem> {
  const endpoint = await import('@tagma/endpoint');
  if (/^(https?|http\+unix|unix):/i.test(which)) {
    const key: Key = { apiKey: env[OWN_KEY] || '', keyVariable: OWN_KEY };
    return { place: placeAt(which, config, endpoint), meant: { by: 'address', url: which, key } };
  }
  const place = placeNamed(which, config, endpoint) ?? parseSpec(which, config, endpoint)?.place;
  if (place) return { place, meant: { by: 'name' } };
  const near = await nearestSpecs(which, config, endpoint);
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(', or ')}?`;
  return problem(EXIT.usage, `there is no provider "${which}".${meant}\ntagma models lists them all.`);
}

function listOf(provider: string | null, all: readonly OfferedModel[], options: ModelsOptions): readonly string[] {
  if (all.length === 0) return ['The server lists no model.'];
  const shown = options.all ? all : all.slice(0, SHOWN_MAX);
  const rows = shown.map(({ name, windowTokens, prices }) => [
    provider === null ? name : `${provider}:${name}`,
    shownTokens(windowTokens),
    shownPrices(prices),
  ]);
  const left = all.length - shown.length;
  return [
    ...inColumns([['MODEL', 'WINDOW', 'PRICE IN / OUT'], ...rows]),
    ...(left === 0 ? [] : [`… ${left} more: --all`]),
  ];
}

/** One line for each provider; with `--all` one for each model that is known without asking. */
function overview(providers: readonly Offered[], options: ModelsOptions): readonly string[] {
  const paid = providers.filter(({ local, configured }) => !local && !configured);
  const local = providers.filter((one) => one.local && !one.configured);
  const own = providers.filter(({ configured }) => configured);
  const rows = (some: readonly Offered[]) => some.flatMap((one) => rowsOf(one, options.all === true));
  const head = ['MODEL', 'KEY', 'WINDOW', 'PRICE IN / OUT'];
  const lines = inColumns([head, ...rows(own), ...rows(paid), ...rows(local)]);
  return [
    ...lines,
    '',
    'Choose one: --model NAME, TAGMA_MODEL, or "model" in the configuration. Prices: dollars for a million tokens.',
    'tagma models PROVIDER asks a server what it has; docs/providers.md says where a key is had.',
  ];
}

function rowsOf(
  { provider, keyVariable, hasKey, isKept, local, url, models }: Offered,
  all: boolean,
): readonly (readonly string[])[] {
  const key = isKept
    ? 'kept by Tagma'
    : hasKey
      ? `${keyVariable ?? 'in the configuration'} (set)`
      : local || keyVariable === null
        ? url
        : keyVariable;
  const shown = all ? models : models.slice(0, 1);
  if (shown.length === 0) return [[`${provider}:…`, key, '', '']];
  return shown.map(({ name, windowTokens, prices }, index) => [
    `${provider}:${name}`,
    index === 0 ? key : '',
    shownTokens(windowTokens),
    shownPrices(prices),
  ]);
}
