/** On what two sessions ran, as far as that differs: no difference of the sessions themselves, but a reason for one. */
import type { Json, JsonObject } from '@tagma/protocol';
import type { SaidStep } from './steps.ts';

/** One thing of the environment; null where a session does not say it. */
export type EnvironmentDifference = { readonly what: string; readonly a: Json; readonly b: Json };

/** Shown whole where they differ; of the others, which are long, only that they do. */
const NAMED: readonly (readonly [what: string, path: readonly string[]])[] = [
  ['model', ['model', 'model']],
  ['endpoint', ['model', 'endpoint']],
  ['program', ['program']],
  ['behaviour', ['behaviour']],
  ['folder', ['folder']],
];
const LONG: readonly string[] = [
  'fallbacks',
  'summaryModel',
  'system',
  'systemSmall',
  'correction',
  'repair',
  'summary',
];

export function environmentDifferences(
  a: readonly SaidStep[],
  b: readonly SaidStep[],
): readonly EnvironmentDifference[] {
  const [ours, theirs] = [a, b].map((steps) => steps[0]?.event.fields ?? {}) as [JsonObject, JsonObject];
  const rows: (readonly [what: string, a: Json, b: Json])[] = [
    ...NAMED.map(([what, path]) => [what, valueAt(ours, path), valueAt(theirs, path)] as const),
    ['window', windowIn(a), windowIn(b)],
    ['tools', toolsIn(ours), toolsIn(theirs)],
    ...settingRows(ours, theirs),
    ...LONG.map((what) => [what, ours[what] ?? null, theirs[what] ?? null] as const),
  ];
  return rows.flatMap(([what, mine, other]) => (isSame(mine, other) ? [] : [{ what, a: mine, b: other }]));
}

function settingRows(a: JsonObject, b: JsonObject): (readonly [string, Json, Json])[] {
  const [ours, theirs] = [a, b].map(({ settings }) => (settings ?? {}) as JsonObject) as [JsonObject, JsonObject];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return names.map((name) => [name, ours[name] ?? null, theirs[name] ?? null]);
}

/** What was found out of it last, in tokens. */
function windowIn(steps: readonly SaidStep[]): Json {
  const found = steps.findLast(({ event }) => event.type === 'window.found');
  return found?.event.fields.tokens ?? null;
}

function toolsIn({ tools }: JsonObject): Json {
  return Array.isArray(tools) ? tools.map((tool) => (tool as JsonObject).name ?? null) : null;
}

function valueAt(fields: JsonObject, path: readonly string[]): Json {
  return path.reduce<Json>((at, name) => (at as JsonObject | null)?.[name] ?? null, fields);
}

function isSame(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
