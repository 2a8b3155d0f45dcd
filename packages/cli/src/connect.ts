/**
 * Which server, which model, which key. In this order: what the options name, what the environment names, what the
 * configuration names, and last the first provider whose key is in the environment, which is said.
 */

import type { ModelRef } from '@tagma/core';
import { oneLine, visible } from '@tagma/protocol';
import type { Config } from './config/config.ts';
import { NO_CONFIG } from './config/config.ts';
import { type Connection, connectionAt } from './connecting/connection.ts';
import { isSameServer, type Key, keyOf, OWN_KEY, originOf } from './connecting/key.ts';
import { type Place, placeAt, placeNamed } from './connecting/place.ts';
import { atProvider, configuredSpec, parseSpec, type Spec, unknownSpec } from './connecting/spec.ts';
import { withoutEndpoint } from './connecting/without-endpoint.ts';
import type { Environment } from './environment.ts';
import { EXIT } from './exit.ts';
import type { GivenOptions } from './options.ts';
import { type Problem, problem } from './problem.ts';
import { quoted } from './quoted.ts';
import { keptProviders } from './secrets/index.ts';

export type { Connection } from './connecting/connection.ts';

export async function connect(
  options: Pick<GivenOptions, 'endpoint' | 'model'>,
  env: Environment,
  config: Config = NO_CONFIG,
): Promise<Connection | Problem> {
  const named = options.model || env.TAGMA_MODEL || env.OPENAI_MODEL || null;
  if (options.endpoint) return connectTyped(options.endpoint, named, env, config);
  const set = environmentServer(env);
  if (set !== null) {
    const instead = options.model ? await clearSpec(options.model, env, config) : null;
    if (instead === null) return connectAt(set, named, env, config);
    const connected = await connectionAt(instead.place, instead.model, { by: 'name' }, config, env);
    return connected.ok
      ? { ...connected, note: await noteOf(connected, `not the server of ${set.variable}`) }
      : connected;
  }
  const spec = options.model || env.TAGMA_MODEL;
  if (spec) return connectTo(spec, env, config);
  if (env.OPENAI_MODEL && env.OPENAI_API_KEY) return connectTo(`openai:${env.OPENAI_MODEL}`, env, config);
  if (config.endpoint !== undefined) return connectTyped(config.endpoint, config.model ?? null, env, config);
  const configured = await configuredSpec(config);
  if (configured !== null) return connectTo(configured, env, config);
  const [only, ...others] = Object.keys(config.providers);
  if (only !== undefined && others.length === 0) return connectTo(only, env, config);
  return firstKey(env, config);
}

/**
 * What a person names in mid-session or in the configuration: the same rules, without the environment's default.
 * @param spec as `--model` takes it, or the address of a server.
 * @param current where a bare name that nobody else has is a model of.
 * @param ownUrl the one server that the person's own key is for; left out where that is what `spec` names.
 */
export async function connectTo(
  spec: string,
  env: Environment,
  config: Config = NO_CONFIG,
  current?: Connection,
  ownUrl: string | null = spec,
): Promise<Connection | Problem> {
  if (/^(https?|http\+unix|unix):/i.test(spec)) {
    const key = ownUrl !== null && isSameServer(spec, ownUrl) ? ownKey(env) : NO_KEY;
    return connectAt({ url: spec, key }, null, env, config);
  }
  const endpoint = await import('@tagma/endpoint');
  const parsed = parseSpec(spec, config, endpoint) ?? atProvider(spec, config, endpoint);
  if (parsed !== null) return connectionAt(parsed.place, parsed.model, { by: 'name' }, config, env);
  if (current === undefined) return unknownSpec(spec, config, endpoint);
  const { url, apiKey = '', keyVariable = OWN_KEY } = current.server;
  const connected = await connectAt({ url, key: { apiKey, keyVariable } }, spec, env, config);
  return connected.ok
    ? { ...connected, name: current.name.includes(':') ? `${providerOf(current)}:${spec}` : spec }
    : connected;
}

/** Whether the person says which server is asked, or which model, in whatever way. */
export function isNamed(options: Pick<GivenOptions, 'endpoint' | 'model'>, env: Environment, config: Config): boolean {
  const named = options.endpoint || options.model || env.TAGMA_MODEL || endpointOf(env, config);
  return Boolean(
    named || (env.OPENAI_MODEL && env.OPENAI_API_KEY) || config.model || config.provider || config.endpoint,
  );
}

/**
 * The server and the model of a session that goes on, where the person names neither. What is recorded says whom to ask, never
 * who gets a key: that is a matter of the configuration, and of the table for its own addresses. A file from elsewhere may name
 * any address: there only one that is known is taken, or on this machine.
 */
export async function connectAgain(
  { endpoint, model }: ModelRef,
  isOwn: boolean,
  env: Environment,
  config: Config,
): Promise<Connection | Problem> {
  const place = placeAt(endpoint, config, await import('@tagma/endpoint'));
  if (place.name !== null) return connectionAt(place, model, { by: 'name' }, config, env);
  if (!isOwn && place.known === null && !LOOPBACK.test(endpoint)) {
    const again = `--endpoint ${quoted(endpoint)} --model ${quoted(model)}`;
    const why = `the session asked ${model} at ${endpoint}, and its file is from elsewhere`;
    return problem(EXIT.usage, harmless(`${why}: is that meant, add ${again}`));
  }
  const connected = await connectionAt(
    withOwnAddress(place),
    model,
    { by: 'address', url: endpoint, key: NO_KEY },
    config,
    env,
  );
  return connected.ok ? { ...connected, note: noteOnKey(connected, endpoint, env) } : connected;
}

/** Whoever has an account there can have an address like `NAME.openai.azure.com`: of those the key is for the one that is set. */
function withOwnAddress({ known, ...place }: Place): Place {
  return { ...place, known: known?.url.startsWith('{') ? { ...known, keyVariables: [] } : known };
}

/** Where a key is set that may have been meant. */
function noteOnKey({ server }: Connection, endpoint: string, env: Environment): string | null {
  if (server.apiKey || !env[OWN_KEY]) return null;
  const advice = `Is it for that server: --endpoint ${quoted(endpoint)}`;
  return harmless(`${OWN_KEY} is not sent to ${endpoint}, which the history alone names. ${advice}`);
}

function harmless(text: string): string {
  return oneLine(visible(text));
}

/** The endpoint that the environment names, or the configuration; or null. */
export function endpointOf(env: Environment, { endpoint }: Config = NO_CONFIG): string | null {
  return env.TAGMA_ENDPOINT || env.OPENAI_BASE_URL || endpoint || null;
}

/** What is given as the endpoint is an address; but a provider may be called by its name there too. */
async function connectTyped(
  endpoint: string,
  model: string | null,
  env: Environment,
  config: Config,
): Promise<Connection | Problem> {
  const place = /^[\w.-]+$/.test(endpoint) ? placeNamed(endpoint, config, await import('@tagma/endpoint')) : null;
  if (place !== null) return connectionAt(place, model, { by: 'name' }, config, env);
  return connectAt({ url: endpoint, key: ownKey(env) }, model, env, config);
}

const LOOPBACK = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/i;

/** Of an address that the person's own key is not for. The words stand where a message names the variable. */
const NO_KEY: Key = { apiKey: '', keyVariable: 'a variable of its own (`keyVariable` in the configuration)' };

type Given = { readonly url: string; readonly key: Key };

async function connectAt(
  { url, key }: Given,
  model: string | null,
  env: Environment,
  config: Config,
): Promise<Connection | Problem> {
  const place = placeAt(url, config, await import('@tagma/endpoint'));
  return connectionAt(place, model, { by: 'address', url, key }, config, env);
}

function providerOf({ name, model }: Connection): string {
  return name.slice(0, -model.length - 1);
}

/** A key is for one server: OpenAI's goes to the one that OPENAI_BASE_URL names, Tagma's to the one that is named for it. */
function environmentServer(env: Environment): (Given & { readonly variable: string }) | null {
  if (env.TAGMA_ENDPOINT) return { url: env.TAGMA_ENDPOINT, key: ownKey(env), variable: 'TAGMA_ENDPOINT' };
  if (!env.OPENAI_BASE_URL) return null;
  const key = { apiKey: env.OPENAI_API_KEY || '', keyVariable: 'OPENAI_API_KEY' };
  return { url: env.OPENAI_BASE_URL, key, variable: 'OPENAI_BASE_URL' };
}

function ownKey(env: Environment): Key {
  return { apiKey: env[OWN_KEY] || '', keyVariable: OWN_KEY };
}

/**
 * Where the environment names a server, a model is one of that server's, for they may be called anything (`mistral:7b`).
 * But for `provider:model` of a provider that is configured, or local, or has its key set and is known to have that model.
 */
async function clearSpec(model: string, env: Environment, config: Config): Promise<Spec | null> {
  if (!model.includes(':')) return null;
  const endpoint = await import('@tagma/endpoint');
  const spec = parseSpec(model, config, endpoint);
  if (spec === null) return null;
  const { name, known } = spec.place;
  if (name !== null && Object.hasOwn(config.providers, name)) return spec;
  if (known === null || known.local) return spec;
  const hasKey = keyOf(known, env, known.url)?.apiKey;
  return hasKey && known.models.some(({ id }) => id === spec.model) ? spec : null;
}

/** Whether nothing at all says which model to ask: no option, no variable, no key, no configuration. */
export async function isUnset(
  options: Pick<GivenOptions, 'endpoint' | 'model'>,
  env: Environment,
  config: Config,
): Promise<boolean> {
  if (isNamed(options, env, config) || Object.keys(config.providers).length > 0) return false;
  return (await keyedProvider(env)).name === undefined;
}

async function firstKey(env: Environment, config: Config): Promise<Connection | Problem> {
  const { name, found } = await keyedProvider(env);
  const place = name === undefined ? null : placeNamed(name, config, await import('@tagma/endpoint'));
  if (place === null) return problem(EXIT.usage, await withoutEndpoint(config));
  const connected = await connectionAt(place, null, { by: 'name' }, config, env);
  const why = found === undefined ? 'its key is kept' : `${found.key?.keyVariable} is set`;
  return connected.ok ? { ...connected, note: await noteOf(connected, why) } : connected;
}

/** The first of the table that there is a key for; those whose key says nothing of a wish to send code there are left out. */
async function keyedProvider(env: Environment) {
  const endpoint = await import('@tagma/endpoint');
  const found = endpoint.PROVIDERS.filter(
    ({ local, onlyByName, defaultModel }) => !local && !onlyByName && defaultModel !== null,
  )
    .map((one) => ({ one, key: keyOf(one, env, one.url) }))
    .find(({ key }) => key?.apiKey);
  const kept = found === undefined ? await keptProviders(env) : [];
  const name = found?.one.name ?? endpoint.PROVIDERS.find((one) => kept.includes(one.name))?.name;
  return { name, found };
}

async function noteOf({ name, server }: Connection, why: string): Promise<string> {
  const { shownEndpoint } = await import('@tagma/endpoint');
  return `using ${name} at ${originOf(server.url) ?? shownEndpoint(server)} (${why}). Another: --model, TAGMA_MODEL; tagma models lists them.`;
}
