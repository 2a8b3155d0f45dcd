/** The tag names that count in a reply, all in lower case. */
import type { ParamSchema, ToolSpec } from '../tool-spec.ts';

export const THOUGHT_NAMES: ReadonlySet<string> = new Set(['thought', 'think', 'thinking', 'reasoning']);
/** A model that writes one of these at the top level is inventing what only its reader may say. */
export const FORGED_NAMES: ReadonlySet<string> = new Set(['observation', 'message']);

export type Vocabulary = {
  readonly tools: readonly ToolSpec[];
  /** By its name in lower case. */
  readonly toolOf: ReadonlyMap<string, ToolSpec>;
  /** Every name that the lexer looks for. */
  readonly names: ReadonlySet<string>;
};

export function vocabularyOf(tools: readonly ToolSpec[]): Vocabulary {
  const names = new Set(['action', 'final', ...THOUGHT_NAMES, ...FORGED_NAMES]);
  for (const tool of tools) for (const name of Object.keys(tool.parameters.properties)) names.add(name.toLowerCase());
  return { tools, toolOf: new Map(tools.map((tool) => [tool.name.toLowerCase(), tool])), names };
}

/** The parameter's name as the schema spells it, and its schema; undefined where the tool has none of that name. */
export function paramOf(tool: ToolSpec | undefined, name: string): readonly [string, ParamSchema] | undefined {
  const lower = name.toLowerCase();
  return Object.entries(tool?.parameters.properties ?? {}).find(([key]) => key.toLowerCase() === lower);
}

/** Whether an element of that name is a parameter here. Of a tool that is not offered, any parameter of another one is. */
export function isParam(tool: ToolSpec | undefined, name: string): boolean {
  return tool ? paramOf(tool, name) !== undefined : !isReserved(name);
}

/** The elements that say what is to be done. */
export function isLive(name: string): boolean {
  return name === 'action' || name === 'final';
}

function isReserved(name: string): boolean {
  return isLive(name) || THOUGHT_NAMES.has(name) || FORGED_NAMES.has(name);
}
