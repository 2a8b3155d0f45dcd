/** What is different between two values: the parts that were changed, added or taken away, by their paths. */
import { isDeepStrictEqual } from 'node:util';

export type Change = {
  readonly path: string;
  /** Left out: it was added. */
  readonly before?: unknown;
  /** Left out: it was taken away. */
  readonly after?: unknown;
};

/** In the order of the members. Parts that the two share are never looked into. */
export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path);
  if (isObject(before) && isObject(after)) return memberChanges(before, after, path);
  return isDeepStrictEqual(before, after) ? [] : [{ path, before, after }];
}

function memberChanges(before: Members, after: Members, path: string): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key): Change[] => {
    const at = path === '' ? key : `${path}.${key}`;
    if (!Object.hasOwn(before, key)) return [{ path: at, after: after[key] }];
    if (!Object.hasOwn(after, key)) return [{ path: at, before: before[key] }];
    return changesBetween(before[key], after[key], at);
  });
}

/** What begins and ends alike is left aside: so a member taken from the front is one change, not one for each after it. */
function listChanges(before: readonly unknown[], after: readonly unknown[], path: string): Change[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isDeepStrictEqual(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isDeepStrictEqual(before.at(-1 - end), after.at(-1 - end))) end++;
  const [was, is] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  return Array.from({ length: Math.max(was.length, is.length) }, (_, index): Change[] => {
    const at = `${path}[${start + index}]`;
    if (index >= was.length) return [{ path: at, after: is[index] }];
    if (index >= is.length) return [{ path: at, before: was[index] }];
    return changesBetween(was[index], is[index], at);
  }).flat();
}

type Members = { readonly [key: string]: unknown };

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
