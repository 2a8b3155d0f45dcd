/** The names of tags, tokens and labels that count in a reply, all in lower case. */
import type { ParamSchema, ToolSpec } from '../tool-spec.ts';

export const THOUGHT_NAMES: ReadonlySet<string> = new Set(['thought', 'think', 'thinking', 'reasoning']);
/** A model that writes one of these at the top level is inventing what only its reader may say. */
export const FORGED_NAMES: ReadonlySet<string> = new Set(['observation', 'message']);
/** The same in the dialects, behind a call in one. */
export const RESULT_NAMES: ReadonlySet<string> = new Set(['tool_response', 'function_results', '|tool_results|']);
/** What some models put around a whole reply: it says nothing. */
export const WRAPPER_NAMES: ReadonlySet<string> = new Set([
  'response',
  'reply',
  'output',
  'actions',
  'root',
  'tools',
  'function_call',
  '?xml',
  '|turn|',
]);
/** The tags of the dialects. */
export const DIALECT_NAMES: readonly string[] = ['tool_call', 'tool_calls', 'function_calls', 'function', 'invoke'];
const DIALECT_PARAM_NAMES = ['parameter', 'param', 'arg_key', 'arg_value'];
/** Tags of dialects that may be written with a namespace before their name, `<a:invoke>` or `<｜a｜invoke>`. */
export const PREFIXED_NAMES: ReadonlySet<string> = new Set([
  'function_calls',
  'tool_calls',
  'tool_call',
  'invoke',
  'parameter',
  'param',
]);
const QUOTES = /^["'`“”‘’]|["'`“”‘’]$/g;
/** Tags whose name may be followed by `=` and what they name. */
export const KEY_NAMES: ReadonlySet<string> = new Set(['function', 'parameter', 'param']);

export type Vocabulary = {
  readonly tools: readonly ToolSpec[];
  /** By its name in lower case. */
  readonly toolOf: ReadonlyMap<string, ToolSpec>;
  /** The parameters of all tools. */
  readonly params: ReadonlySet<string>;
  /** Every name that the lexer looks for. */
  readonly names: ReadonlySet<string>;
};

/** Of the tools of a session, which are the same list for each of its replies: made once. */
export function vocabularyOf(tools: readonly ToolSpec[]): Vocabulary {
  const known = vocabularies.get(tools) ?? newVocabulary(tools);
  vocabularies.set(tools, known);
  return known;
}

const vocabularies = new WeakMap<readonly ToolSpec[], Vocabulary>();

function newVocabulary(tools: readonly ToolSpec[]): Vocabulary {
  const toolOf = new Map(tools.map((tool) => [tool.name.toLowerCase(), tool]));
  const params = new Set(
    tools.flatMap((tool) => Object.keys(tool.parameters.properties)).map((name) => name.toLowerCase()),
  );
  const own = ['action', 'final', ...THOUGHT_NAMES, ...FORGED_NAMES, ...WRAPPER_NAMES, ...RESULT_NAMES];
  const names = new Set([...own, ...DIALECT_NAMES, ...DIALECT_PARAM_NAMES, ...toolOf.keys(), ...params]);
  return { tools, toolOf, params, names };
}

/** The offered tool of that name, in any case. Quotes around it that are one too many, or of another kind, are no part of it. */
export function toolOf({ toolOf: tools }: Vocabulary, name: string): ToolSpec | undefined {
  const lower = name.toLowerCase();
  return tools.get(lower) ?? tools.get(lower.replace(QUOTES, ''));
}

/** The parameter's name as the schema spells it, and its schema; undefined where the tool has none of that name. */
export function paramOf(tool: ToolSpec | undefined, name: string): readonly [string, ParamSchema] | undefined {
  const lower = name.toLowerCase();
  return Object.entries(tool?.parameters.properties ?? {}).find(([key]) => key.toLowerCase() === lower);
}

/** Whether an element of that name is a parameter here. Of a tool that is not offered, any parameter of another one is. */
export function isParam(words: Vocabulary, tool: ToolSpec | undefined, name: string): boolean {
  return tool ? paramOf(tool, name) !== undefined : words.params.has(name) && !isElement(name);
}

/** The elements that say what is to be done. */
export function isLive(name: string): boolean {
  return name === 'action' || name === 'final';
}

/** The elements of the protocol, and those that it knows by other names. */
export function isElement(name: string): boolean {
  return isLive(name) || THOUGHT_NAMES.has(name) || FORGED_NAMES.has(name);
}
