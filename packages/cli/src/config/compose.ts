/** From all places to the one configuration that holds. */
import type { Environment } from '../environment.ts';
import { hashOfFolder } from '../permissions/folder-files.ts';
import { trustIn } from '../permissions/trust.ts';
import type { Problem } from '../problem.ts';
import type { Config, ConfiguredProvider } from './config.ts';
import { LOCAL_CONFIG, PROJECT_CONFIG } from './file.ts';
import type { Layer } from './layer.ts';
import { type Layers, readLayers } from './layers.ts';
import { held, type Said, saidIn } from './project-part.ts';
import type { ConfigValues } from './schema.ts';
import { together, type Values } from './values.ts';

export type ReadConfig = { readonly ok: true; readonly config: Config };

/** @param folder of the project; null where none is asked for */
export function composedConfig(
  given: string | undefined,
  env: Environment,
  folder: string | null,
): ReadConfig | Problem {
  const layers = readLayers(given, env, folder);
  return layers.ok ? { ok: true, config: configOf(layers, projectParts(layers, folder, env)) } : layers;
}

/** What a project's file says, and what of it holds. */
export type ProjectPart = {
  readonly layer: Layer;
  readonly said: readonly Said[];
  readonly holds: ConfigValues;
};

export function projectParts(
  { own, project }: Layers,
  folder: string | null,
  env: Environment,
): readonly ProjectPart[] {
  const below = (own?.name === 'user' ? own.values : {}) as Values;
  const read = project.map((layer) => ({ layer, said: saidIn(layer.values, below) }));
  const waits = read.some(({ said }) => said.some(({ taken }) => taken === 'waits'));
  const isTrusted = waits && folder !== null && isTrustedAs(folder, project, env);
  return read.map(({ layer, said }) => ({ layer, said, holds: held(layer.values, said, isTrusted) }));
}

/** Just these texts: a file may be exchanged at any time. */
function isTrustedAs(folder: string, project: readonly Layer[], env: Environment): boolean {
  return trustIn(folder, hashOfFolder(folder, textsOf(project)), env) === 'trusted';
}

/** By the names that the files have in the project. */
export function textsOf(project: readonly Layer[]): { readonly [file: string]: string } {
  return Object.fromEntries(project.map(({ name, text }) => [name === 'local' ? LOCAL_CONFIG : PROJECT_CONFIG, text]));
}

/** In the order in which they hold: the later ones come first. */
export function inOrder(
  { own, environment, options }: Layers,
  parts: readonly ProjectPart[],
): readonly Pick<Layer, 'name' | 'file' | 'values' | 'written' | 'placeOf'>[] {
  const project = parts.map(({ layer, holds }) => ({ ...layer, values: holds }));
  const [user, named] = own === null ? [[], []] : own.name === 'user' ? [[own], []] : [[], [own]];
  return [...user, ...project, ...named, environment, ...(options ? [options] : [])];
}

function configOf(layers: Layers, parts: readonly ProjectPart[]): Config {
  const { own, environment } = layers;
  let all: ConfigValues = {};
  const elsewhere: Record<string, string> = {};
  for (const layer of inOrder(layers, parts)) {
    all = onTop(all, layer.values, layer.name === 'project' || layer.name === 'local');
    for (const path of entriesOf(layer.values))
      elsewhere[path] = layer.file ?? layer.placeOf(path.split('.').slice(0, 1));
  }
  const other = Object.entries(elsewhere).filter(([, file]) => file !== own?.file);
  const { $schema: _schema, keys: _keys, providers = {}, ...rest } = all;
  const warnings = [...(own?.warnings ?? []), ...parts.flatMap(warningsOf), ...environment.warnings];
  const left = aboutLeft(parts);
  return {
    ...rest,
    ...(own && own.keys.length > 0 && { keys: own.keys }),
    file: own?.file ?? null,
    providers,
    warnings: left === null ? warnings : [...warnings, left],
    ...(layers.project.length > 0 && {
      inProject: {
        waits: parts.some(({ said }) => said.some(({ taken }) => taken === 'waits')),
        texts: textsOf(layers.project),
        rules: rulesOf(layers.project),
      },
    }),
    ...(other.length > 0 && { elsewhere: Object.fromEntries(other) }),
  };
}

/** A model and where it is belong together: whoever says where without a model does not mean the model of before. */
function onTop(below: ConfigValues, above: ConfigValues, isProject: boolean): ConfigValues {
  const { model: _model, endpoint: _endpoint, ...others } = below;
  const saysWhere = above.provider !== undefined || above.endpoint !== undefined;
  const base = saysWhere ? others : below;
  const providers = isProject && above.providers ? withoutKeys(base.providers ?? {}, above.providers) : base.providers;
  const brought = isProject ? withOrigin(above) : above;
  const all = together({ ...base, ...(providers && { providers }) }, brought) as ConfigValues;
  if (!isProject || !all.providers) return all;
  return { ...all, providers: marked(all.providers, above.providers ?? {}) };
}

/** What would run says who has brought it: a project's is compared with what was trusted, and held in the sandbox. */
function withOrigin(values: ConfigValues): ConfigValues {
  const mark = <Entry>(entry: Entry) => ({ ...entry, isForeign: true as const });
  const { hooks, customTools, bash } = values;
  return {
    ...values,
    ...(hooks && { hooks: hooks.map(mark) }),
    ...(customTools && {
      customTools: Object.fromEntries(Object.entries(customTools).map(([name, tool]) => [name, mark(tool)])),
    }),
    ...((bash?.shell || bash?.prefix) && { bash: mark(bash) }),
  };
}

type Providers = { readonly [name: string]: ConfiguredProvider };

/** Where a project says another address, what the person has set for the one of before does not go there. */
function withoutKeys(below: Providers, above: Providers): Providers {
  const entries = Object.entries(below).map(([name, provider]) => {
    const other = Object.hasOwn(above, name) ? above[name] : undefined;
    if (other?.url === undefined || other.url === provider.url) return [name, provider] as const;
    const {
      key: _key,
      keyVariable: _variable,
      keyHeader: _header,
      headers: _headers,
      query: _query,
      ...rest
    } = provider;
    return [name, rest] as const;
  });
  return Object.fromEntries(entries);
}

function marked(all: Providers, above: Providers): { [name: string]: ConfiguredProvider } {
  const entries = Object.entries(all).map(([name, provider]) => {
    const isForeign = Object.hasOwn(above, name) && above[name]?.url !== undefined;
    return [name, isForeign ? { ...provider, isForeign: true as const } : provider];
  });
  return Object.fromEntries(entries);
}

function rulesOf(project: readonly Layer[]): NonNullable<Config['inProject']>['rules'] {
  return project.flatMap(({ name, file, values: { permissions } }) =>
    permissions === undefined
      ? []
      : [{ from: name === 'local' ? ('local' as const) : ('project' as const), file: file ?? '', permissions }],
  );
}

/** What is looked at only where it is used: then a mistake in it is told with its file. */
function entriesOf({ customTools = {}, providers = {}, redact = {}, tools, prompts }: ConfigValues): readonly string[] {
  return [
    ...(tools === undefined ? [] : ['tools']),
    ...(prompts === undefined ? [] : ['prompts']),
    ...Object.keys(redact).map((name) => `redact.${name}`),
    ...Object.keys(customTools).map((name) => `customTools.${name}`),
    ...Object.keys(providers).map((name) => `providers.${name}`),
  ];
}

function warningsOf({ layer, said }: ProjectPart): readonly string[] {
  const own = said.filter(({ taken }) => taken === 'own');
  return [
    ...layer.warnings,
    ...own.map(
      ({ path }) =>
        `${layer.placeOf(path)}: "${path.join('.')}" is not taken from a project: it belongs into your own configuration.`,
    ),
  ];
}

/** Null where nothing waits. */
function aboutLeft(parts: readonly ProjectPart[]): string | null {
  const left = parts.flatMap(({ said, holds }) =>
    said.filter(({ taken, path }) => taken === 'waits' && !isHeld(holds, path)).map(({ path }) => path.join('.')),
  );
  if (left.length === 0) return null;
  const names = [...new Set(left)];
  return `${names.join(', ')}: ${names.length === 1 ? 'this setting of the folder’s own is' : 'these settings of the folder’s own are'} not taken: you have not trusted it (--trust-folder does).`;
}

function isHeld(holds: ConfigValues, path: readonly string[]): boolean {
  return path.reduce<unknown>((value, key) => (value as Values | undefined)?.[key], holds) !== undefined;
}
