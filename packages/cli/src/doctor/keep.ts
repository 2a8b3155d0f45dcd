/** The configuration that keeps what was found out: an entry of a provider, with the quirks of the model asked for. */
import type { Json, JsonObject } from '@tagma/protocol';
import type { Config } from '../config/config.ts';
import { placeAt } from '../connecting/place.ts';
import type { Finding } from './finding.ts';
import type { Patient } from './probe.ts';

export type Kept = {
  /** What `--model` takes once it is kept. */
  readonly model: string;
  /** Where it belongs in the file, and what stands there: set one by one, so that nothing else is touched. */
  readonly members: readonly { readonly path: readonly string[]; readonly value: Json }[];
};

type Table = Pick<typeof import('@tagma/endpoint'), 'providerNamed' | 'providerAt' | 'shownEndpoint'>;

export function keptOf(patient: Patient, findings: readonly Finding[], config: Config, table: Table): Kept {
  const { server, model } = patient;
  const { provider, url } = providerOf(patient, config, table);
  const inProvider = ['providers', provider];
  const inModel = [...inProvider, 'models', model];
  const quirks = Object.assign({}, ...findings.map((finding) => finding.quirks ?? {})) as JsonObject;
  const keyVariable = (server.apiKey ?? '').trim() === '' ? undefined : server.keyVariable;
  const own = [
    ...(url === null ? [] : [{ path: [...inProvider, 'url'], value: url }]),
    ...(url === null || keyVariable === undefined
      ? []
      : [{ path: [...inProvider, 'keyVariable'], value: keyVariable }]),
  ];
  const ofModel = [...Object.entries(quirks).map(([name, value]) => ({ path: [...inModel, 'quirks', name], value }))];
  return { model: `${provider}:${model}`, members: [...own, ...ofModel] };
}

/** The members as one object, for the reader. */
export function objectOf({ members }: Kept): JsonObject {
  const root: Record<string, unknown> = {};
  for (const { path, value } of members) {
    let at = root;
    for (const name of path.slice(0, -1)) {
      const inner = (at[name] as Record<string, unknown>) ?? {};
      at[name] = inner;
      at = inner;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return root as JsonObject;
}

/**
 * Under which name it is kept, and the address, where that name does not have it already: of a connection by name that name; of an
 * address the provider that is configured with it, or is known to be there, or else a new one.
 */
function providerOf({ name, model, server }: Patient, config: Config, table: Table) {
  const suffix = `:${model}`;
  if (name !== model && name.endsWith(suffix)) return { provider: name.slice(0, -suffix.length), url: null };
  return providerFor(server.url, table.shownEndpoint(server), config, table);
}

/** Under which name an address is kept; the address is null where that name has it already. @param shown the address without a secret */
export function providerFor(
  address: string,
  shown: string,
  config: Config,
  table: Table,
): { readonly provider: string; readonly url: string | null } {
  const place = placeAt(address, config, table);
  if (place.name !== null) return { provider: place.name, url: null };
  // What the table says of it holds there as well.
  const { known } = place;
  if (known !== null && !Object.hasOwn(config.providers, known.name)) {
    return { provider: known.name, url: bare(known.url) === bare(shown) ? null : shown };
  }
  return { provider: newName(hostOf(shown), config, table), url: shown };
}

function newName(base: string, config: Config, { providerNamed }: Table): string {
  const isTaken = (name: string) => Object.hasOwn(config.providers, name) || providerNamed(name) !== null;
  if (!isTaken(base)) return base;
  let number = 2;
  while (isTaken(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}

function hostOf(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const name = host.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return host === '' || host === '127.0.0.1' || host === 'localhost' ? 'local' : name;
}

function bare(url: string): string {
  return url.replace(/\/+$/, '').replace('//localhost', '//127.0.0.1').toLowerCase();
}
