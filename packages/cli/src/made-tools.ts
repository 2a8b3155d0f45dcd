/** The tools themselves, as the configuration wants them: loaded for the first call, or where something is set about them. */
import type { ToolSpec } from '@tagma/protocol';
import {
  BUILTIN_TOOLS,
  bashWith,
  canSearch,
  customTool,
  readWith,
  type SearchSettings,
  searchWith,
  specOf,
  type Tool,
} from '@tagma/tools';
import type { Config } from './config/config.ts';
import { shellSettings } from './shell-settings.ts';
import { parametersIn } from './tool-specs.ts';
import { ADMIT_NONE, type Admit } from './trusted/admit.ts';
import { toolKey } from './trusted/entries.ts';

/**
 * @param config whose own tools are checked already
 * @param admit what is asked right before a tool runs that the project brings
 */
export function madeTools(config: Config, search: SearchSettings, admit: Admit = ADMIT_NONE): readonly Tool[] {
  const found = canSearch(search) ? [searchWith(search) as Tool] : [];
  return [...BUILTIN_TOOLS.map((tool) => asSet(tool, config)), ...found, ...ownTools(config, admit)];
}

export function specsOf(tools: readonly Tool[]): readonly ToolSpec[] {
  return tools.map(specOf);
}

/** A tool of Tagma's as the configuration wants it. */
function asSet(tool: Tool, { bash = {}, read = {} }: Config): Tool {
  if (tool.name === 'read' && read.numbered === true) return readWith({ numbered: true }) as Tool;
  if (tool.name !== 'bash' || Object.keys(bash).length === 0) return tool;
  const { timeout } = bash;
  const timing = timeout === undefined ? {} : { timeoutSeconds: timeout };
  return bashWith({ ...shellSettings({ bash }), ...timing }) as Tool;
}

function ownTools({ customTools = {} }: Config, admit: Admit): readonly Tool[] {
  return Object.entries(customTools).map(([name, { command, timeout, parameters, ...rest }]) => {
    const { description, body, readOnly, isForeign, network = false } = rest;
    return customTool({
      ...{ name, description, command: command as [string, ...string[]], parameters: parametersIn(parameters) },
      ...(body === undefined ? {} : { body }),
      ...(readOnly === undefined ? {} : { readOnly }),
      ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
      ...(isForeign ? { brought: { network, admit: () => admit(toolKey(name)) } } : {}),
    }) as Tool;
  });
}
