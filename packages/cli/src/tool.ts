/**
 * `tagma tool NAME --params JSON` and `tagma tool --jsonl`: tools as the agent would run them, without a model. For
 * debugging, for scripts and for tests.
 */
import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BEHAVIOUR, COMPACT_AT, type Mode, NO_MODEL, type SessionStarted } from '@tagma/core';
import type { JsonObject } from '@tagma/protocol';
import { checkpointFolder, createRegistry, endProcessGroups, imageFolder } from '@tagma/tools';
import { readConfig } from './config/index.ts';
import { connectionSecrets, keepFromCommands } from './connection-secrets.ts';
import { watchEndings } from './endings.ts';
import { EXIT } from './exit.ts';
import { codeFolder, foldersOf, historyFolder, keptHistory } from './folders.ts';
import { inputLines, print } from './lines.ts';
import { type RuleOptions, rulesOfRun } from './permissions/rules-of-run.ts';
import { settleFolder, tellOfRules } from './permissions/settle.ts';
import { messageOf, type Problem, problem, remark, report } from './problem.ts';
import { findSandboxIf, openSandbox, withoutSandbox } from './sandbox.ts';
import { modeOf } from './settled-options.ts';
import { shellIn } from './shell-settings.ts';
import { tellHere } from './start-notes.ts';
import { type CallEnded, openToolCalls, type ToolCalls } from './tool-call.ts';
import { factsWith } from './tool-facts.ts';
import { toolSet } from './tool-set.ts';
import { workingFolder } from './working-folder.ts';

export type ToolOptions = RuleOptions & {
  readonly sandbox?: boolean;
  readonly params?: string;
  readonly jsonl?: boolean;
  readonly cwd?: string;
  readonly mode?: Mode;
  readonly trust?: boolean;
  readonly tools?: string;
  readonly config?: string;
};

/** The exit code is 0 where the one call went well; with `--jsonl` where every line had its outcome. */
export async function tool(name: string | undefined, options: ToolOptions): Promise<number> {
  if (options.jsonl ? name !== undefined || options.params !== undefined : name === undefined) {
    return report(problem(EXIT.usage, 'tool takes a name and --params, or --jsonl (tagma tool --help has more)'));
  }
  const params = options.jsonl ? null : readParams(options.params ?? '{}');
  if (params?.ok === false) return report(problem(EXIT.usage, `--params: ${params.message}`));
  const opened = await open(options);
  if (!opened.ok) return report(opened);
  const { calls, close } = opened;
  const endings = watchEndings();
  const stopListening = endings.onEnd(() => void calls.stop());
  try {
    if (params === null) {
      for await (const line of inputLines()) {
        if (endings.exitCode() !== null) break;
        await show(await lineEnded(line, calls));
      }
      return endings.exitCode() ?? EXIT.done;
    }
    const ended = await calls.call(name ?? '', params.params);
    await show(ended);
    return endings.exitCode() ?? (ended.status === 'ok' ? EXIT.done : EXIT.failed);
  } finally {
    stopListening();
    await close();
  }
}

async function lineEnded(line: string, calls: ToolCalls): Promise<CallEnded> {
  let given: { readonly tool?: unknown; readonly params?: unknown } | null;
  try {
    given = JSON.parse(line);
  } catch (error) {
    return wrongLine(`this line is not JSON: ${messageOf(error)}`);
  }
  if (typeof given !== 'object' || given === null || typeof given.tool !== 'string') {
    return wrongLine('a line should be {"tool": "NAME", "params": {…}}');
  }
  const { params = {} } = given;
  if (!isObject(params)) return wrongLine('params should be an object: {"tool": "NAME", "params": {…}}');
  return calls.call(given.tool, params);
}

function wrongLine(content: string): CallEnded {
  return { status: 'error', content, details: {} };
}

async function show({ status, content, details }: CallEnded): Promise<void> {
  await print(`${JSON.stringify({ status, content, details })}\n`);
}

type Read = { readonly ok: true; readonly params: JsonObject } | { readonly ok: false; readonly message: string };

function readParams(text: string): Read {
  try {
    const params: unknown = JSON.parse(text);
    return isObject(params) ? { ok: true, params } : { ok: false, message: 'it should be a JSON object.' };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Opened = { readonly ok: true; readonly calls: ToolCalls; readonly close: () => Promise<void> };

async function open(options: ToolOptions): Promise<Opened | Problem> {
  const working = workingFolder(options.cwd);
  if (!working.ok) return working;
  const { folder } = working;
  const settled = await settleFolder(options, process.env, false);
  if (settled.ok === false) return settled;
  const read = await readConfig(options.config, process.env, folder);
  if (!read.ok) return read;
  for (const warning of read.config.warnings) tellHere(warning);
  const set = await toolSet(options.tools, read.config, process.env);
  if (!set.ok) return set;
  const secrets = await connectionSecrets({ ...process.env }, read.config);
  keepFromCommands(secrets, read.config.keepVariables);
  const offered = set.specs.map(({ name }) => name);
  const permissions = await rulesOfRun(folder, options, read.config, offered, process.env);
  if (!permissions.ok) return permissions;
  tellOfRules(permissions);
  const { rules } = permissions;
  const outputFolder = mkdtempSync(join(tmpdir(), 'tagma-outputs-'));
  const found = await findSandboxIf(options.sandbox ?? read.config.sandbox?.off !== true);
  const { history } = foldersOf(folder, historyFolder(undefined, read.config, folder), process.env);
  const hidden = [...keptHistory(history, folder), codeFolder(process.env)];
  const sandbox = await openSandbox(found, { folder, outputFolder, config: read.config, hidden }, process.env);
  if (sandbox.missing !== null) remark(`tagma: ${withoutSandbox(sandbox.missing)}\n`);
  const registry = createRegistry(await set.load(), undefined, sandbox.operations);
  const started = startedIn(folder, modeOf(options, read.config));
  const facts = factsWith(set.programs, registry, {
    ...{ home: homedir(), outputFolder, protectedPaths: hidden },
    ...{ shell: shellIn(read.config, process.env), config: read.config },
  });
  const calls = openToolCalls(
    { ...started, tools: set.specs, settings: { ...started.settings, rules, sandbox: sandbox.isOn } },
    {
      tools: registry,
      facts,
      factsAgain: facts,
      readPlan: async () => '',
      history: null,
      clock: { now: Date.now, wait: async () => {} },
      log: { info() {}, error() {} },
      secrets: secrets.values,
      outputFolder,
    },
  );
  const close = async () => {
    await calls.stop();
    await registry.end();
    await endProcessGroups();
    // Nobody takes anything back after this.
    rmSync(dirname(checkpointFolder(outputFolder)), { recursive: true, force: true });
    // And no model is sent them.
    rmSync(imageFolder(outputFolder), { recursive: true, force: true });
    sandbox.end();
    // What a call has said of a file there is to be read afterwards; an empty folder tells nobody anything.
    if (readdirSync(outputFolder).length === 0) rmdirSync(outputFolder);
  };
  return { ok: true, calls, close };
}

function startedIn(folder: string, mode: Mode): SessionStarted {
  return {
    type: 'session.started',
    session: 'tool',
    behaviour: BEHAVIOUR,
    program: 'tagma tool',
    folder,
    model: NO_MODEL,
    fallbacks: [],
    summaryModel: null,
    ...{ system: '', systemSmall: '', correction: '', repair: '', summary: '', tools: [] },
    settings: {
      mode,
      rules: [],
      // Nobody is asked: what would ask is denied.
      headless: true,
      ...{ turnsMax: 0, tokensMax: 0, costMax: 0, timeMsMax: 0, findsWindow: false },
      ...{ compactAt: COMPACT_AT, outputShare: 0, countsTokens: false },
      ...{ correctionsMax: 0, retriesMax: 0, outageMsMax: 0, sandbox: false, bashFence: false },
    },
  };
}
