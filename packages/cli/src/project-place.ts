/** What most commands begin with: the project folder, the configuration, and where the histories lie. */
import type { Config } from './config/config.ts';
import { readConfig } from './config/index.ts';
import { historyFolder } from './folders.ts';
import type { Problem } from './problem.ts';
import { absolutePath, workingFolder } from './working-folder.ts';

export type ProjectPlace = {
  readonly ok: true;
  readonly folder: string;
  readonly config: Config;
  /** The folder for histories that was named (`historyFolder`), from the root. */
  readonly history: string | undefined;
};

export async function projectPlace(options: {
  readonly cwd?: string;
  readonly history?: string;
  readonly config?: string;
}): Promise<ProjectPlace | Problem> {
  const working = workingFolder(options.cwd);
  if (!working.ok) return working;
  const { folder } = working;
  const given = options.history === undefined ? undefined : absolutePath(options.history, '--history');
  if (given?.ok === false) return given;
  const read = await readConfig(options.config, process.env, folder);
  if (!read.ok) return read;
  return { ok: true, folder, config: read.config, history: historyFolder(given?.path, read.config, folder) };
}
