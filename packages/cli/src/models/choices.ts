/** The models that a session can choose from: those that its server lists, then those of the configuration and of the table. */
import type { Server } from '@tagma/endpoint';
import type { Prices } from '@tagma/protocol';
import type { FoundModels, OfferedModel } from '@tagma/tui';
import type { Config } from '../config/config.ts';
import type { Environment } from '../environment.ts';
import { keptProviders } from '../secrets/index.ts';
import { type Offered, offeredProviders } from './known.ts';

/** A server that takes longer is not waited for: what is known without it is shown. */
const PATIENCE_MS = 4_000;

/** @param name what `--model` takes to get the model that is asked now */
export async function modelChoices(
  { server, model, name }: { readonly server: Server; readonly model: string; readonly name: string },
  config: Config,
  env: Environment,
): Promise<FoundModels> {
  const { shownEndpoint } = await import('@tagma/endpoint');
  const providers = offeredProviders(config, env, await keptProviders(env));
  const provider = name.endsWith(`:${model}`) ? name.slice(0, -model.length - 1) : null;
  const here = providers.find((one) => one.provider === provider);
  const { listed, message } = await listedBy(server);
  const own = listed.map(({ id, windowTokens, prices }): OfferedModel => {
    const known = here?.models.find((one) => one.name === id);
    return {
      name: provider === null ? id : `${provider}:${id}`,
      ...(provider === null ? {} : { provider }),
      place: here?.title ?? shownEndpoint(server),
      windowTokens: windowTokens ?? known?.windowTokens ?? null,
      prices: known?.prices ?? prices,
      lacks: '',
    };
  });
  const names = new Set(own.map((one) => one.name));
  const others = [...providers].sort(byReadiness).flatMap(modelsOf);
  return { ok: true, models: [...own, ...others.filter((one) => !names.has(one.name))], message };
}

/** What can be asked at once stands first. */
function byReadiness(first: Offered, second: Offered): number {
  const rank = ({ configured, hasKey, local }: Offered) => (configured ? 0 : hasKey ? 1 : local ? 2 : 3);
  return rank(first) - rank(second);
}

/** Of one that cannot be asked, its default alone: the others would only stand in the way. */
function modelsOf(offered: Offered): readonly OfferedModel[] {
  const { provider, title, models, configured, hasKey, local, keyVariable } = offered;
  const isReady = configured || hasKey || local;
  return (isReady ? models : models.slice(0, 1)).map(({ name, windowTokens, prices }) => ({
    name: `${provider}:${name}`,
    provider,
    place: title,
    windowTokens,
    prices,
    lacks: isReady ? '' : (keyVariable ?? 'a key'),
  }));
}

type Listed = { readonly id: string; readonly windowTokens: number | null; readonly prices: Prices | null };

async function listedBy(
  server: Server,
): Promise<{ readonly listed: readonly Listed[]; readonly message: string | null }> {
  const { describeModels, shownEndpoint } = await import('@tagma/endpoint');
  const found = await describeModels(server, AbortSignal.timeout(PATIENCE_MS));
  if (!found.ok) return { listed: [], message: `${shownEndpoint(server)} gives no list: ${found.fault.message}` };
  return {
    listed: found.models.map(({ id, window, prices }) => ({ id, windowTokens: window?.tokens ?? null, prices })),
    message: null,
  };
}
