/** Every place that values of a run come from, read and checked: none of them is taken yet. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { messageOf, type Problem, problem } from '../problem.ts';
import type { LayerName } from './config.ts';
import { environmentLayer } from './environment-layer.ts';
import { configFile, isThere, LOCAL_CONFIG, PROJECT_CONFIG } from './file.ts';
import type { Layer } from './layer.ts';
import type { OptionsLayer } from './options-layer.ts';
import { refusedSecret } from './project-secrets.ts';
import { readConfigFile } from './read.ts';

export type Layers = {
  readonly ok: true;
  /** The person's own file; null where there is none. */
  readonly own: Layer | null;
  /** The files of the project that are there: for all, and this person's. */
  readonly project: readonly Layer[];
  readonly environment: Layer;
  /** What the options of a run say, for whoever shows it. */
  readonly options?: OptionsLayer;
};

const IN_PROJECT: readonly (readonly [file: string, name: LayerName])[] = [
  [PROJECT_CONFIG, 'project'],
  [LOCAL_CONFIG, 'local'],
];

/** @param folder of the project; null where none is asked for */
export function readLayers(given: string | undefined, env: Environment, folder: string | null): Layers | Problem {
  const place = configFile(given, env);
  const name = place.source === 'usual' ? 'user' : 'named';
  const own = isThere(place) ? readConfigFile(place, name, dirname(place.file), env) : null;
  if (own?.ok === false) return own;
  const project: Layer[] = [];
  for (const [file, layer] of folder === null ? [] : IN_PROJECT) {
    const read = readProjectFile(join(folder ?? '', file), layer, env);
    if (read?.ok === false) return read;
    if (read !== null) project.push(read);
  }
  const environment = environmentLayer(env);
  return environment.ok ? { ok: true, own, project, environment } : environment;
}

/** Null where it is not there, or is the person's own file: that is read already. */
function readProjectFile(file: string, name: LayerName, env: Environment): Layer | Problem | null {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return null;
    // A device has no end.
    if (!found.isFile()) return problem(EXIT.usage, `the configuration cannot be read: ${file} is no file.`);
  } catch (error) {
    return problem(EXIT.usage, `the configuration cannot be read: ${messageOf(error)}.`);
  }
  const read = readConfigFile({ file, source: 'usual' }, name, dirname(file), env);
  return read.ok ? (refusedSecret(read) ?? read) : read;
}
