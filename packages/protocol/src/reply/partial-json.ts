/** What can be shown of calls in JSON while it streams: the tool, once its name is whole, and the strings given so far. */
import type { Json, JsonObject } from '../json.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { repeatsTool } from './call/action.ts';
import { callOf, callSoFar, isToolKey } from './json/calls.ts';
import { isObject } from './json/read.ts';
import { feedJson, startJson } from './json/reader.ts';
import { paramOf, toolOf, type Vocabulary } from './names.ts';
import type { BodyJson } from './parser/open.ts';
import type { PartialReply } from './types.ts';

type PartialAction = PartialReply['actions'][number];

export function valuesSoFar({ values, reader, stage }: BodyJson): readonly Json[] {
  const open = stage === 'open' && reader ? callSoFar(reader) : undefined;
  return open === undefined ? values : [...values, open];
}

/**
 * @param values calls, or arrays of calls; the last may be open.
 * @param bare whether nothing around the JSON says that it calls: then a call is shown once it gives something.
 */
export function callsSoFar(words: Vocabulary, values: readonly Json[], bare: boolean): readonly PartialAction[] {
  const each = values.flatMap((value): readonly Json[] => (Array.isArray(value) ? value : [value])).map(callOf);
  // One that is none makes text of all; the last may still become one.
  if (each.slice(0, -1).includes(null)) return [];
  const calls = each.flatMap((call) => (call && (!bare || call.given !== undefined) ? call : []));
  if (!calls.some(({ tool }) => toolOf(words, tool))) return [];
  return calls.map(({ tool, given }) => shownCall(toolOf(words, tool), tool, given ?? {}));
}

export function shownCall(tool: ToolSpec | undefined, asked: string, given: Json): PartialAction {
  return { tool: tool?.name ?? asked, params: shownParams(tool, given) };
}

/** Of a text, its own parameters if it is JSON once more; else it is what a body would hold. */
function shownParams(tool: ToolSpec | undefined, given: Json): { readonly [name: string]: string } {
  if (isObject(given)) return tool && repeatsTool(tool, given) ? shownRepeat(tool, given) : shownMembers(tool, given);
  if (typeof given !== 'string' || given.trim() === '') return {};
  if (/^\s*\{/.test(given)) return shownParams(tool, objectSoFar(given));
  return tool?.body === undefined ? {} : { [tool.body]: given };
}

function shownRepeat(tool: ToolSpec, given: JsonObject): { readonly [name: string]: string } {
  return shownParams(tool, callOf(given)?.given ?? {});
}

/** What may name the tool once more is not shown: its parameters may follow one level down. */
function shownMembers(tool: ToolSpec | undefined, given: JsonObject): { readonly [name: string]: string } {
  const shown = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    const known = paramOf(tool, name);
    const key = known?.[0] ?? name;
    const isShown = value !== null && !shown.has(key) && (known !== undefined || !isToolKey(name));
    if (isShown) shown.set(key, shownValue(value));
  }
  return Object.fromEntries(shown);
}

function objectSoFar(text: string): Json {
  const reader = startJson();
  feedJson(reader, text);
  return callSoFar(reader) ?? {};
}

function shownValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
