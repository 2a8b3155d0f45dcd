/** From checked options to a session that can start: its first event, and the world that it works on. */
import { randomBytes } from 'node:crypto';
import { homedir, platform, release } from 'node:os';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import {
  BEHAVIOUR,
  estimateTokens,
  type Fact,
  type SessionResumed,
  type SessionStarted,
  type Snapshot,
} from '@tagma/core';
import { createHistory, type History } from '@tagma/history';
import type { SessionDeps } from '@tagma/runtime';
import { createRegistry, endProcessGroups, type Registry, shellOf } from '@tagma/tools';
import { version } from './assets.ts';
import type { Config } from './config/config.ts';
import type { Connected } from './connecting/connected.ts';
import { EXIT } from './exit.ts';
import { foldersOf, isWithin, keptHistory, sessionName } from './folders.ts';
import { namedOutputs } from './fork/outputs.ts';
import { keepFromCommands } from './keep-from-commands.ts';
import { type LogFile, openLog } from './log.ts';
import { holdOutputs, OUTPUT_DAYS_DEFAULT, removeOldOutputs } from './old-outputs.ts';
import type { Checked, RunOptions } from './options.ts';
import { ownSecrets } from './own-secrets.ts';
import { type KeptRules, keptRules } from './permissions/kept-rules.ts';
import { readPlan } from './plan.ts';
import { type Problem, problem } from './problem.ts';
import { describeProject } from './project.ts';
import { type PromptPlace, systemPrompt } from './prompts.ts';
import { REAL_CLOCK } from './real-clock.ts';
import { foreignRules, recordedRules } from './resume/recorded.ts';
import type { Source } from './resume/source.ts';
import { findSandboxIf, openSandbox, withoutSandbox } from './sandbox.ts';
import { type Fallback, openModels, type SessionModels } from './session-models.ts';
import { readyHistoryFolder } from './sessions/folder.ts';
import { removeOldSessions } from './sessions/old-sessions.ts';
import { type Tell, tellHere } from './start-notes.ts';
import { factsWith } from './tool-facts.ts';
import { shellIn } from './tool-set.ts';

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

/** How a session begins: the event, and where it goes on from, if it does. */
export type Beginning =
  | { readonly started: SessionStarted; readonly from: null }
  | { readonly started: SessionResumed; readonly from: GoesOnFrom };

export type GoesOnFrom = Pick<Source, 'transcript'> & {
  readonly snapshot: Snapshot;
  /** To be sent before anything else: what does not hold any more. */
  readonly first: readonly Fact[];
};

export type Prepared = Beginning & {
  readonly ok: true;
  readonly deps: SessionDeps;
  /** The history's file. */
  readonly file: string;
  /** Keeps what the person answers with "always"; null where that holds for the session alone. */
  readonly keptRules: KeptRules | null;
  /** Another model for the session, as the person names it. */
  readonly choose: SessionModels['choose'];
  /** What the session asks, for another session of this process: the keys are taken out of the environment. */
  readonly models: SessionModels;
  /** Whether its history was written by this person's Tagma. */
  readonly isOwn: boolean;
  /** Ends what commands have left running, and closes the files. Doing it twice is harmless. */
  readonly close: () => Promise<void>;
};

export async function prepare(
  options: RunOptions,
  checked: Checked,
  { connection, config }: Connected,
  headless: boolean,
  tell: Tell = tellHere,
  source: Source | null = null,
  known: SessionModels | null = null,
): Promise<Prepared | Problem> {
  const { folder, mode, permissions, texts } = checked;
  const { bashFence = false } = checked.settings;
  setFlagsFromString(SMALL_NURSERY);
  // It tries a command: meanwhile everything else goes on.
  const finding = findSandboxIf(options.sandbox, config);
  const own = await ownSecrets(config);
  if (!own.ok) return own;
  const { tools: offered, specs: tools, programs } = checked.set;
  const system = systemPrompt(texts, placeOf(folder), tools);
  const models = known ?? (await openModels(connection, modelsAround(options, checked, config)));
  if (!models.ok) return models;
  if (known === null) for (const warning of models.warnings) tell(warning);
  const promptTokens = estimateTokens(system);
  if (options.window > 0 && promptTokens > options.window * WINDOW_SHARE_OF_PROMPT_MAX) {
    const advice = options.prompt === 'compact' ? '' : ' --prompt compact says the same in half of that.';
    return problem(
      EXIT.usage,
      `--window ${options.window}: the prompt alone takes about ${promptTokens} tokens.${advice}`,
    );
  }
  const session = source?.session ?? sessionName(new Date(), randomBytes(3).toString('hex'));
  const folders = foldersOf(folder, checked.history, process.env);
  const outputFolder = join(folders.outputs, session);
  const file = source?.history.file ?? join(folders.history, `${session}.xml`);
  for (const warning of readyHistoryFolder(folders.history, folder)) tell(warning);
  const isElsewhere = !isWithin(file, folders.history);
  const hidden = [...keptHistory(folders.history, folder), ...(isElsewhere ? [file] : [])];
  const otherOutputs = namedOutputs(folders.outputs, source?.sessions ?? [], session);
  const place = { folder, outputFolder, otherOutputs, config, hidden };
  const sandbox = await openSandbox(await finding, place, process.env);
  if (sandbox.missing !== null) tell(withoutSandbox(sandbox.missing));
  const registry = createRegistry(offered, undefined, sandbox.operations);
  const opened = source ?? createHistory(file, { session });
  if (!opened.ok) return problem(EXIT.failed, `${opened.error.message}\nName another folder with --history.`);
  const log = await openLog(folders.log, session);

  const setUp: Omit<SessionStarted, 'type'> = {
    session,
    behaviour: BEHAVIOUR,
    program: `tagma ${version}`,
    folder,
    model: models.chosen,
    fallbacks: models.fallbacks,
    summaryModel: models.summary,
    system,
    correction: texts.correction,
    repair: texts.repair,
    summary: texts.summary,
    tools,
    settings: {
      mode,
      rules: source === null ? permissions.rules : [...permissions.rules, ...recordedRules(source, permissions.rules)],
      headless,
      turnsMax: options.maxTurns,
      tokensMax: options.maxTokensTotal,
      costMax: options.maxCost,
      timeMsMax: options.maxTime * 1000,
      findsWindow: options.window === 0,
      correctionsMax: CORRECTIONS_MAX,
      retriesMax: options.maxRetries,
      outageMsMax: OUTAGE_MS_MAX,
      sandbox: sandbox.isOn,
      bashFence,
    },
  };
  const facts = factsWith(programs, registry, {
    home: homedir(),
    outputFolder,
    otherOutputs,
    protectedPaths: hidden,
    shell: shellIn(config, process.env),
  });
  const deps: SessionDeps = {
    model: models.model,
    tools: registry,
    facts,
    factsAgain: facts,
    readPlan: (file) => readPlan(join(folder, file)),
    history: sinkOf(opened.history),
    clock: REAL_CLOCK,
    log,
    secrets: models.secrets,
    findOwnSecrets: own.find,
    ...(source && { namesInHistory: source.redacted }),
    outputFolder,
  };
  keepFromCommands(models.keyVariables);
  const choose: SessionModels['choose'] = async (spec) => {
    const chosen = await models.choose(spec);
    keepFromCommands(models.keyVariables);
    return chosen;
  };
  const stopHolding = holdOutputs(folders.outputs, session);
  const ending = new AbortController();
  // Nothing waits for it.
  void removeOldOutputs(folders.outputs, config.outputDays ?? OUTPUT_DAYS_DEFAULT, new Date(), ending.signal);
  if (config.history?.days !== undefined) {
    void removeOldSessions(folders, config.history.days, new Date(), ending.signal, log);
  }
  let closing: Promise<void> | null = null;
  const close = async () => {
    ending.abort();
    await closeAll(registry, opened.history, log);
    sandbox.end();
    stopHolding();
  };
  const kept = permissions.agreed === null ? null : keptRules(folder, session, permissions.agreed, process.env);
  return {
    ...{ ok: true, ...beginningOf(setUp, source), deps, file, keptRules: kept, choose, models },
    isOwn: source?.isOwn ?? true,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function beginningOf(setUp: Omit<SessionStarted, 'type'>, source: Source | null): Beginning {
  if (source === null) return { started: { type: 'session.started', ...setUp }, from: null };
  const { snapshot, transcript, parent } = source;
  const first = foreignRules(source).map((rule): Fact => ({ type: 'rule.removed', rule }));
  return { started: { type: 'session.resumed', ...setUp, parent }, from: { snapshot, transcript, first } };
}

function modelsAround(options: RunOptions, { set }: Checked, config: Config): Parameters<typeof openModels>[1] {
  return {
    config,
    // As it is now: what is in use is taken out of it below.
    env: { ...process.env },
    tools: set.specs,
    window: options.window,
    fallbacks: fallbacksOf(options.fallback, config),
    summaryModel: options.summaryModel ?? config.summaryModel,
    force: {
      constrain: options.constrain ?? config.constrain,
      stop: options.stop ?? config.stop,
      images: options.images ?? config.images,
    },
  };
}

function placeOf(folder: string): PromptPlace {
  const shell = basename(shellOf(process.env));
  return { folder, project: describeProject(folder), platform: `${platform()} ${release()}`, shell };
}

/** What was named for this run must be there; of what is always named, a key may be missing today. */
function fallbacksOf(given: readonly string[], { fallbacks = [] }: Config): readonly Fallback[] {
  if (given.length > 0) return given.map((spec) => ({ spec, setting: '--fallback', isOptional: false }));
  return fallbacks.map((spec) => ({ spec, setting: 'fallbacks', isOptional: true }));
}

function sinkOf(history: History): SessionDeps['history'] {
  return {
    append(records, how) {
      const appended = history.append(records, how);
      return appended.ok ? appended : { ok: false, message: appended.error.message };
    },
  };
}

async function closeAll(registry: Registry, history: History, log: LogFile): Promise<void> {
  await registry.end();
  await endProcessGroups();
  history.close();
  log.close();
}
