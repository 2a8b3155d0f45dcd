/** The connection of a run: the configuration read, what there is to say of it said on standard error. */
import { type Config, readConfig } from '../config/index.ts';
import { type Connection, connect } from '../connect.ts';
import type { Environment } from '../environment.ts';
import type { GivenOptions } from '../options.ts';
import type { Problem } from '../problem.ts';
import { type Tell, tellHere } from '../start-notes.ts';
import { folderHere } from '../working-folder.ts';

export type Connected = { readonly ok: true; readonly connection: Connection; readonly config: Config };

export async function connected(
  options: Pick<GivenOptions, 'endpoint' | 'model' | 'config'>,
  env: Environment,
): Promise<Connected | Problem> {
  const read = await readConfig(options.config, env, folderHere());
  return read.ok ? connectedBy(read.config, options, env) : read;
}

/** The same with a configuration that has been read. */
export async function connectedBy(
  config: Config,
  options: Pick<GivenOptions, 'endpoint' | 'model'>,
  env: Environment,
  tell: Tell = tellHere,
): Promise<Connected | Problem> {
  for (const warning of config.warnings) tell(warning);
  const connection = await connect(options, env, config);
  if (!connection.ok) return connection;
  if (connection.note !== null) tell(connection.note);
  return { ok: true, connection, config };
}
