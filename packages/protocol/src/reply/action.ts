/** An action element → the call it means: which tool, which parameters, or what is wrong with it. */
import type { Json, JsonObject } from '../json.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { toolNameOf } from './attributes.ts';
import { coerceParams, type Given, isSame } from './coerce.ts';
import type { ActionElement } from './elements.ts';
import { paramOf, type Vocabulary } from './names.ts';
import { elementNames, isWhollyElements } from './strangers.ts';
import { nearestTool } from './suggest.ts';
import type { Repair, ReplyAction, ReplyError } from './types.ts';
import { readText, readValue } from './values.ts';

/** So many problems are told at once, and so much of a name is repeated. */
const PROBLEMS_MAX = 12;
const NAME_CHARACTERS_MAX = 64;

/** What a model meant to give, by the parameter's name, and what is wrong about how it gave it. */
type Collected = { readonly given: Map<string, Given>; readonly problems: Set<string> };

export function readAction(element: ActionElement, words: Vocabulary, repairs: Set<Repair>): ReplyAction {
  const json = element.params.length === 0 ? readObject(element.body) : null;
  const named = nameOf(element, json, repairs);
  const tool = words.toolOf.get(named.toLowerCase());
  if (!tool) return refused(named, element, unknownTool(named, element, words));

  const { given, problems } = collect(tool, element, json, repairs);
  const coerced = coerceParams(tool, given);
  if (Object.keys(coerced.asWritten).length > 0) repairs.add('entities');
  const all = [...problems, ...coerced.problems];
  const error = element.cut ? truncated(element, tool.name) : all.length > 0 ? badParams(element, tool, all) : null;
  return { tool: tool.name, params: coerced.params, asWritten: coerced.asWritten, error };
}

function nameOf({ attributes }: ActionElement, json: JsonObject | null, repairs: Set<Repair>): string {
  if (attributes.has('tool')) return toolNameOf(attributes);
  const name = attributes.has('name') ? toolNameOf(attributes) : json?.name;
  if (typeof name !== 'string') return '';
  repairs.add('attribute');
  return name.trim();
}

/** What was given for each parameter, from attributes, elements or the body. */
function collect(tool: ToolSpec, element: ActionElement, json: JsonObject | null, repairs: Set<Repair>): Collected {
  const collected: Collected = { given: new Map(), problems: new Set() };
  for (const [name, text] of element.attributes) {
    const isToolName = name === 'tool' || (name === 'name' && !element.attributes.has('tool'));
    if (isToolName || !paramOf(tool, name)) continue;
    repairs.add('attribute');
    add(tool, collected, name, { kind: 'text', value: { text, exact: false, asWritten: null } });
  }
  for (const { name, raw } of element.params) add(tool, collected, name, { kind: 'text', value: readValue(raw) });
  if (element.params.length > 0) for (const name of elementNames(element.body)) collected.problems.add(stranger(name));
  else if (json) collectJson(tool, element, json, collected);
  else if (element.body.trim() !== '') collectBody(tool, element.body, collected);
  return collected;
}

/** The first of a name counts; the same once more is ignored, and something else is a problem. */
function add(tool: ToolSpec, { given, problems }: Collected, name: string, value: Given): void {
  const [key, schema] = paramOf(tool, name) ?? [name, {}];
  const before = given.get(key);
  if (!before) given.set(key, value);
  else if (!isSame(key, schema, before, value)) problems.add(`<${key}> is given twice, with different values`);
}

function collectJson(tool: ToolSpec, element: ActionElement, json: JsonObject, collected: Collected): void {
  const members = toolNameOf(element.attributes) === '' ? (json.arguments ?? {}) : json;
  if (!isObject(members)) collected.problems.add('its "arguments" should be a JSON object');
  else for (const [name, value] of Object.entries(members)) add(tool, collected, name, { kind: 'json', value });
}

function collectBody(tool: ToolSpec, body: string, collected: Collected): void {
  if (isWhollyElements(body)) {
    for (const name of elementNames(body)) collected.problems.add(stranger(name));
  } else if (tool.body !== undefined) {
    add(tool, collected, tool.body, { kind: 'text', value: readValue(body) });
  } else {
    const names = Object.keys(tool.parameters.properties);
    collected.problems.add(`its body should be parameter elements: ${names.join(', ')}`);
  }
}

function stranger(name: string): string {
  return `<${name}> is not one of its parameters`;
}

/** Lenient JSON joins here. */
function readObject(body: string): JsonObject | null {
  const text = body.trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without a schema, values are told as they were written. */
function refused(tool: string, element: ActionElement, error: ReplyError): ReplyAction {
  const params = new Map<string, string>();
  for (const { name, raw } of element.params) if (!params.has(name)) params.set(name, readText(raw));
  return {
    tool,
    params: Object.fromEntries(params),
    error: element.cut ? truncated(element, tool || 'an action') : error,
  };
}

function unknownTool(name: string, element: ActionElement, words: Vocabulary): ReplyError {
  const tools = words.tools.map((tool) => tool.name);
  const offered = `The tools are: ${tools.join(', ')}.`;
  if (name === '') {
    return { code: 'bad-params', message: `line ${element.line}: the action names no tool (tool="…"). ${offered}` };
  }
  const nearest = nearestTool(name, tools);
  const hint = nearest ? ` Did you mean ${nearest}?` : '';
  return {
    code: 'unknown-tool',
    message: `line ${element.line}: there is no tool "${name.slice(0, NAME_CHARACTERS_MAX)}".${hint} ${offered}`,
  };
}

function badParams(element: ActionElement, tool: ToolSpec, problems: readonly string[]): ReplyError {
  const more = problems.length > PROBLEMS_MAX ? `; and ${problems.length - PROBLEMS_MAX} more` : '';
  const said = problems.slice(0, PROBLEMS_MAX).join('; ') + more;
  return { code: 'bad-params', message: `line ${element.line}: ${tool.name}: ${said}. Nothing was run.` };
}

function truncated({ line, cut }: ActionElement, tool: string): ReplyError {
  const { name, line: cutLine } = cut ?? { name: 'action', line };
  const message = `line ${cutLine}: <${name}> is not closed: the reply was cut off inside ${tool}; nothing of it was run. Send it again in smaller pieces.`;
  return { code: 'truncated', message };
}
