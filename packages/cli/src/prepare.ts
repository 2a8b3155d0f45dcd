/** From checked options to a session that can start: its first event, and the world that it works on. */
import { randomBytes } from 'node:crypto';
import { homedir, platform, release } from 'node:os';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { BEHAVIOUR, estimateTokens, MACHINE_TOOLS, type SessionStarted } from '@tagma/core';
import { createHistory, type History } from '@tagma/history';
import type { JsonObject } from '@tagma/protocol';
import type { Model, SessionDeps } from '@tagma/runtime';
import { createRegistry, endProcessGroups, shellOf } from '@tagma/tools';
import { version } from './assets.ts';
import type { Connection } from './connect.ts';
import { keyVariables } from './connecting/key.ts';
import { fieldsFor } from './constraint.ts';
import { EXIT } from './exit.ts';
import { foldersOf, sessionName } from './folders.ts';
import { type LogFile, openLog } from './log.ts';
import type { Checked, RunOptions } from './options.ts';
import { readPlan } from './plan.ts';
import { type Problem, problem } from './problem.ts';
import { describeProject } from './project.ts';
import { type PromptPlace, systemPrompt } from './prompts.ts';

/**
 * V8 lets the space for short-lived values grow to 48 MB, and a long session fills it with garbage. Kept at its first size a
 * session of a thousand turns peaks at 108 MB instead of 154, and takes no longer (`npm run bench -- session`, `-- turn`).
 */
const SMALL_NURSERY = '--semi-space-growth-factor=1';
/** Replies without an element that are asked for again, in a row. */
const CORRECTIONS_MAX = 2;
/** The rest of a window is for the conversation and the reply. */
const WINDOW_SHARE_OF_PROMPT_MAX = 0.6;
/** An endpoint that fails for longer ends the turn. */
const OUTAGE_MS_MAX = 120_000;

export type Prepared = {
  readonly ok: true;
  readonly started: SessionStarted;
  readonly deps: SessionDeps;
  /** The history's file. */
  readonly file: string;
  /** Ends what commands have left running, and closes the files. */
  readonly close: () => Promise<void>;
};

export async function prepare(
  options: RunOptions,
  checked: Checked,
  connection: Connection,
  headless: boolean,
): Promise<Prepared | Problem> {
  const { folder, mode, rules, texts } = checked;
  const { bashFence = false } = checked.settings;
  setFlagsFromString(SMALL_NURSERY);
  const registry = createRegistry();
  const tools = [...registry.specs, ...MACHINE_TOOLS];
  const system = systemPrompt(texts, placeOf(folder), tools);
  const promptTokens = estimateTokens(system);
  if (options.window > 0 && promptTokens > options.window * WINDOW_SHARE_OF_PROMPT_MAX) {
    const advice = options.prompt === 'compact' ? '' : ' --prompt compact says the same in half of that.';
    return problem(
      EXIT.usage,
      `--window ${options.window}: the prompt alone takes about ${promptTokens} tokens.${advice}`,
    );
  }
  const forced = fieldsFor(connection, options, tools);
  if (!forced.ok) return forced;
  const session = sessionName(new Date(), randomBytes(3).toString('hex'));
  const folders = foldersOf(folder, checked.history, process.env);
  const file = join(folders.history, `${session}.xml`);
  const opened = createHistory(file, { session });
  if (!opened.ok) return problem(EXIT.failed, `${opened.error.message}\nName another folder with --history.`);
  const log = await openLog(folders.log, session);
  const { shownEndpoint } = await import('@tagma/endpoint');

  const started: SessionStarted = {
    type: 'session.started',
    session,
    behaviour: BEHAVIOUR,
    program: `tagma ${version}`,
    folder,
    model: {
      endpoint: shownEndpoint(connection.server),
      model: connection.model,
      windowTokens: options.window,
      reasoningBack: connection.server.quirks?.reasoningBack !== undefined,
      startsInThought: connection.server.quirks?.startsInThought === true,
    },
    fallbacks: [],
    summaryModel: null,
    system,
    correction: texts.correction,
    repair: texts.repair,
    summary: texts.summary,
    tools,
    settings: {
      mode,
      rules,
      headless,
      turnsMax: options.maxTurns,
      tokensMax: options.maxTokensTotal,
      costMax: options.maxCost,
      timeMsMax: options.maxTime * 1000,
      findsWindow: false,
      correctionsMax: CORRECTIONS_MAX,
      retriesMax: options.maxRetries,
      outageMsMax: OUTAGE_MS_MAX,
      bashFence,
    },
  };
  const deps: SessionDeps = {
    model: modelAt(connection, { ...connection.fields, ...forced.fields }),
    tools: registry,
    facts: async (call, place) => {
      const { takeFacts } = await import('@tagma/permission');
      return takeFacts(call, { ...place, home: homedir(), readable: [join(folders.outputs, session)] });
    },
    readPlan: (file) => readPlan(join(folder, file)),
    history: sinkOf(opened.history),
    clock: { now: Date.now, wait },
    log,
    secrets: await secretsIn(connection, process.env),
    outputFolder: join(folders.outputs, session),
  };
  // The key in use is for the endpoint alone: commands do not inherit it.
  delete process.env.TAGMA_API_KEY;
  delete process.env[connection.server.keyVariable ?? 'TAGMA_API_KEY'];
  return { ok: true, started, deps, file, close: () => closeAll(opened.history, log) };
}

function placeOf(folder: string): PromptPlace {
  const shell = basename(shellOf(process.env));
  return { folder, project: describeProject(folder), platform: `${platform()} ${release()}`, shell };
}

/** By the names that stand in their place: the key in use, what the address holds, and the keys for other servers. */
async function secretsIn(connection: Connection, env: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, string>> {
  const { PROVIDERS, secretsOf } = await import('@tagma/endpoint');
  const key = connection.server.apiKey?.trim() ?? '';
  const named = new Map<string, string>();
  if (key !== '') named.set('API_KEY', key);
  for (const variable of keyVariables(PROVIDERS)) {
    const other = env[variable]?.trim() ?? '';
    if (other !== '' && other !== key) named.set(variable, other);
  }
  const inAddress = secretsOf(connection.server).filter((secret) => secret !== key);
  for (const [index, secret] of inAddress.entries()) named.set(`ENDPOINT_${index + 1}`, secret);
  return named;
}

function modelAt({ model, server }: Connection, fields: JsonObject): Model {
  return {
    async ask(messages, hooks) {
      const { complete, postponeWasmOptimisation } = await import('@tagma/endpoint');
      postponeWasmOptimisation();
      return complete({ model, messages, fields }, server, hooks);
    },
  };
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  const { setTimeout: after } = await import('node:timers/promises');
  await after(ms, undefined, { signal }).catch(() => {});
}

function sinkOf(history: History): SessionDeps['history'] {
  return {
    append(records, how) {
      const appended = history.append(records, how);
      return appended.ok ? appended : { ok: false, message: appended.error.message };
    },
  };
}

async function closeAll(history: History, log: LogFile): Promise<void> {
  await endProcessGroups();
  history.close();
  log.close();
}
