/** Parts of a value by their paths, as a person writes them: `outcome.content`, `calls[3].answer`. */
import { visible } from '@tagma/protocol';

/** Characters of a value that stand in a message. */
const BRIEF_MAX = 60;

export type Found = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** The part of a value at `outcome.content` or `conversation[3].content`. */
export function partAt(value: unknown, path: string): Found {
  let part = value;
  const gone: string[] = [];
  for (const key of keysOf(path)) {
    const names = typeof part === 'object' && part !== null ? Object.keys(part) : [];
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) {
      const at = gone.length === 0 ? 'it' : gone.join('.');
      return { ok: false, message: `there is no ${path}: ${at} ${holding(part, names)}.` };
    }
    part = (part as { readonly [key: string]: unknown })[key];
    gone.push(key);
  }
  return { ok: true, value: part };
}

/** The value with another part at a path that there is. */
export function withPartAt(value: unknown, path: string, part: unknown): unknown {
  const put = (within: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) return part;
    if (Array.isArray(within)) return within.map((each, at) => (String(at) === key ? put(each, rest) : each));
    const members = within as { readonly [name: string]: unknown };
    return { ...members, [key]: put(members[key], rest) };
  };
  return put(value, keysOf(path));
}

function keysOf(path: string): readonly string[] {
  return path.split(/[.[\]]+/).filter((key) => key !== '');
}

function holding(part: unknown, names: readonly string[]): string {
  if (Array.isArray(part)) return part.length === 0 ? 'is an empty list' : `has [0] to [${part.length - 1}]`;
  return names.length > 0 ? `has ${names.join(', ')}` : `is ${briefly(part)}`;
}

function briefly(part: unknown): string {
  const text = visible(JSON.stringify(part) ?? 'nothing');
  return text.length <= BRIEF_MAX ? text : `${text.slice(0, BRIEF_MAX - 1)}…`;
}
