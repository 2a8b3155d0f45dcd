/** `tagma config list`, `get`, `path` and `schema`: what holds, and where it comes from. */
import { existsSync } from 'node:fs';
import { oneLine, visible } from '@tagma/protocol';
import { projectParts } from '../config/compose.ts';
import { LOCAL_CONFIG, PROJECT_CONFIG } from '../config/file.ts';
import { readLayers } from '../config/layers.ts';
import type { OptionsLayer } from '../config/options-layer.ts';
import { EXIT } from '../exit.ts';
import { print, say } from '../lines.ts';
import { inColumns } from '../models/columns.ts';
import { type Problem, problem, remark, report } from '../problem.ts';
import { keptProviders, secretsFile } from '../secrets/index.ts';
import { tellHere } from '../start-notes.ts';
import { keyIn, providerOfKey } from './key.ts';
import { filePlace, type PlaceOptions } from './place.ts';
import { type Origin, type Shown, shownAt, shownSettings } from './shown.ts';

export type LookOptions = PlaceOptions & { readonly json?: true; readonly all?: true; readonly secrets?: true };

/** Of a value on a line. */
const VALUE_CHARACTERS_MAX = 60;
const HEADINGS = ['KEY', 'VALUE', 'FROM'];

/** All that is said anywhere, a line each; with `--all` also what holds without a word. */
export async function list(options: LookOptions): Promise<number> {
  const read = opened(options);
  if (!read.ok) return report(read);
  const { layers, parts } = read;
  const only = options.project ? 'project' : options.local ? 'local' : null;
  const shown = shownSettings(layers, parts, options.all === true && only === null).filter(
    ({ origin }) => only === null || origin.from === only,
  );
  const kept = only === null ? await keptProviders(process.env) : [];
  for (const warning of [layers.own, ...parts.map(({ layer }) => layer), layers.environment].flatMap(
    (one) => one?.warnings ?? [],
  ))
    tellHere(warning);
  if (options.json) {
    await print(`${JSON.stringify({ settings: shown, keptKeys: kept }, null, 2)}\n`);
    return EXIT.done;
  }
  const rows = rowsOf(shown);
  const keys = kept.map((name) => [`providers.${name}.key`, '[not shown]', secretsFile(process.env)]);
  if (rows.length + keys.length === 0) remark('Nothing is configured. tagma config list --all shows what holds.\n');
  else await say(`${inColumns([HEADINGS, ...rows, ...keys]).join('\n')}\n`);
  return EXIT.done;
}

/** The same for the screen, with the options of its run: a line each, the headings first; none where nothing is configured. */
export function configRows(
  options: PlaceOptions,
  said: OptionsLayer,
): { readonly ok: true; readonly lines: readonly string[] } | Problem {
  const read = opened(options);
  if (!read.ok) return read;
  const rows = rowsOf(shownSettings({ ...read.layers, options: said }, read.parts, false));
  return { ok: true, lines: rows.length === 0 ? [] : inColumns([HEADINGS, ...rows]) };
}

function rowsOf(shown: readonly Shown[]): readonly string[][] {
  return shown.map((one) => [one.key, shortened(one.value), aboutOrigin(one)]);
}

/** The value on standard output, where it comes from on standard error. 1 where nobody has said it, and nothing holds. */
export async function get(given: string, options: LookOptions): Promise<number> {
  const key = keyIn(given);
  if (!key.ok) return report(key);
  const read = opened(options);
  if (!read.ok) return report(read);
  const provider = providerOfKey(key.path);
  if (provider !== null && (await keptProviders(process.env)).includes(provider)) {
    remark(`the key of ${provider} is kept (${secretsFile(process.env)}), and not shown.\n`);
    return EXIT.done;
  }
  const shown = shownAt(key.path, read.layers, read.parts);
  if (shown === null) return report(problem(EXIT.failed, `${given} is not set, and nothing holds in its place.`));
  if (options.json) await print(`${JSON.stringify(shown, null, 2)}\n`);
  else {
    await say(`${typeof shown.value === 'string' ? shown.value : JSON.stringify(shown.value, null, 2)}\n`);
    remark(`from ${aboutOrigin(shown)}\n`);
  }
  return EXIT.done;
}

/** The file that `set` and `edit` write; with `--json` all of them. */
export async function path(options: LookOptions): Promise<number> {
  const place = filePlace(options, process.env);
  if (!place.ok) return report(place);
  const { folder } = place;
  const files = {
    user: filePath({ ...options, project: undefined, local: undefined }),
    project: `${folder}/${PROJECT_CONFIG}`,
    local: `${folder}/${LOCAL_CONFIG}`,
    secrets: secretsFile(process.env),
  };
  const all = Object.entries(files).map(([name, file]) => ({ name, file, isThere: existsSync(file) }));
  await print(options.json ? `${JSON.stringify(all, null, 2)}\n` : `${options.secrets ? files.secrets : place.file}\n`);
  return EXIT.done;
}

export async function schema({ permissions }: { readonly permissions?: true }): Promise<number> {
  const { configJsonSchema, permissionsJsonSchema } = await import('../config/json-schema.ts');
  const schemaOf = permissions ? permissionsJsonSchema : configJsonSchema;
  await print(`${JSON.stringify(schemaOf(), null, 2)}\n`);
  return EXIT.done;
}

function filePath({ config, cwd }: { readonly [key in keyof PlaceOptions]?: PlaceOptions[key] | undefined }): string {
  const place = filePlace({ ...(config !== undefined && { config }), ...(cwd !== undefined && { cwd }) }, process.env);
  return place.ok ? place.file : '';
}

type Opened = {
  readonly ok: true;
  readonly layers: Extract<ReturnType<typeof readLayers>, { ok: true }>;
  readonly parts: ReturnType<typeof projectParts>;
};

export function opened(options: PlaceOptions): Opened | Problem {
  const place = filePlace(options, process.env);
  if (!place.ok) return place;
  const layers = readLayers(options.config, process.env, place.folder);
  if (!layers.ok) return layers;
  return { ok: true, layers, parts: projectParts(layers, place.folder, process.env) };
}

function shortened(value: unknown): string {
  const text = oneLine(visible(typeof value === 'string' ? value : JSON.stringify(value)));
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX - 1)}…` : text;
}

function aboutOrigin({ origin, hidden, left }: Shown): string {
  const over = hidden.length === 0 ? '' : `, over ${hidden.map(placeWords).join(', ')}`;
  if (left === null) return `${placeWords(origin)}${over}`;
  return `${placeWords(origin)}, not taken: ${left === 'not trusted' ? 'the folder is not trusted' : 'never from a project'}`;
}

function placeWords({ place }: Origin): string {
  return place ?? 'default';
}
