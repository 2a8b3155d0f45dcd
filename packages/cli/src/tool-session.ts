/** The session behind `tagma tool`: what a run would have of settings, rules, secrets, hooks and sandbox, without a model. */
import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BEHAVIOUR, COMPACT_AT, type Mode, NO_MODEL, type SessionStarted } from '@tagma/core';
import { checkpointFolder, createRegistry, endProcessGroups, imageFolder } from '@tagma/tools';
import { readConfig } from './config/index.ts';
import { connectionSecrets, keepFromCommands } from './connection-secrets.ts';
import { EXIT } from './exit.ts';
import { codeFolder, foldersOf, historyFolder, keptHistory } from './folders.ts';
import { hooksOf } from './hooks/configured.ts';
import { ownSecrets } from './own-secrets.ts';
import { type RuleOptions, rulesOfRun } from './permissions/rules-of-run.ts';
import { settleFolder, tellOfRules } from './permissions/settle.ts';
import { type Problem, problem, remark } from './problem.ts';
import { findSandboxIf, openSandbox, withoutSandbox } from './sandbox.ts';
import { modeOf } from './settled-options.ts';
import { shellIn } from './shell-settings.ts';
import { tellHere } from './start-notes.ts';
import { openToolCalls, type ToolCalls } from './tool-call.ts';
import { factsWith } from './tool-facts.ts';
import { openPerson } from './tool-person.ts';
import { toolSet } from './tool-set.ts';
import { trustedPrograms } from './trusted/index.ts';
import { workingFolder } from './working-folder.ts';

export type ToolSessionOptions = RuleOptions & {
  readonly sandbox?: boolean;
  readonly cwd?: string;
  readonly mode?: Mode;
  readonly trust?: boolean;
  readonly tools?: string;
  readonly config?: string;
};

export type OpenedTools = { readonly ok: true; readonly calls: ToolCalls; readonly close: () => Promise<void> };

/** @param canAsk whether the person is there to be asked, on the terminal */
export async function openToolSession(options: ToolSessionOptions, canAsk: boolean): Promise<OpenedTools | Problem> {
  const working = workingFolder(options.cwd);
  if (!working.ok) return working;
  const { folder } = working;
  const settled = await settleFolder(options, process.env, canAsk);
  if (settled.ok === 'left') return problem(EXIT.interrupted, 'nothing was run');
  if (!settled.ok) return settled;
  const read = await readConfig(options.config, process.env, folder);
  if (!read.ok) return read;
  for (const warning of read.config.warnings) tellHere(warning);
  const set = await toolSet(options.tools, read.config, process.env);
  if (!set.ok) return set;
  const own = await ownSecrets(read.config);
  if (!own.ok) return own;
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
  const { guard, admitIn } = await trustedPrograms(folder, read.config, process.env);
  const place = { folder, outputFolder, config: read.config, hidden, unchanging: guard.files };
  const sandbox = await openSandbox(found, place, process.env);
  if (sandbox.missing !== null) remark(`tagma: ${withoutSandbox(sandbox.missing)}\n`);
  const admit = admitIn(sandbox.isOn ? outputFolder : null);
  const hooked = hooksOf(read.config, folder, { guard, admit, sandbox });
  if (!hooked.ok) return hooked;
  const registry = createRegistry(await set.load(admit), undefined, sandbox.operations);
  const started = startedIn(folder, modeOf(options, read.config), !canAsk);
  const around = {
    ...{ home: homedir(), outputFolder, protectedPaths: hidden, guard },
    ...{ shell: shellIn(read.config, process.env), config: read.config },
  };
  const facts = factsWith(set.programs, registry, around);
  const calls = openToolCalls(
    { ...started, tools: set.specs, settings: { ...started.settings, rules, sandbox: sandbox.isOn } },
    {
      tools: registry,
      facts,
      factsAgain: factsWith(set.programs, registry, around, 'again'),
      readPlan: async () => '',
      history: null,
      clock: { now: Date.now, wait: async () => {} },
      log: { info() {}, error() {} },
      ...{ secrets: secrets.values, findOwnSecrets: own.find, hooks: hooked.hooks },
      outputFolder,
    },
    canAsk ? openPerson() : null,
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

function startedIn(folder: string, mode: Mode, headless: boolean): SessionStarted {
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
      // Where nobody is there, what would ask is denied.
      headless,
      ...{ turnsMax: 0, tokensMax: 0, costMax: 0, timeMsMax: 0, findsWindow: false },
      ...{ compactAt: COMPACT_AT, outputShare: 0, countsTokens: false },
      ...{ correctionsMax: 0, retriesMax: 0, outageMsMax: 0, sandbox: false, bashFence: false },
    },
  };
}
