/** Where a model may be: what the table knows of the server, and what the configuration says, which comes first. */
import type { Provider } from '@tagma/endpoint';
import type { Config, ConfiguredProvider } from '../config/config.ts';

export type Place = {
  /** What stands before the colon in `provider:model`; null for an address that nothing has a name for. */
  readonly name: string | null;
  readonly known: Provider | null;
  readonly configured: ConfiguredProvider;
};

type Table = Pick<typeof import('@tagma/endpoint'), 'providerNamed' | 'providerAt'>;

/** By the name in the configuration, or in the table; or null. */
export function placeNamed(name: string, config: Config, { providerNamed }: Table): Place | null {
  const configured = Object.hasOwn(config.providers, name) ? config.providers[name] : undefined;
  const known = providerNamed(configured?.kind ?? name);
  if (configured !== undefined) return { name, known, configured };
  return known === null ? null : { name: known.name, known, configured: sameProvider(known, config, providerNamed) };
}

/** By an address: the provider that is configured with it, else the one of the table whose server it is. */
export function placeAt(url: string, config: Config, { providerNamed, providerAt }: Table): Place {
  const entry = Object.entries(config.providers).find(
    ([, one]) => one.url !== undefined && bare(one.url) === bare(url),
  );
  if (entry === undefined) return { name: null, known: providerAt(url), configured: {} };
  const [name, configured] = entry;
  return { name, known: providerNamed(configured.kind ?? name) ?? providerAt(url), configured };
}

/** What the configuration says of a provider that a person named by another of its names. */
function sameProvider(known: Provider, config: Config, providerNamed: Table['providerNamed']): ConfiguredProvider {
  const name = Object.keys(config.providers).find((one) => one === known.name || providerNamed(one) === known);
  const configured = name === undefined ? undefined : config.providers[name];
  return configured !== undefined && configured.kind === undefined ? configured : {};
}

function bare(url: string): string {
  return url.trim().replace(/\/+$/, '').toLowerCase();
}
