/** Which tools a session offers: a preset, or a list of names; those that Tagma brings, the machine's own, and the person's. */
import { MACHINE_TOOLS } from '@tagma/core';
import type { ToolSpec } from '@tagma/protocol';
import { builtinSpecs, nearestNames, type SearchSettings, type ShellSettings, type Tool } from '@tagma/tools';
import { type Config, fileOf } from './config/config.ts';
import type { Environment } from './environment.ts';
import { EXIT } from './exit.ts';
import { type Problem, problem } from './problem.ts';
import { shellSettings } from './shell-settings.ts';
import { wrongInTool } from './tool-specs.ts';
import type { Admit } from './trusted/admit.ts';

export const PRESETS = ['default', 'minimal', 'readonly'] as const;

/** The variable of the key of a service that searches. */
export const SEARCH_KEY = 'TAVILY_API_KEY';

/** What has to be set for it. */
export const SEARCH_WAY = `set SEARXNG_URL (or "search": {"searxng": …} in the configuration) to the address of a SearXNG, or ${SEARCH_KEY} to a key of Tavily`;

const MINIMAL: readonly string[] = ['read', 'write', 'edit', 'bash'];

export type ToolSet = {
  readonly ok: true;
  /** Those that run, for the first call: to tell the model of them they need not be loaded. */
  readonly load: (admit?: Admit) => Promise<readonly Tool[]>;
  /** All that the model is told of. */
  readonly specs: readonly ToolSpec[];
  /** The person's own, by name: what each starts. */
  readonly programs: ReadonlyMap<string, string>;
  /** In which the person's own commands run, whether the model has one or not. */
  readonly shell: ShellSettings;
};

/** @param given by `--tools`: presets and names of tools, with commas between; undefined for the configuration's, or all. */
export async function toolSet(given: string | undefined, config: Config, env: Environment): Promise<ToolSet | Problem> {
  const wrong = wrongInOwn(config);
  if (wrong !== null) return wrong;
  // Now: the key is taken out of the environment before anything is loaded.
  const search = searchSettings(config, env);
  const load = async (admit?: Admit) => (await import('./made-tools.ts')).madeTools(config, search, admit);
  const specs = [...(isUsual(config, env) ? builtinSpecs() : await specsOf(load)), ...MACHINE_TOOLS];
  const setting = given === undefined ? `${fileOf(config, 'tools')}: "tools"` : '--tools';
  const chosen = chosenNames(given ?? config.tools ?? 'default', specs, setting);
  if (!chosen.ok) return chosen;
  const isChosen = ({ name }: { readonly name: string }) => chosen.names.includes(name);
  return {
    ok: true,
    load: async (admit) => (await load(admit)).filter(isChosen),
    specs: specs.filter(isChosen),
    programs: new Map(Object.entries(config.customTools ?? {}).map(([name, { command }]) => [name, command[0] ?? ''])),
    shell: shellSettings(config),
  };
}

/** Whether nothing that is set changes the tools. */
function isUsual(config: Config, env: Environment): boolean {
  const { customTools = {}, bash = {}, read = {} } = config;
  const { searxng, tavilyKey } = searchSettings(config, env);
  const own = Object.keys(customTools).length + Object.keys(bash).length;
  return own === 0 && read.numbered !== true && !searxng && !tavilyKey;
}

async function specsOf(load: () => Promise<readonly Tool[]>): Promise<readonly ToolSpec[]> {
  return (await import('./made-tools.ts')).specsOf(await load());
}

/** Whom a search asks: without either there is none. */
export function searchSettings({ search }: Config, env: Environment): SearchSettings {
  return { searxng: search?.searxng ?? env.SEARXNG_URL, tavilyKey: env[SEARCH_KEY] };
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

function wrongInOwn(config: Config): Problem | null {
  const { customTools = {} } = config;
  const taken = new Set([...[...builtinSpecs(), ...MACHINE_TOOLS].map(({ name }) => name), 'search']);
  for (const [name, { parameters }] of Object.entries(customTools)) {
    const wrong = taken.has(name) ? 'there is a tool of that name already.' : wrongInTool({ name, parameters }, name);
    if (wrong !== null)
      return problem(EXIT.usage, `${fileOf(config, `customTools.${name}`)}: customTools: ${name}: ${wrong}`);
  }
  return null;
}
