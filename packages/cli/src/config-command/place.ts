/** Which of the configuration's files a command is about. */
import { dirname, join } from 'node:path';
import type { LayerName } from '../config/config.ts';
import { configFile, LOCAL_CONFIG, PROJECT_CONFIG } from '../config/file.ts';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { workingFolder } from '../working-folder.ts';

export type PlaceOptions = {
  readonly config?: string;
  readonly cwd?: string;
  readonly project?: true;
  readonly local?: true;
};

export type FilePlace = {
  readonly ok: true;
  /** The project folder. */
  readonly folder: string;
  readonly file: string;
  readonly name: LayerName;
  /** Where its relative paths begin. */
  readonly base: string;
};

/** The person's own file, where neither of the project's is named. */
export function filePlace(options: PlaceOptions, env: Environment): FilePlace | Problem {
  const working = workingFolder(options.cwd);
  if (!working.ok) return working;
  const { folder } = working;
  if (options.project && options.local)
    return problem(EXIT.usage, '--project and --local are two files: name one of them.');
  if (options.project)
    return { ok: true, folder, file: join(folder, PROJECT_CONFIG), name: 'project', base: join(folder, '.tagma') };
  if (options.local)
    return { ok: true, folder, file: join(folder, LOCAL_CONFIG), name: 'local', base: join(folder, '.tagma') };
  const { file, source } = configFile(options.config, env);
  return { ok: true, folder, file, name: source === 'usual' ? 'user' : 'named', base: dirname(file) };
}
