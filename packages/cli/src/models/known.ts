/** The providers that a model can be chosen from: those of the configuration first, then those of the table. */
import { knownModel, PROVIDERS, type Provider, providerNamed, shownEndpoint } from '@tagma/endpoint';
import type { Prices } from '@tagma/protocol';
import type { Config, ConfiguredProvider } from '../config/config.ts';
import { keyOf } from '../connecting/key.ts';
import type { Environment } from '../environment.ts';

export type OfferedModel = {
  readonly name: string;
  readonly windowTokens: number | null;
  readonly prices: Prices | null;
};

export type Offered = {
  readonly provider: string;
  readonly title: string;
  readonly url: string;
  readonly local: boolean;
  readonly configured: boolean;
  /** The variable that the key is in, or should be put into; null where none is known. */
  readonly keyVariable: string | null;
  /** Whether there is a key: in a variable, in the configuration, or kept. */
  readonly hasKey: boolean;
  /** Whether it is one that Tagma keeps. */
  readonly isKept: boolean;
  /** Where a key is had. */
  readonly page: string | null;
  readonly defaultModel: string | null;
  /** Those that are known without asking; the default first. */
  readonly models: readonly OfferedModel[];
};

/** @param kept the providers whose keys Tagma keeps */
export function offeredProviders(config: Config, env: Environment, kept: readonly string[] = []): readonly Offered[] {
  const own = Object.entries(config.providers).map(([name, configured]) => {
    const known = providerNamed(configured.kind ?? name);
    return offered(name, known, configured, env, kept);
  });
  const names = own.map(({ provider }) => provider);
  return [
    ...own,
    ...PROVIDERS.filter(({ name }) => !names.includes(name)).map((one) => offered(one.name, one, null, env, kept)),
  ];
}

function offered(
  name: string,
  known: Provider | null,
  configured: ConfiguredProvider | null,
  env: Environment,
  kept: readonly string[],
): Offered {
  const url = configured?.url ?? known?.url ?? '';
  const isOwn = configured?.url !== undefined;
  const key = keySeen(known, configured, env, url);
  const isKept = !configured?.isForeign && kept.includes(name);
  const defaultModel = configured?.model ?? (isOwn ? null : (known?.defaultModel ?? null));
  return {
    provider: name,
    title: known?.title ?? name,
    url: /\{/.test(url) ? url : shownEndpoint({ url }),
    local: known?.local === true,
    configured: configured !== null,
    keyVariable: key.variable,
    hasKey: key.isThere || isKept,
    isKept: isKept && !key.isThere,
    page: isOwn || known?.local ? null : (known?.page ?? null),
    defaultModel,
    models: modelsOf(isOwn ? null : known, configured, defaultModel),
  };
}

function keySeen(known: Provider | null, configured: ConfiguredProvider | null, env: Environment, url: string) {
  const inFile = configured?.key !== undefined;
  const named = configured?.keyVariable;
  if (named !== undefined) return { variable: named, isThere: inFile || Boolean(env[named]) };
  const key = known === null || configured?.url !== undefined ? null : keyOf(known, env, url);
  return { variable: key?.keyVariable ?? null, isThere: inFile || Boolean(key?.apiKey) };
}

function modelsOf(
  known: Provider | null,
  configured: ConfiguredProvider | null,
  first: string | null,
): readonly OfferedModel[] {
  const own = configured?.models ?? {};
  const ids = [...(first === null ? [] : [first]), ...Object.keys(own), ...(known?.models ?? []).map(({ id }) => id)];
  return [...new Set(ids)].map((name) => {
    const table = known === null ? null : knownModel(known, name);
    const set = Object.hasOwn(own, name) ? own[name] : undefined;
    return {
      name,
      windowTokens: set?.window ?? table?.windowTokens ?? null,
      prices: (set?.prices as Prices | undefined) ?? table?.prices ?? null,
    };
  });
}
