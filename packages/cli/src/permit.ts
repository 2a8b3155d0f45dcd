/** `tagma permit`: what would be said to a call, without running it; or to all calls of a recorded session. */
import { isAbsolute, join } from 'node:path';
import { MODES, type Mode, type Rule } from '@tagma/core';
import { type Config, readConfig } from './config/index.ts';
import { EXIT } from './exit.ts';
import { codeFolder, foldersOf, historyFolder, keptHistory } from './folders.ts';
import { inputLines, print, say } from './lines.ts';
import { flipsIn } from './permissions/flips.ts';
import { readRuleFile } from './permissions/folder-rules.ts';
import { judge, type Permit, type SandboxKind } from './permissions/judge.ts';
import { flipLines, permitLines } from './permissions/permit-text.ts';
import { allTools, type RuleOptions, type RulesOfRun, rulesOfRun } from './permissions/rules-of-run.ts';
import { settleFolder, tellOfRules } from './permissions/settle.ts';
import { messageOf, type Problem, problem, report } from './problem.ts';
import { findSandboxIf, sandboxFor } from './sandbox.ts';
import { modeOf } from './settled-options.ts';
import { shellIn } from './shell-settings.ts';
import { tellHere } from './start-notes.ts';
import { type ToolSet, toolSet } from './tool-set.ts';
import { type Trusted, trustedPrograms } from './trusted/index.ts';
import { workingFolder } from './working-folder.ts';

export type PermitOptions = RuleOptions & {
  readonly tool?: string;
  readonly params?: string;
  readonly jsonl?: boolean;
  readonly json?: boolean;
  readonly replay?: string;
  readonly rules?: string;
  readonly mode?: Mode;
  readonly trust?: boolean;
  readonly cwd?: string;
  readonly config?: string;
  readonly tools?: string;
  /** Left out: as with `auto`; of a recorded session as it was there. */
  readonly sandbox?: 'auto' | 'off';
};

type Asked = { readonly tool: string; readonly params: { readonly [name: string]: unknown } };

/** 0: it was judged. With `--replay` 1 where a decision would be another one today. */
export async function permit(command: string | undefined, options: PermitOptions): Promise<number> {
  const opened = await openBench(options);
  if (!opened.ok) return report(opened);
  if (options.replay !== undefined) return replay(options.replay, options, opened);
  if (options.jsonl) return command === undefined ? eachLine(opened) : report(USAGE);
  const asked = askedBy(command, options);
  if (!asked.ok) return report(asked);
  const said = await opened.judge(asked, {});
  if (!said.ok) return report(said);
  await print(options.json ? `${JSON.stringify(said.permit)}\n` : permitLines(said.permit));
  return EXIT.done;
}

const USAGE = problem(
  EXIT.usage,
  "permit takes a command ('git log'), --tool and --params, --jsonl, or --replay (tagma permit --help has more)",
);

type Place = { readonly mode?: Mode; readonly cwd?: string };
type Said = { readonly ok: true; readonly permit: Permit };

type Bench = {
  readonly ok: true;
  /** The rules of the folder that was named, or that this runs in. */
  readonly rules: readonly Rule[];
  readonly config: Config;
  readonly set: ToolSet;
  readonly judge: (asked: Asked, place: Place) => Promise<Said | Problem>;
  /** Which sandbox would hold commands in, in the folder that was named, or that this runs in. */
  readonly sandbox: () => Promise<SandboxKind>;
};

/** Each folder has rules of its own; nobody is asked whether they are trusted. */
async function openBench(options: PermitOptions): Promise<Bench | Problem> {
  const base = workingFolder(options.cwd);
  if (!base.ok) return base;
  const settled = await settleFolder(options, process.env, false);
  if (settled.ok === false) return settled;
  const read = await readConfig(options.config, process.env, base.folder);
  if (!read.ok) return read;
  const { config } = read;
  for (const warning of config.warnings) tellHere(warning);
  const set = await toolSet(options.tools, config, process.env);
  if (!set.ok) return set;
  const names = set.specs.map(({ name }) => name);
  const folders = new Map<string, Pick<RulesOfRun, 'rules'> & Pick<Trusted, 'guard'>>();
  const rulesIn = async (folder: string) => {
    const known = folders.get(folder);
    if (known) return { ok: true as const, ...known };
    const there = folder === base.folder ? read : await readConfig(options.config, process.env, folder);
    if (!there.ok) return there;
    const found = await rulesOfRun(folder, options, there.config, names, process.env);
    if (!found.ok) return found;
    tellOfRules(found);
    const { rules } = found;
    const { guard } = await trustedPrograms(folder, there.config, process.env);
    folders.set(folder, { rules, guard });
    return { ok: true as const, rules, guard };
  };
  const first = await rulesIn(base.folder);
  if (!first.ok) return first;
  const shell = shellIn(config, process.env);
  const usual = modeOf(options, config);
  const sandboxes = sandboxesFor(options, config);
  return {
    ok: true,
    rules: first.rules,
    config,
    set,
    sandbox: () => sandboxes(base.folder),
    async judge(asked, { mode = usual, cwd }) {
      const working = cwd === undefined ? base : workingFolder(isAbsolute(cwd) ? cwd : join(base.folder, cwd));
      if (!working.ok) return working;
      const found = await rulesIn(working.folder);
      if (!found.ok) return found;
      const { folder } = working;
      const sandbox = await sandboxes(folder);
      const around = { shell, config, guard: found.guard, protectedPaths: ownOf(folder, config) };
      return { ok: true, permit: await judge(asked, folder, mode, found.rules, set, around, sandbox) };
    },
  };
}

/** Looked for once, and laid out for each folder once: some cannot be held in. */
function sandboxesFor({ sandbox }: PermitOptions, config: Config): (folder: string) => Promise<SandboxKind> {
  const isWanted = sandbox !== 'off' && config.sandbox?.off !== true;
  const finding = findSandboxIf(isWanted);
  const kinds = new Map<string, Promise<SandboxKind>>();
  const found = async (folder: string) => (await sandboxFor(await finding, folder, ownOf(folder, config), config)).kind;
  return (folder) => {
    const kind = kinds.get(folder) ?? found(folder);
    kinds.set(folder, kind);
    return kind;
  };
}

/** What of Tagma's own in a project's histories no call changes unasked. */
function ownOf(folder: string, config: Config): readonly string[] {
  const { history } = foldersOf(folder, historyFolder(undefined, config, folder), process.env);
  return [...keptHistory(history, folder), codeFolder(process.env)];
}

function askedBy(
  command: string | undefined,
  { tool, params }: PermitOptions,
): ({ readonly ok: true } & Asked) | Problem {
  if (command !== undefined) {
    return tool === undefined && params === undefined ? { ok: true, tool: 'bash', params: { command } } : USAGE;
  }
  if (tool === undefined) return USAGE;
  try {
    const read: unknown = JSON.parse(params ?? '{}');
    return isObject(read) ? { ok: true, tool, params: read } : problem(EXIT.usage, '--params should be a JSON object.');
  } catch (error) {
    return problem(EXIT.usage, `--params: ${messageOf(error)}`);
  }
}

/** A line that cannot be judged is answered with the reason in the place of a verdict, and the others go on. */
async function eachLine(bench: Bench): Promise<number> {
  let code: number = EXIT.done;
  for await (const line of inputLines()) {
    const asked = askedIn(line);
    const said = asked.ok ? await bench.judge(asked, asked) : asked;
    if (!said.ok) code = EXIT.usage;
    await print(`${JSON.stringify(said.ok ? said.permit : { error: said.message })}\n`);
  }
  return code;
}

function askedIn(line: string): ({ readonly ok: true } & Asked & Place) | Problem {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch (error) {
    return problem(EXIT.usage, `this line is not JSON: ${messageOf(error)}`);
  }
  if (!isObject(given)) return problem(EXIT.usage, FORM);
  const { command, tool = 'bash', params = {}, mode, cwd } = given;
  if (typeof tool !== 'string' || !isObject(params)) return problem(EXIT.usage, FORM);
  if (mode !== undefined && !MODES.some((one) => one === mode)) {
    return problem(EXIT.usage, `there is no mode ${JSON.stringify(mode)}. There are: ${MODES.join(', ')}.`);
  }
  if (cwd !== undefined && typeof cwd !== 'string') return problem(EXIT.usage, FORM);
  return {
    ok: true,
    tool,
    params: command === undefined ? params : { ...params, command },
    ...(mode === undefined ? {} : { mode: mode as Mode }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

const FORM =
  'a line should be {"command": "…"} or {"tool": "NAME", "params": {…}}, with "mode" and "cwd" where they differ';

async function replay(file: string, options: PermitOptions, bench: Bench): Promise<number> {
  const { rules, config, set } = bench;
  const named = options.rules === undefined ? null : rulesNamed(options.rules, config, set);
  if (named?.ok === false) return report(named);
  const mode = options.trust ? 'trust' : (options.mode ?? null);
  const sandbox = options.sandbox === undefined ? null : (await bench.sandbox()) !== null;
  const found = await flipsIn(file, mode, named?.rules ?? rules, sandbox);
  if (!found.ok) return report(problem(EXIT.usage, found.message));
  if (options.json) await print(`${JSON.stringify(found)}\n`);
  else await say(flipLines(found));
  return found.flips.length > 0 ? EXIT.failed : EXIT.done;
}

function rulesNamed(file: string, config: Config, { specs }: ToolSet) {
  return readRuleFile(
    file,
    'option',
    allTools(
      config,
      specs.map(({ name }) => name),
    ),
  );
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
