/** Values by the keys that lead to them, and two of the same kind put together. Pure. */
import { isDeepStrictEqual } from 'node:util';

export type Values = { readonly [key: string]: unknown };

/** Lists that count together, whoever wrote them: what one hides, or denies, another does not show. */
const TOGETHER: ReadonlySet<string> = new Set([
  'permissions.allow',
  'permissions.ask',
  'permissions.deny',
  'sandbox.hidden',
  'hooks',
]);

/** What belongs together as one thing: half of one tool, and half of another, would be neither. */
const WHOLE = /^customTools\.[^.]+$/;

export function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What `above` says, and where it says nothing, what `below` says. */
export function together(below: unknown, above: unknown, path = ''): unknown {
  if (above === undefined) return below;
  if (TOGETHER.has(path) && Array.isArray(below) && Array.isArray(above)) return [...below, ...above];
  if (!isValues(below) || !isValues(above) || WHOLE.test(path)) return above;
  const keys = [...new Set([...Object.keys(below), ...Object.keys(above)])];
  return Object.fromEntries(
    keys.map((key) => [key, together(own(below, key), own(above, key), path ? `${path}.${key}` : key)]),
  );
}

export function at(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isValues(value) ? own(value, key) : undefined), values);
}

/** The values without what is at the path; objects that are empty then go too. */
export function withoutAt(values: Values, [key, ...rest]: readonly string[]): Values {
  if (key === undefined || !Object.hasOwn(values, key)) return values;
  const inner = values[key];
  const left = rest.length > 0 && isValues(inner) ? withoutAt(inner, rest) : {};
  const { [key]: _gone, ...others } = values;
  return Object.keys(left).length === 0 ? others : { ...values, [key]: left };
}

/** A value whose texts stand as they were written, before variables and folders were put into them. */
export function asWritten(value: unknown, written: unknown): unknown {
  if (typeof value === 'string') return typeof written === 'string' ? written : value;
  if (Array.isArray(value))
    return value.map((one, index) => asWritten(one, Array.isArray(written) ? written[index] : undefined));
  if (!isValues(value)) return value;
  const texts = isValues(written) ? written : {};
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asWritten(one, own(texts, key))]));
}

export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}

function own(values: Values, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
