/** An action element → the call it means: which tool, which parameters, or what is wrong with it. */
import type { Json, JsonObject } from '../../json.ts';
import type { ToolSpec } from '../../tool-spec.ts';
import { callOf } from '../json/calls.ts';
import { isObject, readObject } from '../json/read.ts';
import { paramOf, toolOf, type Vocabulary } from '../names.ts';
import { type ActionElement, type Found, repair } from '../parser/elements.ts';
import type { ReplyAction, ReplyError } from '../types.ts';
import { attributeOf, toolNameOf } from './attributes.ts';
import { coerceParams, type Given, isSame } from './coerce.ts';
import { elementNames, isWhollyElements } from './strangers.ts';
import { nearestTool } from './suggest.ts';
import { readText, readValue, unfenced } from './values.ts';

const BROKEN_JSON = 'its JSON cannot be read: check its quotes, commas and brackets';
/** A body that begins like a parameter's tag, in the dialects that do not name it after the parameter: it is none yet. */
const CUT_PARAM = /^\s*<[\w.:|｜‖]*(?:param|arg_)/;
/** So many problems are told at once, and so much of a name is repeated. */
const PROBLEMS_MAX = 12;
const NAME_CHARACTERS_MAX = 64;

/** What a model meant to give, by the parameter's name, and what is wrong about how it gave it. */
type Collected = { readonly given: Map<string, Given>; readonly problems: Set<string> };

/** What had to be mended is noted in `found`. */
export function readAction(written: ActionElement, words: Vocabulary, found: Found): ReplyAction {
  const element = withoutFence(written, found);
  const json = objectIn(element);
  const named = nameOf(element, json, found);
  const tool = toolOf(words, named);
  if (!tool) return refused(named, element, unknownTool(named, element, words));

  const { given, problems } = collect(tool, element, json, found);
  if (element.failed) problems.add(BROKEN_JSON);
  const coerced = coerceParams(tool, given);
  if (Object.keys(coerced.asWritten).length > 0) repair(found, 'entities', element.line);
  const all = [...problems, ...coerced.problems];
  const error = element.cut ? truncated(element, tool.name) : all.length > 0 ? badParams(element, tool, all) : null;
  return { tool: tool.name, params: coerced.params, asWritten: coerced.asWritten, error };
}

/** A body that is nothing but a code fence means what stands in it. */
function withoutFence(element: ActionElement, found: Found): ActionElement {
  const body = element.params.length === 0 ? unfenced(element.body) : null;
  if (body === null) return element;
  repair(found, 'fence', element.line);
  return { ...element, body };
}

function nameOf({ attributes, line }: ActionElement, json: JsonObject | null, found: Found): string {
  if (attributeOf(attributes, 'tool') !== undefined) return toolNameOf(attributes);
  const name = attributeOf(attributes, 'name') !== undefined ? toolNameOf(attributes) : callOf(json ?? undefined)?.tool;
  if (name === undefined) return '';
  repair(found, 'attribute', line);
  return name.trim();
}

/** What was given for each parameter, from attributes, elements or the body. */
function collect(tool: ToolSpec, element: ActionElement, json: JsonObject | null, found: Found): Collected {
  const collected: Collected = { given: new Map(), problems: new Set() };
  for (const [name, text] of element.attributes) {
    const isToolName = name === 'tool' || (name === 'name' && attributeOf(element.attributes, 'tool') === undefined);
    if (isToolName || !paramOf(tool, name)) continue;
    repair(found, 'attribute', element.line);
    add(tool, collected, name, { kind: 'text', value: { text, exact: false, asWritten: null } });
  }
  for (const { name, raw } of element.params) add(tool, collected, name, { kind: 'text', value: readValue(raw) });
  if (element.failed && !json) return collected;
  if (element.params.length > 0) for (const name of elementNames(element.body)) collected.problems.add(stranger(name));
  else if (json) collectJson(tool, element, json, collected);
  else if (element.json !== undefined && element.json !== null) collectText(tool, element.json, collected);
  else if (CUT_PARAM.test(element.body) && element.dialect !== null) collected.problems.add('its parameter is cut off');
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
  const repeats = toolNameOf(element.attributes) === '' || repeatsTool(tool, json);
  const members = repeats ? membersOf(json) : json;
  if (!isObject(members)) collected.problems.add('its "arguments" should be a JSON object');
  else for (const [name, value] of Object.entries(members)) add(tool, collected, name, { kind: 'json', value });
}

function collectBody(tool: ToolSpec, body: string, collected: Collected): void {
  if (breaksAsJson(tool, body)) collected.problems.add(BROKEN_JSON);
  else if (isWhollyElements(body)) {
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

/** What is given as JSON, but not as an object: the text that a body would hold. */
function collectText(tool: ToolSpec, value: Json, collected: Collected): void {
  if (typeof value === 'string' && breaksAsJson(tool, value)) collected.problems.add(BROKEN_JSON);
  else if (tool.body !== undefined && typeof value !== 'object')
    add(tool, collected, tool.body, { kind: 'json', value });
  else collected.problems.add('its arguments should be a JSON object');
}

/** The parameters that were written as JSON: in the body, or in a dialect. An object may be written as a string of JSON. */
function objectIn({ params, body, json }: ActionElement): JsonObject | null {
  if (typeof json === 'string') return /^\s*["{]/.test(json) ? (readObject(json) ?? null) : null;
  if (json !== undefined) return isObject(json) ? json : null;
  return params.length === 0 && /^\s*\{/.test(body) ? (readObject(body) ?? null) : null;
}

/** In a body that names its tool itself. */
function membersOf(json: JsonObject): Json {
  const { given, others = {} } = callOf(json) ?? {};
  return typeof given === 'string' ? (readObject(given) ?? given) : (given ?? others);
}

/** Whether the JSON names the tool once more, and its parameters stand one level down. */
export function repeatsTool(tool: ToolSpec, json: JsonObject): boolean {
  const call = callOf(json);
  const isIt = call?.tool.toLowerCase() === tool.name.toLowerCase() && call.given !== undefined;
  return isIt && !Object.keys(json).some((name) => paramOf(tool, name));
}

/** A body that begins with a parameter as JSON would, and is none: nobody means it as text. */
function breaksAsJson(tool: ToolSpec, body: string): boolean {
  const [, , key] = /^\s*\{\s*(["'])([\w.-]+)\1\s*:/.exec(body) ?? [];
  return key !== undefined && paramOf(tool, key) !== undefined;
}

/** Without a schema, values are told as they were written. */
function refused(tool: string, element: ActionElement, error: ReplyError): ReplyAction {
  const params = new Map<string, Json>(Object.entries(objectIn(element) ?? {}));
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
