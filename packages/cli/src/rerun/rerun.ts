/**
 * `tagma rerun FILE`: what the person said in a recorded session, said again: to another model, or to the recorded one with
 * real tools. A new history of its own, then both beside each other.
 */
import { randomBytes } from 'node:crypto';
import type { SessionStarted } from '@tagma/core';
import { type Failed, type ReadHistory, readHistory } from '@tagma/history';
import type { Recording, TakenStep } from '@tagma/testing';
import { type Config, readConfig } from '../config/index.ts';
import { type Connected, connectedBy } from '../connecting/connected.ts';
import { type Endings, watchEndings } from '../endings.ts';
import { EXIT } from '../exit.ts';
import { sessionName } from '../folders.ts';
import { addWorktree } from '../fork/worktree.ts';
import { checkOptions, type GivenOptions } from '../options.ts';
import { outputSettled } from '../output.ts';
import { settleFolder } from '../permissions/settle.ts';
import type { Prepared } from '../prepare.ts';
import { type Problem, problem, report } from '../problem.ts';
import { folderToGoOnIn } from '../resume/folder.ts';
import { historyNamed } from '../sessions/named.ts';
import { isOwnFile } from '../sessions/own.ts';
import { sessionPlace } from '../sessions/place.ts';
import { tellHere } from '../start-notes.ts';
import {
  aboutAllowed,
  type IsGiven,
  modeFromElsewhere,
  optionsAsRecorded,
  rulesAsRecorded,
  toolsAsRecorded,
} from './as-recorded.ts';
import { withoutCutOff, withRecordedModel, withRecordedTools } from './doors.ts';
import { type Driven, drive } from './drive.ts';
import { hasAnswers, recordedAnswers } from './person.ts';
import { reportRerun } from './report.ts';
import { scriptOf } from './script.ts';

export type RerunOptions = Omit<GivenOptions, 'tools'> & {
  /** Real ones, or what each call came to then. Which there are is as recorded. */
  readonly tools: 'live' | 'recorded';
  /** True for the usual place. */
  readonly worktree?: string | true;
  readonly json?: boolean;
  readonly all?: boolean;
};

const NOTHING_RUNS =
  '--worktree goes with --tools live: with --tools recorded no tool runs, and nothing is changed in any folder.';

/** 0: it went as recorded, each turn ended in the same way. 1: it did not. */
export async function rerun(idOrFile: string, options: RerunOptions, isGiven: IsGiven): Promise<number> {
  if (options.tools === 'recorded' && options.worktree !== undefined) return report(problem(EXIT.usage, NOTHING_RUNS));
  const file = await historyNamed(idOrFile, options);
  if (typeof file !== 'string') return report(file);
  const here = await sessionPlace(options.config === undefined ? {} : { config: options.config });
  if (!here.ok) return report(here);
  const opened = await openRecorded(file, await isOwnFile(file, here), options);
  if (!opened.ok) return report(opened);
  const placed = await placeOf(opened, options);
  if (!placed.ok) return report(placed);
  const prepared = await prepareAgain(placed.folder, opened, { ...options, cwd: placed.folder }, isGiven);
  if (!prepared.ok) return report(prepared);
  const endings = watchEndings();
  let driven: Driven;
  try {
    driven = await runAgain(opened, prepared, options, endings);
  } finally {
    await prepared.close();
  }
  const code = await reportRerun(file, prepared.file, driven, { ...options, sameReplies: opened.sameReplies });
  await outputSettled();
  return endings.exitCode() ?? code;
}

type Recorded = {
  readonly ok: true;
  readonly started: SessionStarted;
  readonly steps: readonly TakenStep[];
  readonly recording: Recording;
  /** The recorded model answers: no other was named. */
  readonly sameReplies: boolean;
  /** What stands in it was written by this person's Tagma. */
  readonly isOwn: boolean;
};

async function openRecorded(file: string, isOwn: boolean, options: RerunOptions): Promise<Recorded | Problem> {
  const read = await readHistory(file);
  const unfit = unfitness(read, options);
  if (unfit !== null) return problem(EXIT.usage, unfit);
  const { fromHistory, recordingOf } = await import('@tagma/testing');
  try {
    const { started, steps } = await fromHistory(file);
    const sameReplies = isSameModel(options);
    return { ok: true, started, steps: steps(), recording: withoutCutOff(recordingOf(steps())), sameReplies, isOwn };
  } catch (error) {
    return problem(EXIT.usage, error instanceof Error ? error.message : String(error));
  }
}

function isSameModel({ model, endpoint }: RerunOptions): boolean {
  return model === undefined && endpoint === undefined;
}

/** Why it cannot be run again, or null. A torn file can, as far as it goes. */
function unfitness(read: ReadHistory | Failed, options: RerunOptions): string | null {
  if (!read.ok) return read.error.message;
  if (read.fault !== null)
    return `record ${read.fault.record} is damaged (${read.fault.message}): it is not run again.`;
  const needed = new Set(['session.started', 'prompt.given', 'steer.given']);
  if (isSameModel(options)) needed.add('reply.ended');
  if (options.tools === 'recorded') needed.add('tool.ended');
  const without = read.records.find(({ type, takenOut }) => needed.has(type) && takenOut.some(isNeeded));
  return without === undefined
    ? null
    : `record ${without.n}: its ${without.takenOut.join(', ')} has been taken out, and is needed to run it again.`;
}

/** The prompt texts are today's. */
function isNeeded(field: string): boolean {
  return field === 'text' || field.startsWith('outcome.') || field.startsWith('toolCalls');
}

type Place = { readonly ok: true; readonly folder: string };

/** Where the tools work: as recorded, elsewhere, or in a worktree of that. */
async function placeOf({ started, isOwn }: Recorded, options: RerunOptions): Promise<Place | Problem> {
  const working = folderToGoOnIn({ ...started, isOwn }, options.cwd);
  if (!working.ok) return working;
  if (options.tools === 'recorded') return working;
  if (options.worktree === undefined) {
    tellHere(`tools run in ${working.folder}, and may change what lies there. --worktree runs them in a copy.`);
    return working;
  }
  const path = options.worktree === true ? undefined : options.worktree;
  // Not named after the session: a file of somebody else's must not say which folder is made.
  const name = sessionName(new Date(), randomBytes(3).toString('hex'));
  const worktree = await addWorktree(working.folder, path, `rerun-${name}`);
  if (!worktree.ok) return worktree;
  tellHere(worktree.said);
  return { ok: true, folder: worktree.folder };
}

async function prepareAgain(
  folder: string,
  { started, sameReplies, steps, isOwn }: Recorded,
  options: RerunOptions,
  isGiven: IsGiven,
): Promise<Prepared | Problem> {
  const agreed = await settleFolder({ ...options, cwd: folder }, process.env, false);
  if (agreed.ok === false) return agreed;
  const read = await readConfig(options.config, process.env, folder);
  if (!read.ok) return read;
  const tools = await toolsAsRecorded(started, read.config);
  if (!tools.ok) return tools;
  const { tools: _how, ...rest } = options;
  const mode = isOwn ? started.settings.mode : modeFromElsewhere(started.settings.mode);
  const settings = { ...started.settings, mode };
  const again = optionsAsRecorded(rest, { ...started, settings }, tools.names, isGiven);
  const checked = await checkOptions(again);
  if (!checked.ok) return checked;
  const found = sameReplies
    ? recordedConnection(started, checked.config)
    : await connectedBy(checked.config, again, process.env);
  if (!found.ok) return found;
  const allowed = aboutAllowed(checked.permissions, started, isOwn);
  if (allowed !== null) tellHere(allowed);
  const permissions = rulesAsRecorded(checked.permissions, started, isOwn);
  // Nobody is there, unless the recording holds answers that may be given again.
  const isHeadless = !hasAnswers(steps);
  const { prepare } = await import('../prepare.ts');
  const fallback = sameReplies ? [] : again.fallback;
  const window = sameReplies ? windowOf(started, steps) : checked.options.window;
  const config = sameReplies ? withoutModels(found.config) : found.config;
  return prepare(
    { ...checked.options, window, fallback },
    { ...checked, permissions },
    { ...found, config },
    isHeadless,
  );
}

/** What it was then: nothing is sent there. */
function recordedConnection({ model }: SessionStarted, config: Config): Connected {
  const { endpoint: url, model: name, windowTokens } = model;
  const server = { url, ...(model.startsInThought ? { quirks: { startsInThought: true as const } } : {}) };
  return {
    ok: true,
    config,
    connection: { ok: true, name, server, model: name, fields: {}, windowTokens, prices: null, note: null },
  };
}

/** The recorded model is asked alone. */
function withoutModels({ fallbacks: _fallbacks, summaryModel: _summary, ...config }: Config): Config {
  return config;
}

/** In tokens; 0 where it was not known. */
function windowOf({ model }: SessionStarted, steps: readonly TakenStep[]): number {
  const found = steps.findLast(({ event }) => event.type === 'window.found')?.event;
  return found?.type === 'window.found' ? found.tokens : model.windowTokens;
}

async function runAgain(
  { started: recorded, steps, recording, sameReplies }: Recorded,
  { started, deps }: Prepared,
  { tools }: RerunOptions,
  endings: Endings,
): Promise<Driven> {
  const script = scriptOf(steps, sameReplies, started.settings.mode);
  if (script.left.size > 0) {
    const left = [...script.left].map(([type, count]) => `${type} (${count})`).join(', ');
    tellHere(`the person also did this, which is not done again: ${left}.`);
  }
  if (recorded.settings.mode === 'trust' && started.settings.mode !== 'trust') {
    tellHere(`it ran in mode trust; this runs in mode ${started.settings.mode}, unless --trust says so.`);
  }
  let lose = (_message: string): void => {};
  const lost = new Promise<string>((resolve) => {
    lose = resolve;
  });
  const withTools = tools === 'recorded' ? withRecordedTools(deps, recording, lose) : deps;
  const doors = sameReplies ? withRecordedModel(withTools, recording, lose) : withTools;
  const { plainRenderer } = await import('@tagma/tui');
  const renderer = plainRenderer({ answer: process.stderr, progress: process.stderr, env: process.env });
  // The recorded model is not asked how much it takes in.
  const settings = sameReplies ? { ...started.settings, findsWindow: false, countsTokens: false } : started.settings;
  const driven = await drive({
    started: { ...started, settings },
    deps: doors,
    script,
    answers: recordedAnswers(steps),
    watch: renderer.take,
    endings,
    lost,
  });
  renderer.end();
  return driven;
}
