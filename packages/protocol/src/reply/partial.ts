/**
 * What can be shown of a reply while it streams. Nothing is shown that may still turn out to be no part of its value (the start
 * of a closing tag, layout, what follows a possible end), so what is shown of a text is always a beginning of what it becomes.
 */
import type { ToolSpec } from '../tool-spec.ts';
import { type Attributes, toolNameOf } from './attributes.ts';
import type { ActionElement, ParamElement } from './elements.ts';
import { readTo } from './lexer.ts';
import { paramOf } from './names.ts';
import { markAt, type Scan, textBetween } from './state.ts';
import type { PartialReply } from './types.ts';
import { readSoFar, readText } from './values.ts';

type PartialAction = PartialReply['actions'][number];

/** Costs as much as there are elements, and as the one that is open is long. */
export function partialOf(scan: Scan): PartialReply {
  const { found, place, action } = scan;
  const thoughts = found.thoughts.map((thought) => readText(thought.raw));
  const actions = found.actions.map(closedAction);
  const thought = place === 'thought' ? readSoFar(openText(scan)) : null;
  if (thought !== null && (thought !== '' || scan.opener >= 0)) thoughts.push(thought);
  if (action) actions.push(openAction(scan, action));
  const opensFinal = place === 'final' && actions.length === 0;
  const atTop = place === 'top' || place === 'fence' || place === 'comment';
  return {
    thoughts,
    actions,
    final: found.final ? readText(found.final.raw) : opensFinal ? readSoFar(openText(scan)) : null,
    loose: found.loose.join('') + (atTop ? openText(scan) : ''),
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

function openAction(scan: Scan, { attributes, tool, params }: NonNullable<Scan['action']>): PartialAction {
  const open = scan.value ? [{ name: scan.value.name, raw: openText(scan) }] : [];
  return { tool: shownName(tool, attributes), params: shownParams(tool, attributes, params, open) };
}

function closedAction({ attributes, tool, params, body }: ActionElement): PartialAction {
  const text = body.trim();
  const isText = params.length === 0 && tool?.body !== undefined && text !== '' && !/^[{<]/.test(text);
  const values = isText ? [{ name: tool.body ?? '', raw: body, line: 1 }] : params;
  return { tool: shownName(tool, attributes), params: shownParams(tool, attributes, values, []) };
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
