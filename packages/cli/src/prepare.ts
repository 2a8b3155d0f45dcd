/** From checked options to a session that can start: its first event, and the world that it works on. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Fact, noteOnMode, type SessionResumed, type SessionStarted, type Snapshot, systemFor } from '@tagma/core';
import { createHistory, type History } from '@tagma/history';
import { REAL_CLOCK, type SessionDeps } from '@tagma/runtime';
import { endProcessGroups, laterRegistry, type Operations, type Registry } from '@tagma/tools';
import type { Config } from './config/config.ts';
import type { Connected } from './connecting/connected.ts';
import { keepFromCommands } from './connection-secrets.ts';
import { EXIT } from './exit.ts';
import { hooksOf } from './hooks/configured.ts';
import { type LogFile, openLog } from './logs/open-log.ts';
import { keepNurserySmall } from './memory.ts';
import type { Checked, RunOptions } from './options.ts';
import { ownSecrets } from './own-secrets.ts';
import { type KeptRules, keptRules } from './permissions/kept-rules.ts';
import { readPlan } from './plan.ts';
import { aboutUnknownCost } from './preparing/about-cost.ts';
import { tidyUp } from './preparing/old-files.ts';
import { type SessionPlace, sessionPlace } from './preparing/place.ts';
import { contextForSmall, mayBeSmall, projectContext, wantedContext } from './preparing/project-context.ts';
import { promptFor, type SetUp, setUpOf } from './preparing/set-up.ts';
import { type Problem, problem } from './problem.ts';
import { foreignFacts } from './resume/recorded.ts';
import type { Source } from './resume/source.ts';
import { findSandboxIf, openSandbox, withoutSandbox } from './sandbox.ts';
import { type Fallback, openModels, type SessionModels } from './session-models.ts';
import { readyFolders } from './sessions/folder.ts';
import { shellIn } from './shell-settings.ts';
import { type Tell, tellHere } from './start-notes.ts';
import { factsWith } from './tool-facts.ts';
import type { ToolSet } from './tool-set.ts';
import type { Admit } from './trusted/admit.ts';
import { SHELL_KEY } from './trusted/entries.ts';
import type { Guard } from './trusted/guard.ts';
import { trustedPrograms } from './trusted/index.ts';

/** A start makes a lot that stays, and is quicker with room; one that reads a history first has had it. */
const START_MS = 1_500;

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
  readonly logFile: string;
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

/**
 * @param source what the session goes on from, if it does
 * @param known the models of an earlier session of this process
 */
export async function prepare(
  options: RunOptions,
  checked: Checked,
  { connection, config }: Connected,
  headless: boolean,
  tell: Tell = tellHere,
  source: Source | null = null,
  known: SessionModels | null = null,
): Promise<Prepared | Problem> {
  keepNurserySmall(source === null ? START_MS : 0);
  // It tries a command: meanwhile everything else goes on.
  const finding = findSandboxIf(options.sandbox);
  const own = await ownSecrets(config);
  if (!own.ok) return own;
  const models = known ?? (await openModels(connection, modelsAround(options, checked, config)));
  if (!models.ok) return models;
  if (known === null) for (const warning of warningsOf(models, options)) tell(warning);
  const { windowTokens } = models.chosen;
  const wanted = wantedContext(options, config);
  const context = await projectContext(wanted, checked, windowTokens, process.env);
  for (const notice of context.notices) tell(notice);
  const small = await contextForSmall(context, wanted, checked, windowTokens, process.env);
  if (mayBeSmall([models.chosen, ...models.fallbacks])) for (const notice of small.notices) tell(notice);
  const prompts = promptFor(options, checked, { usual: context.text, small: small.text }, windowTokens);
  if (!prompts.ok) return prompts;
  const place = sessionPlace(checked, source);
  const { session, folders, file, folder } = place;
  const ready = readyFolders(folders, folder, source === null);
  if (!ready.ok) return ready;
  for (const warning of ready.warnings) tell(warning);
  const { guard, admitIn } = await trustedPrograms(folder, config, process.env);
  // Git takes a moment: meanwhile the model is asked.
  void guard.refresh();
  const sandbox = await openSandbox(await finding, { ...place, unchanging: guard.files, config }, process.env);
  if (sandbox.missing !== null) tell(withoutSandbox(sandbox.missing));
  const onMode = noteOnMode(checked.mode, sandbox.isOn);
  if (onMode !== null) tell(onMode);
  const admit = admitIn(sandbox.isOn ? place.outputFolder : null);
  const hooked = hooksOf(config, folder, { guard, admit, sandbox });
  if (!hooked.ok) return hooked;
  const registry = toolsOf(checked.set, admit, sandbox.operations);
  const opened = source ?? createHistory(file, { session });
  if (!opened.ok) return problem(EXIT.failed, `${opened.error.message}\nName another folder with --history.`);
  const log = await openLog(folders.log, session, checked.log);
  const hasSandbox = sandbox.isOn;
  const setUp = setUpOf(options, checked, { session, prompts, models, headless, hasSandbox, source });
  const deps: SessionDeps = {
    ...worldOf(place, checked, config, registry, guard),
    model: models.model,
    history: sinkOf(opened.history),
    countTokens: async (texts, signal) => (await import('./exact-tokens.ts')).countTokens(texts, signal),
    log,
    ...(context.findGuides && { findGuides: context.findGuides }),
    secrets: models.secrets.values,
    hooks: hooked.hooks,
    findOwnSecrets: own.find,
    ...(source && { namesInHistory: source.redacted }),
  };
  keepFromCommands(models.secrets, config.keepVariables);
  const choose: SessionModels['choose'] = async (spec) => {
    const chosen = await models.choose(spec);
    keepFromCommands(models.secrets, config.keepVariables);
    if (!chosen.ok || systemFor(prompts, chosen.model.windowTokens) === 'usual') return chosen;
    return { ...chosen, notices: small.notices };
  };
  const stopTidying = tidyUp(place, config, log);
  let closing: Promise<void> | null = null;
  const close = async () => {
    await closeAll(registry, opened.history, log);
    sandbox.end();
    stopTidying();
  };
  const { agreed } = checked.permissions;
  const kept = agreed === null ? null : keptRules(folder, session, agreed, process.env);
  return {
    ...{ ok: true, ...beginningOf(setUp, source), deps, file, logFile: folders.log, keptRules: kept, choose, models },
    isOwn: source?.isOwn ?? true,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function toolsOf({ specs, shell, load }: ToolSet, admit: Admit, operations: Partial<Operations>): Registry {
  return laterRegistry(specs, async () => {
    const [{ createRegistry }, tools] = await Promise.all([import('@tagma/tools'), load(admit)]);
    const registry = createRegistry(tools, undefined, operations, shell);
    return {
      ...registry,
      // The person's own command runs in the shell that the project may have named.
      async shell(command, context) {
        const admitted = admit(SHELL_KEY);
        if (!admitted.ok) return { status: 'error', content: admitted.why, details: {} };
        return registry.shell(command, context);
      },
    };
  });
}

/** The tools, what they would do, and the clock. */
function worldOf(place: SessionPlace, { set }: Checked, config: Config, registry: Registry, guard: Guard) {
  const { folder, outputFolder, otherOutputs, hidden } = place;
  const shell = shellIn(config, process.env);
  const around = {
    ...{ home: homedir(), outputFolder, otherOutputs, protectedPaths: hidden },
    ...{ shell, config, guard },
  };
  const facts = factsWith(set.programs, registry, around);
  const factsAgain = factsWith(set.programs, registry, around, 'again');
  return {
    ...{ tools: registry, facts, factsAgain, clock: REAL_CLOCK, outputFolder },
    readPlan: (plan: string) => readPlan(join(folder, plan)),
  };
}

function beginningOf(setUp: SetUp, source: Source | null): Beginning {
  if (source === null) return { started: { type: 'session.started', ...setUp }, from: null };
  const { snapshot, transcript, parent } = source;
  const first = foreignFacts(source, setUp.settings.mode);
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

function warningsOf({ chosen, fallbacks, summary, warnings }: SessionModels, options: RunOptions): readonly string[] {
  const about = aboutUnknownCost(options, [chosen, ...fallbacks, ...(summary === null ? [] : [summary])]);
  return about === null ? warnings : [...warnings, about];
}
