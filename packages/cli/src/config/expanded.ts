/** The values of one place with its variables in them, and with relative paths as whole ones. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Environment } from '../environment.ts';
import { expand } from './expand.ts';
import type { ConfigValues } from './schema.ts';
import { SETTINGS } from './settings-table.ts';
import { at, isValues, type Values } from './values.ts';

/** Of a hook without one: the module, as it is written. */
const NAME_MAX = 60;

type Expanded = { readonly ok: true; readonly values: ConfigValues } | { readonly ok: false; readonly message: string };

/** What a provider says is expanded when it is used: its variables need not be set for another one. */
export function expandedIn(
  values: ConfigValues,
  base: string,
  env: Environment,
  placeOf: (path: readonly string[]) => string,
): Expanded {
  let missing: string | undefined;
  const expandText = (text: string, path: readonly string[]): string => {
    const expanded = expand(text, env);
    if (expanded.ok) return expanded.text;
    missing ??= `${placeOf(path)}: "${path.join('.')}": the variable ${expanded.missing} is not set.`;
    return text;
  };
  const expandValue = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value === 'string') return expandText(value, path);
    return Array.isArray(value) ? value.map((one) => expandValue(one, path)) : value;
  };
  let all: unknown = values;
  for (const row of SETTINGS.filter(({ expands }) => expands)) {
    const path = row.path.split('.');
    const value = at(values, path);
    if (value !== undefined) all = replaced(all, path, expandValue(value, path));
  }
  for (const [name, { command }] of Object.entries(values.customTools ?? {})) {
    const path = ['customTools', name, 'command'];
    all = replaced(all, path, expandValue(command, path));
  }
  if (missing !== undefined) return { ok: false, message: missing };
  return { ok: true, values: wholePaths(all as ConfigValues, base) };
}

function wholePaths(values: ConfigValues, base: string): ConfigValues {
  const whole = (path: string) => resolve(base, path.replace(/^~(?=\/|$)/, homedir()));
  let all: unknown = values;
  if (values.prompts !== undefined) all = replaced(all, ['prompts'], whole(values.prompts));
  const { hooks } = values;
  const placed = hooks?.map(({ module, ...hook }) =>
    module === undefined ? hook : { name: module.slice(0, NAME_MAX), ...hook, module: whole(module) },
  );
  if (placed !== undefined) all = replaced(all, ['hooks'], placed);
  for (const [name, { ca }] of Object.entries(values.providers ?? {})) {
    if (ca !== undefined) all = replaced(all, ['providers', name, 'ca'], whole(ca));
  }
  return all as ConfigValues;
}

function replaced(values: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || !isValues(values)) return value;
  return { ...values, [key]: replaced((values as Values)[key], rest, value) };
}
