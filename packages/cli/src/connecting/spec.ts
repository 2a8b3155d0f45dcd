/** What a person writes for a model: `provider:model`, a short name for one, a provider alone, or a model's own name. */
import type { Config } from '../config/config.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { type Place, placeNamed } from './place.ts';

type Endpoint = typeof import('@tagma/endpoint');

export type Spec = {
  readonly ok: true;
  readonly place: Place;
  /** Null where the provider's default is meant. */
  readonly model: string | null;
};

const NEAR_MAX = 3;
/** An address without its scheme. */
const HOST_AND_PORT = /^[\w.-]+:\d{2,5}(\/|$)/;

/** The model may hold colons and slashes itself: `ollama:qwen3:8b`, `openrouter:deepseek/deepseek-v4-flash`. */
export function parseSpec(spec: string, config: Config, endpoint: Endpoint): Spec | null {
  const colon = spec.indexOf(':');
  if (colon > 0) {
    const place = placeNamed(spec.slice(0, colon), config, endpoint);
    return place && { ok: true, place, model: spec.slice(colon + 1) || null };
  }
  const own = ownName(spec, config, endpoint);
  if (own !== null) return own;
  const alias = endpoint.MODEL_ALIASES[spec.toLowerCase()];
  const place = placeNamed(spec, config, endpoint);
  const isDefault = place?.known && alias === `${place.known.name}:${place.known.defaultModel}`;
  if (!isDefault && alias !== undefined && Object.hasOwn(endpoint.MODEL_ALIASES, spec.toLowerCase())) {
    return parseSpec(alias, config, endpoint);
  }
  if (place !== null) return { ok: true, place, model: null };
  return modelAlone(spec, endpoint, config);
}

/** A model's own name, at the provider that the configuration names for such. */
export function atProvider(spec: string, { provider, ...config }: Config, endpoint: Endpoint): Spec | null {
  return provider === undefined ? null : parseSpec(`${provider}:${spec}`, config, endpoint);
}

/** What the configuration says by `model` and `provider` together: a model that names its provider stands alone. */
export async function configuredSpec({ model, provider, ...config }: Config): Promise<string | null> {
  if (provider === undefined) return model ?? null;
  if (model === undefined) return provider;
  const [named, ...rest] = model.split(':');
  if (rest.length === 0) return `${provider}:${model}`;
  const isAlone = placeNamed(named ?? '', config, await import('@tagma/endpoint')) !== null;
  return isAlone ? model : `${provider}:${model}`;
}

/** What the person has given a name comes before what the table has. */
function ownName(spec: string, config: Config, endpoint: Endpoint): Spec | null {
  if (Object.hasOwn(config.providers, spec)) {
    const place = placeNamed(spec, config, endpoint);
    return place && { ok: true, place, model: null };
  }
  const name = Object.keys(config.providers).find((one) => Object.hasOwn(config.providers[one]?.models ?? {}, spec));
  const place = name === undefined ? null : placeNamed(name, config, endpoint);
  return place && { ok: true, place, model: spec };
}

/** A model that one provider alone has under this name. */
function modelAlone(spec: string, endpoint: Endpoint, config: Config): Spec | null {
  const having = endpoint.PROVIDERS.filter(({ models }) => models.some(({ id }) => id === spec));
  const [only, ...others] = having;
  const place = only === undefined || others.length > 0 ? null : placeNamed(only.name, config, endpoint);
  return place && { ok: true, place, model: spec };
}

/** Nobody is called that: which names are like it, and how a model is named. */
export async function unknownSpec(spec: string, config: Config, endpoint: Endpoint): Promise<Problem> {
  const near = await nearestSpecs(spec, config, endpoint);
  return problem(
    EXIT.usage,
    [
      `there is no model or provider "${spec}".${near.length === 0 ? '' : ` Did you mean ${near.join(', or ')}?`}`,
      'A model is named provider:model, as in deepseek:deepseek-flash; `tagma models` lists them.',
      'A server of your own is named by --endpoint URL, or in the configuration.',
    ].join('\n'),
  );
}

export async function nearestSpecs(spec: string, config: Config, endpoint: Endpoint): Promise<readonly string[]> {
  if (HOST_AND_PORT.test(spec)) return [`http://${spec}`];
  const { nearestNames } = await import('@tagma/protocol');
  const { PROVIDERS, MODEL_ALIASES } = endpoint;
  const colon = spec.indexOf(':');
  const providers = [...Object.keys(config.providers), ...PROVIDERS.flatMap(({ name, aliases }) => [name, ...aliases])];
  if (colon > 0) {
    const rest = spec.slice(colon);
    return nearestNames(spec.slice(0, colon), [...new Set(providers)], NEAR_MAX).map((name) => `${name}${rest}`);
  }
  const having = PROVIDERS.filter(({ models }) => models.some(({ id }) => id === spec));
  if (having.length > 0) return having.slice(0, NEAR_MAX).map(({ name }) => `${name}:${spec}`);
  const models = PROVIDERS.flatMap(({ name, models }) => models.map(({ id }) => [id, `${name}:${id}`] as const));
  const names = [...new Set([...Object.keys(MODEL_ALIASES), ...providers, ...models.map(([id]) => id)])];
  return nearestNames(spec, names, NEAR_MAX).map((name) => models.find(([id]) => id === name)?.[1] ?? name);
}
