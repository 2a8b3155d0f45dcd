/** What can be chosen: the person's own providers, servers that run on this machine, then those of the table. */
import type { LocalServer, Provider } from '@tagma/endpoint';
import type { Config } from '../config/config.ts';
import { keyFor, keyOf } from '../connecting/key.ts';
import { placeNamed } from '../connecting/place.ts';
import { providerFor } from '../doctor/keep.ts';
import type { Environment } from '../environment.ts';
import type { Offer } from './wizard.ts';

type Endpoint = typeof import('@tagma/endpoint');

export type Known = {
  readonly config: Config;
  readonly env: Environment;
  /** The providers whose keys are kept. */
  readonly kept: readonly string[];
  readonly endpoint: Endpoint;
};

/** @param found the servers on this machine that have answered */
export function offersOf(found: readonly LocalServer[], known: Known): readonly Offer[] {
  const { config, endpoint } = known;
  const isNew = ({ name }: Provider) => !Object.hasOwn(config.providers, name);
  const local = found.flatMap(({ url }) =>
    endpoint.PROVIDERS.filter((one) => one.local && one.url === url && isNew(one)),
  );
  // An address with a part that only the environment knows is given as an address.
  const paid = endpoint.PROVIDERS.filter((one) => !one.local && !one.url.startsWith('{') && isNew(one));
  return [
    ...Object.keys(config.providers).map((name) => configuredOffer(name, known)),
    ...local.map((one) => ({ ...tableOffer(one, known), isHere: true, key: 'none' as const })),
    ...paid.map((one) => tableOffer(one, known)),
  ];
}

/** Of an address that the person types: the provider that it belongs to, or else a new one. */
export function offerAt(url: string, known: Known): Offer {
  const { config, endpoint } = known;
  const shown = endpoint.shownEndpoint({ url });
  const named = providerFor(url, shown, config, endpoint);
  if (Object.hasOwn(config.providers, named.provider)) return configuredOffer(named.provider, known);
  const provider = endpoint.providerNamed(named.provider);
  const offer = provider === null ? newOffer(named.provider, shown) : tableOffer(provider, known);
  return { ...offer, url: named.url };
}

function newOffer(name: string, url: string): Offer {
  const nothing = { aliases: [], isHere: false, keyFrom: null, page: null, defaultModel: null };
  return { ...nothing, name, title: url, url, key: 'perhaps' };
}

function tableOffer(provider: Provider, { env, kept }: Known): Offer {
  const { name, aliases, title, url, page, defaultModel, local } = provider;
  const set = keyOf(provider, env, url);
  return {
    ...{ name, aliases, title, url: null, isHere: false, key: local ? 'perhaps' : 'needed', page, defaultModel },
    keyFrom: set?.apiKey ? { variable: set.keyVariable } : kept.includes(name) ? 'kept' : null,
  };
}

function configuredOffer(name: string, { config, env, kept, endpoint }: Known): Offer {
  const place = placeNamed(name, config, endpoint);
  const { known = null, configured = {} } = place ?? {};
  const url = configured.url ?? known?.url ?? '';
  const inFile = configured.key;
  const { keyVariable, apiKey } =
    place === null
      ? { keyVariable: '', apiKey: '' }
      : keyFor(place, { url, given: null, inFile }, endpoint.PROVIDERS, env);
  const isKept = inFile !== undefined || kept.includes(name);
  return {
    ...newOffer(name, url),
    title: configured.url ?? known?.title ?? name,
    url: null,
    keyFrom: apiKey !== '' && env[keyVariable] ? { variable: keyVariable } : isKept ? 'kept' : null,
    defaultModel: configured.model ?? (configured.url === undefined ? (known?.defaultModel ?? null) : null),
  };
}
