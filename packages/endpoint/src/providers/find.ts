/** Looks up the table: by name, by address, by model. */
import type { Quirks } from '../quirks.ts';
import { PROVIDERS } from './table.ts';
import type { KnownModel, ModelTraits, Provider } from './types.ts';

/** By its name or another name for it, whatever the case; or null. */
export function providerNamed(name: string): Provider | null {
  const wanted = name.toLowerCase();
  return PROVIDERS.find((one) => one.name === wanted || one.aliases.includes(wanted)) ?? null;
}

/**
 * Whose server this is, or null: the same scheme, host and port. What listens on this machine is not told by its port, and
 * a proxy of somebody's own is nobody's.
 */
export function providerAt(url: string): Provider | null {
  if (!URL.canParse(url)) return null;
  const { origin } = new URL(url);
  return (
    PROVIDERS.find((one) => !one.local && URL.canParse(one.url) && new URL(one.url).origin === origin) ??
    azureAt(origin)
  );
}

/** What is known of a model there; what a configuration says comes in `models`, before the table's own. */
export function knownModel(provider: Provider, id: string): KnownModel {
  const family = provider.families?.find(({ startsWith }) => id.startsWith(startsWith)) ?? {};
  const model = provider.models.find((one) => one.id === id) ?? { id };
  return { ...merged(family, model), id, ...(model.prices === undefined ? {} : { prices: model.prices }) };
}

/** The second's where both say something; fields that are not taken add up. */
export function mergedQuirks(first: Quirks = {}, second: Quirks = {}): Quirks {
  const untaken = [...new Set([...(first.untaken ?? []), ...(second.untaken ?? [])])];
  return { ...first, ...second, ...(untaken.length === 0 ? {} : { untaken }) };
}

function merged(first: ModelTraits, second: ModelTraits): ModelTraits {
  const windowTokens = second.windowTokens ?? first.windowTokens;
  return {
    ...(windowTokens === undefined ? {} : { windowTokens }),
    quirks: mergedQuirks(first.quirks, second.quirks),
    fields: { ...first.fields, ...second.fields },
  };
}

/** Each customer of Azure's has a host of their own. */
function azureAt(origin: string): Provider | null {
  return /^https:\/\/[a-z0-9-]+\.(openai|cognitiveservices|services\.ai)\.azure\.com$/.test(origin)
    ? providerNamed('azure')
    : null;
}
