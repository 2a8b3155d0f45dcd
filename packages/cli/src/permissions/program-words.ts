/** What a hook or a tool of a project would do, in words for whoever is asked whether he trusts it. Pure. */
import type { HookPoint } from '@tagma/core';
import type { ConfiguredHook } from '../config/hooks-schema.ts';
import type { ConfiguredTool } from '../config/schema.ts';

/** Whether what a project brings will be held in a sandbox, as far as that is known. */
export type Held = 'held' | 'free' | 'unknown';

const WHERE: { readonly [held in Held]: string } = {
  held: 'in the sandbox',
  free: 'with all your rights, for there is no sandbox',
  unknown: 'in the sandbox where there is one',
};

const WHEN: { readonly [point in HookPoint]?: string } = {
  before_tool_call: 'before each call',
  on_tool_result: 'after each call',
  tool_stop: 'after each call',
  on_input: 'at each message of yours',
  on_before_agent: 'before each turn',
  on_context: 'before each request',
};

/** `hook guard (node scripts/x.mjs) runs before each call, for bash, in the sandbox, with the network`. */
export function wordsOfHook(hook: ConfiguredHook, held: Held): string {
  const { name, on, command, module, tools, network, ...rest } = hook;
  const program = module ?? programOf(command ?? []);
  const named = name === undefined || name === program ? program : `${name} (${program})`;
  const when = [...new Set([on].flat().map((point) => WHEN[point] ?? `at ${point}`))].join(' and ');
  const about = tools === undefined ? '' : `, for ${tools.length === 0 ? 'no tool' : tools.join(', ')}`;
  return `hook ${named} runs ${when}${about}, ${WHERE[held]}${networkOf(network, held)}${restOf(rest)}`;
}

/** `tool issue (node scripts/issue.mjs) runs when the model calls it, in the sandbox: {"description":…}`. */
export function wordsOfTool(name: string, tool: ConfiguredTool, held: Held): string {
  const { command, network, ...rest } = tool;
  const runs = `tool ${name} (${programOf(command)}) runs when the model calls it`;
  return `${runs}, ${WHERE[held]}${networkOf(network, held)}${restOf(rest)}`;
}

function networkOf(network: boolean | undefined, held: Held): string {
  return network === true && held !== 'free' ? ', with the network' : '';
}

/** Words of a command that could be read in two ways stand in quotes. */
function programOf(command: readonly string[]): string {
  return command.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}

/** Whoever agrees must have seen what to. */
function restOf(rest: object): string {
  return Object.keys(rest).length === 0 ? '' : `: ${JSON.stringify(rest)}`;
}
