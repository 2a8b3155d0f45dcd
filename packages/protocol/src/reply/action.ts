/** An action element → the call it means: which tool, which parameters, or what is wrong with it. */
import type { Json, JsonObject } from '../json.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { readAttributes } from './attributes.ts';
import { coerceParams, type Given } from './coerce.ts';
import type { ActionElement } from './elements.ts';
import { paramOf, type Vocabulary } from './names.ts';
import { nearestTool } from './suggest.ts';
import type { Repair, ReplyAction, ReplyError } from './types.ts';
import { readValue } from './values.ts';

/** A body that is wholly elements names parameters, known or not: it is no text for the body parameter. */
const ONLY_ELEMENTS = /^\s*<([a-z_][\w.-]*)[^<>]*>[\s\S]*<\/\1\s*>\s*$/i;
const FIRST_TAG = /<([a-z_][\w.-]*)[^<>]*>/i;

export function readAction(element: ActionElement, words: Vocabulary, repairs: Set<Repair>): ReplyAction {
  const attributes = readAttributes(element.attributes);
  const json = element.params.length === 0 ? readObject(element.body) : null;
  const named = nameOf(attributes, json, repairs);
  const tool = words.toolOf.get(named.toLowerCase());
  if (!tool) return refused(named, element, unknownTool(named, element, words));

  const { given, problems } = collect(tool, element, attributes, json, repairs);
  const coerced = coerceParams(tool, given);
  if (Object.keys(coerced.asWritten).length > 0) repairs.add('entities');
  const all = [...problems, ...coerced.problems];
  const error = element.truncated
    ? truncated(element, tool.name)
    : all.length > 0
      ? badParams(element, tool, all)
      : null;
  return { tool: tool.name, params: coerced.params, asWritten: coerced.asWritten, error };
}

function nameOf(attributes: ReadonlyMap<string, string>, json: JsonObject | null, repairs: Set<Repair>): string {
  const tool = attributes.get('tool');
  if (tool !== undefined) return tool.trim();
  const name = attributes.get('name') ?? (typeof json?.name === 'string' ? json.name : undefined);
  if (name === undefined) return '';
  repairs.add('attribute');
  return name.trim();
}

/** What was given for each parameter, from elements, attributes or the body. */
function collect(
  tool: ToolSpec,
  element: ActionElement,
  attributes: ReadonlyMap<string, string>,
  json: JsonObject | null,
  repairs: Set<Repair>,
) {
  const given = new Map<string, Given>();
  const problems: string[] = [];
  const raws = new Map<string, string>();
  for (const { name, raw } of element.params) {
    const key = paramOf(tool, name)?.[0] ?? name;
    const before = raws.get(key);
    if (before !== undefined && before !== raw) problems.push(twice(key));
    if (before !== undefined) continue;
    raws.set(key, raw);
    given.set(key, { kind: 'text', value: readValue(raw) });
  }
  for (const [name, value] of attributes) {
    const key = paramOf(tool, name)?.[0];
    if (key === undefined || name === 'tool' || (name === 'name' && !attributes.has('tool'))) continue;
    repairs.add('attribute');
    const before = given.get(key);
    if (before?.kind === 'text' && before.value.text.trim() !== value.trim()) problems.push(twice(key));
    if (!before) given.set(key, { kind: 'text', value: { text: value, exact: false, asWritten: null } });
  }
  if (element.params.length > 0) problems.push(...strangers(element.body));
  else collectBody(tool, element.body, json, attributes, given, problems);
  return { given, problems };
}

function twice(name: string): string {
  return `<${name}> is given twice, with different values`;
}

function collectBody(
  tool: ToolSpec,
  body: string,
  json: JsonObject | null,
  attributes: ReadonlyMap<string, string>,
  given: Map<string, Given>,
  problems: string[],
): void {
  if (json !== null) {
    const members = attributes.has('tool') || attributes.has('name') ? json : (json.arguments ?? {});
    for (const [name, value] of Object.entries(isObject(members) ? members : {})) {
      given.set(paramOf(tool, name)?.[0] ?? name, { kind: 'json', value });
    }
  } else if (body.trim() === '') {
    return;
  } else if (ONLY_ELEMENTS.test(body)) {
    problems.push(...strangers(body));
  } else if (tool.body !== undefined && !given.has(tool.body)) {
    given.set(tool.body, { kind: 'text', value: readValue(body) });
  } else {
    problems.push(`its body should be parameter elements: ${Object.keys(tool.parameters.properties).join(', ')}`);
  }
}

/** Elements between the parameters that no parameter of the tool is named after. */
function strangers(body: string): readonly string[] {
  const name = FIRST_TAG.exec(body)?.[1];
  return name === undefined ? [] : [`<${name}> is not one of its parameters`];
}

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

function refused(tool: string, element: ActionElement, error: ReplyError): ReplyAction {
  const params = Object.fromEntries(element.params.map(({ name, raw }) => [name, readValue(raw).text]));
  return { tool, params, error };
}

function unknownTool(name: string, element: ActionElement, words: Vocabulary): ReplyError {
  const tools = words.tools.map((tool) => tool.name);
  const offered = `The tools are: ${tools.join(', ')}.`;
  if (name === '') {
    return { code: 'bad-params', message: `line ${element.line}: the action names no tool (tool="…"). ${offered}` };
  }
  const nearest = nearestTool(name, tools);
  const hint = nearest ? ` Did you mean ${nearest}?` : '';
  return { code: 'unknown-tool', message: `line ${element.line}: there is no tool "${name}".${hint} ${offered}` };
}

function badParams(element: ActionElement, tool: ToolSpec, problems: readonly string[]): ReplyError {
  return {
    code: 'bad-params',
    message: `line ${element.line}: ${tool.name}: ${problems.join('; ')}. Nothing was run.`,
  };
}

function truncated(element: ActionElement, tool: string): ReplyError {
  const message = `line ${element.line}: the reply was cut off inside ${tool}; nothing of it was run. Send it again in smaller pieces.`;
  return { code: 'truncated', message };
}
