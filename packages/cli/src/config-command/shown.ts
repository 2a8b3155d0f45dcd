/** Every setting that somebody has said, with what holds and where it comes from. */
import { inOrder, type ProjectPart } from '../config/compose.ts';
import type { LayerName } from '../config/config.ts';
import type { Layers } from '../config/layers.ts';
import { SETTINGS, type SettingRow } from '../config/settings-table.ts';
import { asWritten, at, isValues, together } from '../config/values.ts';

export type Origin = {
  readonly from: LayerName | 'default';
  /** `FILE:LINE:COLUMN`, or the variable; null for what holds without a word. */
  readonly place: string | null;
};

export type Shown = {
  readonly key: string;
  readonly value: unknown;
  /** Of what holds; of a list that counts together, the last that adds to it. */
  readonly origin: Origin;
  /** Those that say it too, and do not hold, the weakest first. */
  readonly hidden: readonly Origin[];
  /** Why it does not hold; null where it does. */
  readonly left: 'not trusted' | 'not from a project' | null;
};

const BY_NAME: ReadonlySet<string> = new Set(['customTools', 'providers', 'redact']);

/** In the order of the table. @param all with what nobody has said */
export function shownSettings(layers: Layers, parts: readonly ProjectPart[], all: boolean): readonly Shown[] {
  return SETTINGS.flatMap((row) =>
    pathsOf(row, layers, parts).flatMap((path) => [...heldAt(path, row, layers, parts, all), ...leftAt(path, parts)]),
  );
}

/** What a path leads to, be it a setting, a part of one, or several. */
export function shownAt(path: readonly string[], layers: Layers, parts: readonly ProjectPart[]): Shown | null {
  const row = SETTINGS.find((one) => [...path, ''].join('.').startsWith(`${one.path}.`));
  return (
    heldAt(path, row ?? { path: '', says: '', inProject: 'holds' }, layers, parts, row?.path === path.join('.'))[0] ??
    null
  );
}

function pathsOf({ path }: SettingRow, { own, environment }: Layers, parts: readonly ProjectPart[]) {
  const keys = path.split('.');
  if (!BY_NAME.has(path)) return [keys];
  const layers = [own, ...parts.map(({ layer }) => layer), environment];
  const names = layers.flatMap((layer) => Object.keys((at(layer?.values, keys) as object | undefined) ?? {}));
  const each = [...new Set(names)].map((name) => [...keys, name]);
  return each.length > 0 ? each : [keys];
}

function heldAt(
  path: readonly string[],
  row: SettingRow,
  layers: Layers,
  parts: readonly ProjectPart[],
  all: boolean,
): readonly Shown[] {
  const key = path.join('.');
  const said = inOrder(layers, parts).filter(({ values }) => at(values, path) !== undefined);
  const origins = said.map(({ name, placeOf }): Origin => ({ from: name, place: placeOf([...path]) }));
  const [origin] = origins.slice(-1);
  if (origin === undefined) {
    const value = row.usual ?? row.usually;
    if (!all || value === undefined) return [];
    return [{ key, value, origin: { from: 'default', place: null }, hidden: [], left: null }];
  }
  const value = said.reduce<unknown>(
    (below, { values, written }) => together(below, asWritten(at(values, path), at(written, path)), key),
    undefined,
  );
  return [{ key, value: withoutSecrets(value, path), origin, hidden: origins.slice(0, -1), left: null }];
}

/** What a project says of it, and does not hold. */
function leftAt(path: readonly string[], parts: readonly ProjectPart[]): readonly Shown[] {
  const key = path.join('.');
  return parts.flatMap(({ layer, said, holds }) => {
    const one = said.find((each) => each.path.join('.') === key);
    if (one === undefined || at(holds, path) !== undefined) return [];
    const origin: Origin = { from: layer.name, place: layer.placeOf([...path]) };
    const left = one.taken === 'own' ? 'not from a project' : 'not trusted';
    const value = asWritten(one.value, at(layer.written, path));
    return [{ key, value: withoutSecrets(value, path), origin, hidden: [], left } as const];
  });
}

/** What of an address may be secret: `http://name:password@host/?key=value`. */
const PASSWORD = /^([a-z][a-z0-9+.-]*:\/\/[^/?#@]*:)[^/?#]*@/i;
/** A name alone is a token, as often as not. */
const TOKEN = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@:]+@/i;
const QUERY = /^([a-z][a-z0-9+.-]*:\/\/?[^?#]*\?).*$/is;

/** What of a provider is never shown: its key, and what may carry one. */
const SECRET = new Set(['key', 'headers', 'query']);

function withoutSecrets(value: unknown, path: readonly string[]): unknown {
  const [first, , member] = path;
  if (first === 'providers' && member !== undefined && SECRET.has(member)) return HIDDEN;
  if (typeof value === 'string') return withoutSecret(value);
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, path));
  if (!isValues(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutSecrets(one, [...path, name])]));
}

function withoutSecret(text: string): string {
  return text.replace(PASSWORD, `$1${HIDDEN}@`).replace(TOKEN, `$1${HIDDEN}@`).replace(QUERY, `$1${HIDDEN}`);
}

const HIDDEN = '[not shown]';
