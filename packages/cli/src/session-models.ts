/**
 * The models of a session: the machine knows each by its address and name, and here are the connections behind them, with
 * what each request carries. The person may choose others while it runs.
 */
import type { ModelChoice, ModelRef } from '@tagma/core';
import type { JsonObject, Prices, ToolSpec } from '@tagma/protocol';
import type { Model, ModelAsked } from '@tagma/runtime';
import type { SearchSettings } from '@tagma/tools';
import type { FoundModels } from '@tagma/tui';
import type { Config } from './config/config.ts';
import { type Connection, connectTo } from './connect.ts';
import { orPriced } from './connecting/connection.ts';
import { OWN_KEY } from './connecting/key.ts';
import { addInUse, type ConnectionSecrets, connectionSecrets } from './connection-secrets.ts';
import { fieldsFor } from './constraint.ts';
import type { Environment } from './environment.ts';
import { EXIT } from './exit.ts';
import type { ForceSettings } from './force.ts';
import { type Problem, problem } from './problem.ts';
import { searchSettings } from './tool-set.ts';
import { changeFlag } from './v8-flags.ts';

export type SessionModels = {
  readonly ok: true;
  readonly chosen: ModelChoice;
  /** Asked in its place while it fails, in this order. */
  readonly fallbacks: readonly ModelChoice[];
  /** Writes the summaries; null where that is the chosen one. */
  readonly summary: ModelChoice | null;
  /** What to tell the person before the session begins. */
  readonly warnings: readonly string[];
  readonly model: Model;
  /** What no record may hold, and what no command finds in its environment. Grows with each model that is chosen. */
  readonly secrets: ConnectionSecrets;
  /** Whom a search asks, with the key that is no longer in the environment. */
  readonly search: SearchSettings;
  /** Another model, as `--model` takes it; a bare name is a model of the server that was chosen last. */
  readonly choose: (spec: string) => Promise<Chosen | Problem>;
  /** To the model that was chosen last. */
  readonly connection: () => Connection;
  /** What there is to choose from. */
  readonly choices: () => Promise<FoundModels>;
};

/** A model that stands in, as `--model` takes it. `isOptional`: a session begins without it where it cannot be had. */
export type Fallback = { readonly spec: string; readonly setting: string; readonly isOptional: boolean };

export type Chosen = {
  readonly ok: true;
  readonly model: ModelChoice;
  /** What to tell the person about asking it: a sentence each. */
  readonly notices?: readonly string[];
};

/** What the models of a session have in common. */
export type Around = {
  readonly config: Config;
  readonly env: Environment;
  readonly tools: readonly ToolSpec[];
  /** In tokens, as the person has said it of the first model; 0 where he has not. */
  readonly window: number;
  readonly fallbacks: readonly Fallback[];
  readonly summaryModel: string | undefined;
  readonly force: ForceSettings;
};

type Open = { readonly connection: Connection; readonly forced: JsonObject };

export async function openModels(first: Connection, around: Around): Promise<SessionModels | Problem> {
  const endpoint = await import('@tagma/endpoint');
  const open = new Map<string, Open>();
  const secrets = await connectionSecrets(around.env, around.config);
  /** Of the models that the person was shown, by the names by which he chooses them. */
  const listed = new Map<string, Prices>();
  const ownUrl = first.server.keyVariable === OWN_KEY ? first.server.url : (around.env.TAGMA_ENDPOINT ?? null);
  let current = first;

  const take = (given: Connection, force: ForceSettings, window: number): Chosen | Problem => {
    const connection = withImages(given, force);
    const forced = fieldsFor(connection, force, around.tools);
    if (!forced.ok) return forced;
    const { server, model } = connection;
    const choice: ModelChoice = {
      endpoint: endpoint.shownEndpoint(server),
      model,
      windowTokens: window || connection.windowTokens,
      reasoningBack: server.quirks?.reasoningBack !== undefined,
      startsInThought: server.quirks?.startsInThought === true,
      ...(connection.prices && { prices: connection.prices }),
    };
    open.set(nameOf(choice), { connection, forced: forced.fields });
    addInUse(secrets, server.keyVariable ?? OWN_KEY, [server.apiKey?.trim() ?? '', ...endpoint.secretsOf(server)]);
    return { ok: true, model: choice };
  };
  /** What was set for the first model holds for the others where they are known to bear it. */
  const lenient = {
    ...around.force,
    ...(around.force.constrain === 'on' ? { constrain: 'auto' as const } : {}),
    ...(around.force.images === 'on' ? { images: 'auto' as const } : {}),
  };
  const takeNamed = async (spec: string): Promise<Chosen | Problem> => {
    const found = await connectTo(spec, around.env, around.config, current, ownUrl);
    if (!found.ok) return found;
    const connection = orPriced(found, listed.get(spec) ?? null);
    const taken = take(connection, lenient, 0);
    if (taken.ok) current = connection;
    return taken;
  };
  const takeSetting = async (setting: string, spec: string): Promise<Chosen | Problem> => {
    const before = current;
    const taken = await takeNamed(spec);
    current = before;
    return taken.ok ? taken : problem(EXIT.usage, `${setting}: ${taken.message}`);
  };

  const chosen = take(first, around.force, around.window);
  if (!chosen.ok) return chosen;
  const fallbacks: ModelChoice[] = [];
  const warnings: string[] = [];
  for (const { spec, setting, isOptional } of around.fallbacks) {
    const taken = await takeSetting(setting, spec);
    if (taken.ok) fallbacks.push(taken.model);
    else if (isOptional) warnings.push(`${taken.message}\nThe session goes on without it.`);
    else return taken;
  }
  const summary = around.summaryModel === undefined ? null : await takeSetting('--summary-model', around.summaryModel);
  if (summary?.ok === false) return summary;
  return {
    ok: true,
    chosen: chosen.model,
    fallbacks,
    summary: summary?.model ?? null,
    warnings,
    model: modelOver(open),
    secrets,
    search: searchSettings(around.config, around.env),
    choose: takeNamed,
    connection: () => current,
    choices: async () => {
      const { modelChoices } = await import('./models/choices.ts');
      const choices = await modelChoices(current, around.config, around.env);
      if (choices.ok) for (const { name, prices } of choices.models) if (prices) listed.set(name, prices);
      return choices;
    },
  };
}

function modelOver(open: ReadonlyMap<string, Open>): Model {
  const connectionOf = (ref: ModelRef) => {
    const found = open.get(nameOf(ref));
    if (found === undefined) throw new Error(`the session has no connection to ${ref.model} at ${ref.endpoint}`);
    return found;
  };
  return {
    async ask(messages, hooks, asked) {
      const { complete, postponeWasmOptimisation } = await import('@tagma/endpoint');
      await postponeWasmOptimisation(changeFlag);
      const { connection, forced } = connectionOf(asked.model);
      const request = {
        model: connection.model,
        messages,
        ...limitsOf(asked),
        fields: fieldsOf(connection, forced, asked),
        loadImage: asked.loadImage,
      };
      return complete(request, connection.server, hooks);
    },
    async window(ref, signal) {
      const { findWindow } = await import('@tagma/endpoint');
      const { connection } = connectionOf(ref);
      return findWindow(connection.server, connection.model, signal);
    },
  };
}

/** `auto` leaves it to what is known of the server, or it tells. */
function withImages(connection: Connection, { images = 'auto' }: ForceSettings): Connection {
  if (images === 'auto') return connection;
  const { server } = connection;
  return { ...connection, server: { ...server, quirks: { ...server.quirks, takesImages: images === 'on' } } };
}

/** A summary is no reply in the protocol: nothing forces it. */
function fieldsOf({ fields }: Connection, forced: JsonObject, { purpose }: ModelAsked): JsonObject {
  return purpose === 'summary' ? fields : { ...fields, ...forced };
}

function limitsOf({ model, patienceMs }: ModelAsked): { readonly windowTokens?: number; readonly patienceMs?: number } {
  return {
    ...(model.windowTokens > 0 ? { windowTokens: model.windowTokens } : {}),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  };
}

function nameOf({ endpoint, model }: ModelRef): string {
  return `${endpoint} ${model}`;
}
