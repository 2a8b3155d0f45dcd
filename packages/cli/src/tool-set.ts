/** Which tools a session offers: a preset, or a list of names; those that Tagma brings, the machine's own, and the person's. */
import { MACHINE_TOOLS } from '@tagma/core';
import type { ToolSpec } from '@tagma/protocol';
import {
  BUILTIN_TOOLS,
  bashWith,
  canSearch,
  customTool,
  nearestNames,
  readWith,
  type SearchSettings,
  type ShellSettings,
  searchWith,
  shellOf,
  specOf,
  type Tool,
} from '@tagma/tools';
import { type Config, fileOf } from './config/config.ts';
import type { Environment } from './environment.ts';
import { EXIT } from './exit.ts';
import { type Problem, problem } from './problem.ts';
import { parametersIn, wrongInTool } from './tool-specs.ts';

export const PRESETS = ['default', 'minimal', 'readonly'] as const;

/** The variable of the key of a service that searches. */
export const SEARCH_KEY = 'TAVILY_API_KEY';

/** What has to be set for it. */
export const SEARCH_WAY = `set SEARXNG_URL (or "search": {"searxng": …} in the configuration) to the address of a SearXNG, or ${SEARCH_KEY} to a key of Tavily`;

const MINIMAL: readonly string[] = ['read', 'write', 'edit', 'bash'];

export type ToolSet = {
  readonly ok: true;
  /** Those that run. */
  readonly tools: readonly Tool[];
  /** All that the model is told of. */
  readonly specs: readonly ToolSpec[];
  /** The person's own, by name: what each starts. */
  readonly programs: ReadonlyMap<string, string>;
  /** In which the person's own commands run, whether the model has one or not. */
  readonly shell: ShellSettings;
};

/** @param given by `--tools`: presets and names of tools, with commas between; undefined for the configuration's, or all. */
export function toolSet(given: string | undefined, config: Config, env: Environment): ToolSet | Problem {
  const own = ownTools(config);
  if (!own.ok) return own;
  const search = searchSettings(config, env);
  const found = canSearch(search) ? [searchWith(search) as Tool] : [];
  const all = [...BUILTIN_TOOLS.map((tool) => asSet(tool, config)), ...found, ...own.tools];
  const specs = [...all.map(specOf), ...MACHINE_TOOLS];
  const setting = given === undefined ? `${fileOf(config, 'tools')}: "tools"` : '--tools';
  const chosen = chosenNames(given ?? config.tools ?? 'default', specs, setting);
  if (!chosen.ok) return chosen;
  const isChosen = ({ name }: { readonly name: string }) => chosen.names.includes(name);
  return {
    ok: true,
    tools: all.filter(isChosen),
    specs: specs.filter(isChosen),
    programs: own.programs,
    shell: shellSettings(config),
  };
}

/** Whom a search asks: without either there is none. */
export function searchSettings({ search }: Config, env: Environment): SearchSettings {
  return { searxng: search?.searxng ?? env.SEARXNG_URL, tavilyKey: env[SEARCH_KEY] };
}

/** The shell that commands run in: its name or path. */
export function shellIn({ bash = {} }: Config, env: Environment): string {
  const { shell } = bash;
  return (typeof shell === 'string' ? shell : shell?.at(-1)) ?? shellOf(env);
}

/** A tool of Tagma's as the configuration wants it. */
function asSet(tool: Tool, { bash = {}, read = {} }: Config): Tool {
  if (tool.name === 'read' && read.numbered === true) return readWith({ numbered: true }) as Tool;
  if (tool.name !== 'bash' || Object.keys(bash).length === 0) return tool;
  const { timeout } = bash;
  const timing = timeout === undefined ? {} : { timeoutSeconds: timeout };
  return bashWith({ ...shellSettings({ bash }), ...timing }) as Tool;
}

function shellSettings({ bash = {} }: Pick<Config, 'bash'>): ShellSettings {
  const { shell, prefix } = bash;
  return { ...(shell === undefined ? {} : { shell }), ...(prefix === undefined ? {} : { prefix }) };
}

type Names = { readonly ok: true; readonly names: readonly string[] };

function chosenNames(given: string, specs: readonly ToolSpec[], setting: string): Names | Problem {
  const all = specs.map(({ name }) => name);
  const presets: { readonly [preset in (typeof PRESETS)[number]]: readonly string[] } = {
    default: all,
    minimal: MINIMAL,
    readonly: specs.filter(({ readOnly }) => readOnly).map(({ name }) => name),
  };
  const names = given
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean)
    .flatMap((name) => (isPreset(name) ? presets[name] : [name]));
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) return problem(EXIT.usage, `${setting}: ${aboutUnknown(unknown, all)}`);
  if (names.length === 0) return problem(EXIT.usage, `${setting}: no tool is named. ${aboutAll(all)}`);
  return { ok: true, names };
}

function isPreset(name: string): name is (typeof PRESETS)[number] {
  return PRESETS.some((preset) => preset === name);
}

/** A tool that is not there, with the nearest that is. */
export function aboutUnknown(name: string, all: readonly string[]): string {
  if (name === 'search') return `search is not offered: ${SEARCH_WAY}. ${aboutAll(all)}`;
  const [near] = nearestNames(name, [...all, ...PRESETS], 1);
  return `there is no tool ${name}.${near === undefined ? '' : ` Did you mean ${near}?`} ${aboutAll(all)}`;
}

function aboutAll(all: readonly string[]): string {
  return `There are: ${all.join(', ')}; and the sets ${PRESETS.join(', ')}.`;
}

type Own = { readonly ok: true; readonly tools: readonly Tool[]; readonly programs: ReadonlyMap<string, string> };

function ownTools(config: Config): Own | Problem {
  const { customTools = {} } = config;
  const taken = new Set([...[...BUILTIN_TOOLS, ...MACHINE_TOOLS].map(({ name }) => name), 'search']);
  const tools: Tool[] = [];
  for (const [name, { command, timeout, parameters, ...rest }] of Object.entries(customTools)) {
    const wrong = taken.has(name) ? 'there is a tool of that name already.' : wrongInTool({ name, parameters }, name);
    if (wrong !== null)
      return problem(EXIT.usage, `${fileOf(config, `customTools.${name}`)}: customTools: ${name}: ${wrong}`);
    const { description, body, readOnly } = rest;
    tools.push(
      customTool({
        ...{ name, description, command: command as [string, ...string[]], parameters: parametersIn(parameters) },
        ...(body === undefined ? {} : { body }),
        ...(readOnly === undefined ? {} : { readOnly }),
        ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
      }) as Tool,
    );
  }
  const programs = new Map(Object.entries(customTools).map(([name, { command }]) => [name, command[0] ?? '']));
  return { ok: true, tools, programs };
}
