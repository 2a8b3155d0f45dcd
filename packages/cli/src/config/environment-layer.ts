/** `TAGMA_…`: each setting has a variable. A text is taken as it is; a list is JSON, or has commas between; the rest is JSON. */
import { nearestNames } from '@tagma/protocol';
import * as z from 'zod/mini';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { aboutIssue, schemaAt } from './check.ts';
import { expandedIn } from './expanded.ts';
import { isSettingVariable } from './file.ts';
import type { Layer } from './layer.ts';
import { type ConfigValues, configSchema } from './schema.ts';
import { SETTINGS, variableOf } from './settings-table.ts';
import { together } from './values.ts';

/** Keys that are read with the place where each stands: a file is needed. */
export const ONLY_IN_FILES: ReadonlySet<string> = new Set(['keys']);

const IN_FILES: ReadonlySet<string> = new Set([...ONLY_IN_FILES].map(variableOf));

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  yes: true,
  '1': true,
  false: false,
  off: false,
  no: false,
  '0': false,
};

export function environmentLayer(env: Environment): Layer | Problem {
  const rows = SETTINGS.filter(({ path }) => !ONLY_IN_FILES.has(path));
  let values: unknown = {};
  for (const { path } of rows) {
    const variable = variableOf(path);
    const text = env[variable];
    if (!text) continue;
    const read = valueIn(path.split('.'), text);
    if (!read.ok) return problem(EXIT.usage, `${variable}: ${read.message}`);
    values = together(values, nested(path.split('.'), read.value));
  }
  const placeOf = (path: readonly (string | number)[]) => variableOf(path.join('.'));
  const expanded = expandedIn(values as ConfigValues, process.cwd(), env, placeOf);
  if (!expanded.ok) return problem(EXIT.usage, expanded.message);
  const known = rows.map(({ path }) => variableOf(path));
  const warnings = Object.keys(env)
    .filter((name) => isSettingVariable(name) && !known.includes(name))
    .flatMap((name) => {
      if (IN_FILES.has(name)) return [`${name} sets nothing: keys are read from a file.`];
      const [near] = nearestNames(name, known, 1);
      return near === undefined ? [] : [`there is no variable ${name}; did you mean ${near}?`];
    });
  const written = values as ConfigValues;
  return {
    ok: true,
    name: 'environment',
    file: null,
    text: '',
    values: expanded.values,
    written,
    keys: [],
    warnings,
    placeOf,
  };
}

type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** A text as the value of a setting: whichever way of reading it gives one that the setting takes. */
export function valueIn(path: readonly string[], text: string): Read {
  const schema = schemaAt(configSchema, [...path]);
  if (schema === undefined) return { ok: false, message: `there is no setting "${path.join('.')}".` };
  const readings = readingsOf(path, text.trim());
  for (const reading of readings) {
    if (z.safeParse(schema, reading).success) return { ok: true, value: reading };
  }
  const issues = readings.flatMap((reading) => z.safeParse(schema, reading).error?.issues.slice(0, 1) ?? []);
  // What is of the right kind, and wrong, says more than what is of another kind.
  const first = issues.find(({ code }) => code !== 'invalid_type') ?? issues.at(-1);
  if (first === undefined) return { ok: false, message: 'it cannot be read.' };
  const given = first.path.length === 0 ? nested(path, text.trim()) : undefined;
  return { ok: false, message: aboutIssue({ ...first, path: [...path, ...first.path] }, given) };
}

/** A rule may hold commas: one that is no list is one rule. */
function readingsOf([first]: readonly string[], text: string): readonly unknown[] {
  const parsed = jsonIn(text);
  const word = WORDS[text.toLowerCase()];
  const parts =
    first === 'permissions'
      ? [text]
      : text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean);
  return [...(word === undefined ? [] : [word]), ...(parsed === undefined ? [] : [parsed]), parts, text];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}
