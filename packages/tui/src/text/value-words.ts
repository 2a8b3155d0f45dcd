/** Values of any kind in few words: on one line, bounded, and with every control character made visible. */
import { named } from './line.ts';

/** Code units of a text that stand on one line. */
const TEXT_MAX = 60;
/** Members of a value that are looked at. */
const MEMBERS_MAX = 8;
/** Code units that two texts share before they part, as far as they are shown. */
const SHARED_MAX = 20;
/** Objects within objects that are looked into. */
const LEVELS_MAX = 4;

/** A value on one line, as JSON, cut where it is long. Only what is shown of it is looked at, however large it is. */
export function valueWords(value: unknown): string {
  return named(written(value, 2));
}

/** Each member of an object, as `name: value`. */
export function memberWords(value: object): readonly string[] {
  return Object.entries(value).map(([name, member]) => `${named(name)}: ${valueWords(member)}`);
}

/** Where two values differ, a line each: `outcome.status: "ok" became "error"`. None where they are alike. */
export function differenceWords(was: unknown, is: unknown, path = ''): readonly string[] {
  if (isObject(was) && isObject(is) && path.split('.').length <= LEVELS_MAX) {
    const names = new Set([...Object.keys(was), ...Object.keys(is)]);
    return [...names].flatMap((name) => differenceWords(was[name], is[name], path === '' ? name : `${path}.${name}`));
  }
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  if (was === undefined) return [`${named(path)}: ${valueWords(is)} was added`];
  if (is === undefined) return [`${named(path)}: ${valueWords(was)} was left out`];
  const [before, after] = typeof was === 'string' && typeof is === 'string' ? parted(was, is) : [was, is];
  return [`${named(path)}: ${valueWords(before)} became ${valueWords(after)}`];
}

/** Two texts from shortly before the place where they part, if they would look alike otherwise. */
function parted(was: string, is: string): readonly [string, string] {
  if (Math.max(was.length, is.length) <= TEXT_MAX) return [was, is];
  let shared = 0;
  while (shared < was.length && was[shared] === is[shared]) shared += 1;
  const from = shared - SHARED_MAX;
  return from <= 0 ? [was, is] : [`…${was.slice(from)}`, `…${is.slice(from)}`];
}

function written(value: unknown, levels: number): string {
  if (typeof value === 'string') return cutText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (levels === 0) return Array.isArray(value) ? '[…]' : '{…}';
  const list = Array.isArray(value);
  const members = Object.entries(value);
  const shown = members
    .slice(0, MEMBERS_MAX)
    .map(([name, member]) => `${list ? '' : `${name}: `}${written(member, levels - 1)}`);
  if (members.length > MEMBERS_MAX) shown.push(`… ${members.length - MEMBERS_MAX} more`);
  return list ? `[${shown.join(', ')}]` : `{${shown.join(', ')}}`;
}

function cutText(text: string): string {
  if (text.length <= TEXT_MAX) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, TEXT_MAX))}… ${text.length} characters`;
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
