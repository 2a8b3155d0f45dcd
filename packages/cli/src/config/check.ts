/** Checks the values of the file, and says what is wrong where. */
import { nearestNames } from '@tagma/protocol';
import { getNodeValue, type JSONPath, type Node } from 'jsonc-parser';
import * as z from 'zod/mini';
import { offsetOf, placeAt } from './place.ts';

export type Checked<T> =
  | { readonly ok: true; readonly values: T; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string };

const NONE: ReadonlySet<string> = new Set();
const LEFT_OUT = 'It is as if it were not there.';

type Issue = z.core.$ZodIssue;

/**
 * @param harmless keys at the top under which a wrong value can be left out, and is only said: nothing there can be a denial,
 * or lead to another endpoint
 */
export function check<T>(
  schema: z.ZodMiniType<T>,
  root: Node,
  text: string,
  file: string,
  harmless: ReadonlySet<string> = NONE,
): Checked<T> {
  const values: unknown = getNodeValue(root);
  const place = (path: JSONPath) => placeAt(file, text, offsetOf(root, path));
  const nul = nulIn(values, []);
  if (nul !== null) return { ok: false, message: `${place(nul)}: "${nul.join('.')}": should hold no NUL (\\u0000).` };
  const issues = schema.safeParse(values).error?.issues ?? [];
  const unknown = issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key] as JSONPath) : [],
    )
    .sort((a, b) => offsetOf(root, a) - offsetOf(root, b));
  const known = unknown.reduce<unknown>(without, values);
  const isHarmless = ({ path: [first] }: Issue): boolean => harmless.has(String(first));
  const left = (schema.safeParse(known).error?.issues ?? [])
    .filter(isHarmless)
    .sort((one, other) => offsetOf(root, one.path as JSONPath) - offsetOf(root, other.path as JSONPath));
  const warnings = [
    ...unknown.map((path) => `${place(path)}: ${aboutKey(schema, path)}`),
    ...left.map((issue) => `${place(issue.path as JSONPath)}: ${aboutIssue(issue, values)} ${LEFT_OUT}`),
  ];
  const parsed = schema.safeParse(left.map(({ path }) => path as JSONPath).reduce(without, known));
  // A denial under a key that nobody reads would be lost.
  if (unknown.some(([first]) => first === 'permissions')) return { ok: false, message: warnings.join('\n') };
  if (parsed.success) return { ok: true, values: parsed.data, warnings };
  const errors = parsed.error.issues.map((issue) => `${place(issue.path as JSONPath)}: ${aboutIssue(issue, values)}`);
  return { ok: false, message: [...errors, ...warnings].join('\n') };
}

/** Where a text holds a NUL: no path, address or argument of a program may, and whoever gets it throws. */
function nulIn(value: unknown, path: JSONPath): JSONPath | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = nulIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found !== null) return found;
  }
  return null;
}

/** Unknown: left out, and said, with the key that was likely meant. */
function aboutKey(schema: z.core.$ZodType, path: JSONPath): string {
  const key = String(path.at(-1));
  const [near] = nearestNames(key, keysAt(schema, path.slice(0, -1)), 1);
  return `there is no key "${key}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

/** @param values all of them, for the one that was likely meant */
export function aboutIssue(issue: Issue, values?: unknown): string {
  const name = issue.path.length === 0 ? 'the configuration' : `"${issue.path.join('.')}"`;
  return `${name}: ${wordsFor(issue)}.${nearValue(issue, values)}`;
}

/** Of values that can be listed, the one that is like what stands there. */
function nearValue(issue: Issue, values: unknown): string {
  if (issue.code !== 'invalid_value') return '';
  const given = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    values,
  );
  const [near] = typeof given === 'string' ? nearestNames(given, issue.values.map(String), 1) : [];
  return near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
}

function wordsFor(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `should be ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_type':
      return `should be ${NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return 'should not be empty';
      return `should be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
    case 'too_big':
      return `should be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
    default:
      return issue.message;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a text, in quotation marks',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object, in braces',
  record: 'an object, in braces',
  array: 'a list, in brackets',
};

/** The keys that are known where this path leads. */
export function keysAt(root: z.core.$ZodType, path: JSONPath): readonly string[] {
  const at = schemaAt(root, path);
  return at instanceof z.ZodMiniObject ? Object.keys(at.shape) : [];
}

/** What a value there is held to, or undefined where nothing is known of such a path. */
export function schemaAt(root: z.core.$ZodType, path: JSONPath): z.core.$ZodType | undefined {
  let schema: z.core.$ZodType | undefined = root;
  for (const step of path) schema = schema === undefined ? undefined : below(schema, String(step));
  return schema === undefined ? undefined : unwrapped(schema);
}

function below(schema: z.core.$ZodType, key: string): z.core.$ZodType | undefined {
  const at = unwrapped(schema);
  if (at instanceof z.ZodMiniObject) return Object.hasOwn(at.shape, key) ? at.shape[key] : undefined;
  return at instanceof z.ZodMiniRecord ? at._zod.def.valueType : undefined;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodMiniOptional ? unwrapped(schema._zod.def.innerType) : schema;
}

function without(value: unknown, path: JSONPath): unknown {
  const [key, ...rest] = path;
  if (typeof value !== 'object' || value === null || key === undefined) return value;
  if (Array.isArray(value)) return value.map((inner, at) => (at === key ? without(inner, rest) : inner));
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    if (name !== String(key)) return [[name, inner]];
    return rest.length === 0 ? [] : [[name, without(inner, rest)]];
  });
  return Object.fromEntries(entries);
}
