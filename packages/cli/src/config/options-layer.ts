/** What the options of a run say of the configuration: they come last of all, and are shown with the rest. */
import type { GivenOptions } from '../settled-options.ts';
import type { Layer } from './layer.ts';
import type { ConfigValues } from './schema.ts';
import { SETTINGS } from './settings-table.ts';
import { together } from './values.ts';

export type OptionsLayer = Pick<Layer, 'name' | 'file' | 'values' | 'written' | 'placeOf'>;

/** The options that are not called as their settings are, or say it in another way. */
const OTHERWISE: { readonly [path: string]: (given: GivenOptions) => unknown } = {
  provider: () => undefined,
  fallbacks: ({ fallback }) => said(fallback),
  mode: ({ trust, mode }) => (trust ? 'trust' : mode),
  'permissions.allow': ({ allow }) => said(allow),
  'permissions.ask': ({ ask }) => said(ask),
  'permissions.deny': ({ deny }) => said(deny),
  'set.bashFence': ({ set = [] }) => lastFence(set),
  'sandbox.off': ({ sandbox }) => (sandbox === undefined ? undefined : !sandbox),
  'screen.renderer': ({ inline, accessible }) => (accessible ? 'accessible' : inline ? 'inline' : undefined),
  'log.level': ({ debug }) => (debug ? 'debug' : undefined),
};

/** @param isResumed whether what was not said is as the session was recorded: then nobody can tell which of the two it was */
export function optionsLayer(given: GivenOptions, isResumed: boolean): OptionsLayer {
  const places: Record<string, string> = {};
  let values: unknown = {};
  for (const { path, option } of SETTINGS) {
    const value = option === undefined ? undefined : saidBy(given, path, option);
    if (value === undefined) continue;
    values = together(
      values,
      path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value),
    );
    const flag = path === 'mode' && given.trust ? '--trust' : `${option}`;
    places[path] = isResumed ? `${flag}, or as the session was` : flag;
  }
  const all = values as ConfigValues;
  return {
    name: 'option',
    file: null,
    values: all,
    written: all,
    placeOf: (path) => places[path.join('.')] ?? 'option',
  };
}

function saidBy(given: GivenOptions, path: string, option: string): unknown {
  const otherwise = OTHERWISE[path];
  if (otherwise) return otherwise(given);
  // `--max-tokens-total` is `maxTokensTotal`; of two forms of one option the first names it.
  const name = (/^--([a-z-]+)/.exec(option)?.[1] ?? '').replace(/-([a-z])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  return given[name as keyof GivenOptions];
}

function said<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function lastFence(set: readonly string[]): boolean | undefined {
  const values = set.flatMap((one) => /^bashFence=(true|false)$/.exec(one)?.[1] ?? []);
  return values.length === 0 ? undefined : values.at(-1) === 'true';
}
