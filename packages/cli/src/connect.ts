/** Which server, which model, which key: from the options, then from the environment. */

import { EXIT } from './exit.ts';
import type { RunOptions } from './options.ts';
import { type Problem, problem } from './problem.ts';

export type Connection = {
  readonly ok: true;
  readonly url: string;
  readonly model: string;
  /** Empty where there is none for this server. */
  readonly apiKey: string;
  /** Where the key for this server comes from. */
  readonly keyVariable: KeyVariable;
};

export const KEY_VARIABLES = ['TAGMA_API_KEY', 'OPENAI_API_KEY'] as const;
type KeyVariable = (typeof KEY_VARIABLES)[number];
type Server = Pick<Connection, 'url' | 'apiKey' | 'keyVariable'>;

type Environment = Readonly<Record<string, string | undefined>>;

export async function connect(
  options: Pick<RunOptions, 'endpoint' | 'model'>,
  env: Environment,
): Promise<Connection | Problem> {
  const server = serverOf(options.endpoint, env);
  if (!server) return problem(EXIT.usage, await withoutEndpoint());
  const model = options.model || env.TAGMA_MODEL || env.OPENAI_MODEL;
  return model ? { ok: true, ...server, model } : onlyModel(server);
}

/** A key is for one server: OpenAI's goes to the one that OPENAI_BASE_URL names, and to no other. */
function serverOf(endpoint: string | undefined, env: Environment): Server | null {
  const url = endpoint || env.TAGMA_ENDPOINT;
  if (url) return { url, apiKey: env.TAGMA_API_KEY || '', keyVariable: 'TAGMA_API_KEY' };
  if (!env.OPENAI_BASE_URL) return null;
  return { url: env.OPENAI_BASE_URL, apiKey: env.OPENAI_API_KEY || '', keyVariable: 'OPENAI_API_KEY' };
}

/** The endpoint that the environment names, or null. */
export function endpointOf(env: Environment): string | null {
  return env.TAGMA_ENDPOINT || env.OPENAI_BASE_URL || null;
}

/** What to say where no endpoint is set: servers on this machine are offered by name, and none is used unasked. */
async function withoutEndpoint(): Promise<string> {
  const { findLocalServers } = await import('@tagma/endpoint');
  const found = await findLocalServers();
  const offers = found.map(({ name, url, models }) => {
    const model = models[0] ? ` --model ${models[0]}` : '';
    return `  ${name} is running here; to use it: tagma --endpoint ${url}${model}`;
  });
  return [
    'no endpoint is set. Give one with --endpoint URL, or set TAGMA_ENDPOINT (or OPENAI_BASE_URL).',
    ...offers,
    ...(offers.length > 0
      ? []
      : ['No server was found on the usual local ports (Ollama, llama.cpp, LM Studio, vLLM).']),
    'To see Tagma at work without a model: tagma demo',
  ].join('\n');
}

/** Where no model is named: the server's only one. */
async function onlyModel(server: Server): Promise<Connection | Problem> {
  const { listModels, shownEndpoint } = await import('@tagma/endpoint');
  const listed = await listModels(server);
  if (!listed.ok) return problem(EXIT.failed, `${listed.fault.message}\n${listed.fault.advice}`);
  const [model, ...others] = listed.models;
  const url = shownEndpoint(server);
  if (model === undefined) return problem(EXIT.usage, `${url} lists no model. Name one with --model or TAGMA_MODEL.`);
  if (others.length === 0) return { ok: true, ...server, model };
  const names = listed.models.join('\n  ');
  return problem(EXIT.usage, `${url} has several models. Name one with --model or TAGMA_MODEL:\n  ${names}`);
}
