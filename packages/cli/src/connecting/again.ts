/** The connection of a session that goes on: what the person names or has configured, else the server and model of before. */
import { chosenModelOf } from '@tagma/core';
import type { Config } from '../config/index.ts';
import { connectAgain, endpointOf, isNamed } from '../connect.ts';
import type { Environment } from '../environment.ts';
import type { GivenOptions } from '../options.ts';
import type { Problem } from '../problem.ts';
import type { Source } from '../resume/source.ts';
import type { Tell } from '../start-notes.ts';
import { type Connected, connectedBy } from './connected.ts';
import { isSameServer } from './key.ts';

type Named = Pick<GivenOptions, 'endpoint' | 'model'>;

export async function connectedAgain(
  config: Config,
  options: Named,
  env: Environment,
  tell: Tell,
  { snapshot, isOwn }: Source,
): Promise<Connected | Problem> {
  const recorded = chosenModelOf(snapshot.context);
  if (recorded.endpoint === '' || isNamed(options, env, config)) {
    return connectedBy(config, { ...options, ...sameModel(options, env, config, recorded) }, env, tell);
  }
  for (const warning of config.warnings) tell(warning);
  const connection = await connectAgain(recorded, isOwn, env, config);
  if (!connection.ok) return connection;
  if (connection.note !== null) tell(connection.note);
  return { ok: true, connection, config };
}

/** Where a server alone is named, and it is the one of before, the model is that of before, too. */
function sameModel(
  options: Named,
  env: Environment,
  config: Config,
  recorded: { readonly endpoint: string; readonly model: string },
): { readonly model?: string } {
  const server = options.endpoint ?? endpointOf(env, config);
  if (options.model || env.TAGMA_MODEL || env.OPENAI_MODEL || config.model || !server) return {};
  return isSameServer(server, recorded.endpoint) ? { model: recorded.model } : {};
}
