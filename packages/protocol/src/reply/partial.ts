/**
 * What can be shown of a reply while it streams. Nothing is shown that may still turn out to be no part of its value (the start
 * of a closing tag, layout, what follows a possible end), so what is shown of a text is always a beginning of what it becomes.
 */
import type { Json } from '../json.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { type Attributes, toolNameOf } from './call/attributes.ts';
import { readSoFar, readText } from './call/values.ts';
import { readTo } from './lexer/lexer.ts';
import { paramOf } from './names.ts';
import type { ActionElement, FinalElement, ParamElement } from './parser/elements.ts';
import { isAnswer } from './parser/final.ts';
import type { OpenAction } from './parser/open.ts';
import { markAt, type Scan, textBetween } from './parser/state.ts';
import { callsSoFar, shownCall, valuesSoFar } from './partial-json.ts';
import type { PartialReply } from './types.ts';

type PartialAction = PartialReply['actions'][number];

/** Costs as much as there are elements, and as the one that is open is long. */
export function partialOf(scan: Scan): PartialReply {
  const { found, place, action } = scan;
  const thoughts = found.thoughts.map((thought) => readText(thought.raw));
  const closed = found.actions.map(closedAction);
  const thought = place === 'thought' ? readSoFar(openText(scan)) : null;
  if (thought !== null && (thought !== '' || scan.opener >= 0)) thoughts.push(thought);
  const actions = action ? closed.concat(openActions(scan, action)) : closed;
  const opensFinal = place === 'final' && actions.length === 0;
  const atTop = place === 'top' || place === 'fence' || place === 'comment';
  return {
    thoughts,
    actions,
    final: found.final ? finalText(found.final) : opensFinal ? finalSoFar(scan) : null,
    loose: found.loose.map(({ text }) => text).join('') + (atTop ? openText(scan) : ''),
    over: scan.over,
  };
}

/** The text of what is open, up to where it is sure to go on. */
function openText(scan: Scan): string {
  const pending = markAt(scan, scan.next)?.start;
  return textBetween(scan, scan.from, Math.min(readTo(scan.lexer), pending ?? Infinity, possibleEnd(scan) ?? Infinity));
}

/** Where what is open may turn out to have ended already. */
function possibleEnd(scan: Scan): number | null | undefined {
  switch (scan.place) {
    case 'value':
      return scan.value?.stop;
    case 'thought':
      return scan.thoughtStop;
    case 'comment':
      return markAt(scan, scan.opener)?.start;
    default:
      return null;
  }
}

/** In JSON, calls are shown once one of them names an offered tool. */
function openActions(scan: Scan, action: OpenAction): readonly PartialAction[] {
  const { form, json, tool, attributes } = action;
  if (form.json === 'calls') return callsSoFar(scan.words, valuesSoFar(json), form.element === '');
  const [value] = valuesSoFar(json);
  if (form.json === 'must' || value !== undefined) {
    const asked = toolNameOf(attributes);
    return [value === undefined || asked === '' ? openAction(scan, action) : givenBoth(tool, attributes, value)];
  }
  return [openAction(scan, action)];
}

function openAction(scan: Scan, { attributes, tool, params }: OpenAction): PartialAction {
  const open = scan.value ? [{ name: scan.value.name, raw: openText(scan) }] : [];
  return { tool: shownName(tool, attributes), params: shownParams(tool, attributes, params, open) };
}

/** Attributes count before JSON. */
function givenBoth(tool: ToolSpec | undefined, attributes: Attributes, json: Json): PartialAction {
  const call = shownCall(tool, toolNameOf(attributes), json);
  return { tool: call.tool, params: { ...call.params, ...shownParams(tool, attributes, [], []) } };
}

function closedAction({ attributes, tool, params, body, json }: ActionElement): PartialAction {
  if (json !== undefined && toolNameOf(attributes) !== '') return givenBoth(tool, attributes, json);
  const text = body.trim();
  const isText = params.length === 0 && tool?.body !== undefined && text !== '' && !/^[{<`~]/.test(text);
  const values = isText ? [{ name: tool.body ?? '', raw: body, line: 1 }] : params;
  return { tool: shownName(tool, attributes), params: shownParams(tool, attributes, values, []) };
}

function finalSoFar(scan: Scan): string {
  return isAnswer(scan) ? openText(scan).trim() : readSoFar(openText(scan));
}

function finalText({ raw, exact }: FinalElement): string {
  return exact ? raw : readText(raw);
}

function shownName(tool: ToolSpec | undefined, attributes: Attributes): string {
  return tool?.name ?? toolNameOf(attributes);
}

function shownParams(
  tool: ToolSpec | undefined,
  attributes: Attributes,
  closed: readonly ParamElement[],
  open: readonly { readonly name: string; readonly raw: string }[],
): { readonly [name: string]: string } {
  const shown = new Map<string, string>();
  const show = (name: string, text: string): void => {
    const key = paramOf(tool, name)?.[0] ?? name;
    if (!shown.has(key)) shown.set(key, text);
  };
  for (const [name, text] of attributes) if (name !== 'tool' && paramOf(tool, name)) show(name, text);
  for (const { name, raw } of closed) show(name, readText(raw));
  for (const { name, raw } of open) show(name, readSoFar(raw));
  return Object.fromEntries(shown);
}
