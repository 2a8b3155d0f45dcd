/**
 * Inside an action, between its parameters. A body without parameters is JSON or plain text; it may quote actions, so those
 * of known tools that open in it are counted until they close. Lenient JSON reads what this leaves in `body`.
 */
import { attributesOf, opensAction, opensNextAction, toolOf } from './action-tag.ts';
import type { Cut } from './elements.ts';
import type { Mark } from './marks.ts';
import { isParam } from './names.ts';
import {
  addLoose,
  endAt,
  enter,
  inHaste,
  leave,
  markAt,
  type OpenAction,
  readFrom,
  type Scan,
  textBetween,
  textLength,
} from './state.ts';
import { cutCloserLength } from './tail.ts';
import { openValue } from './value-end.ts';

export function openAction(scan: Scan, mark: Mark): void {
  addLoose(scan, mark.start);
  const attributes = attributesOf(scan, mark);
  scan.action = {
    mark,
    attributes,
    tool: toolOf(scan, attributes),
    params: [],
    given: new Set([...attributes.keys()].filter((name) => name !== 'tool')),
    gaps: [],
    gapFrom: mark.end,
    json: null,
    depth: 0,
    innerEnd: null,
    follower: null,
    cut: null,
  };
  enter(scan, 'body', mark.end);
  if (mark.kind === 'empty') closeAction(scan, mark.end, mark.end);
}

export function readBody(scan: Scan, mark: Mark): boolean {
  const { action } = scan;
  if (!action) return false;
  if (mark.kind === 'close' && mark.name === 'action') {
    if (action.depth === 0 || inHaste(scan)) closeAction(scan, mark.start, mark.end);
    else {
      action.depth--;
      action.innerEnd ??= scan.next;
    }
  } else if (action.depth === 0 && opensParam(scan, action, mark)) {
    openParam(scan, action, mark);
  } else if (opensAction(mark)) {
    return readInnerAction(scan, action, mark);
  }
  scan.next++;
  return true;
}

/** No more text comes. Gives whether marks are left to be read. */
export function closeOpenBody(scan: Scan): boolean {
  const { action } = scan;
  if (!action) return false;
  const { follower, innerEnd } = action;
  if (follower !== null && (innerEnd === null || follower < innerEnd)) return closeBefore(scan, follower);
  const end = markAt(scan, innerEnd);
  if (end && innerEnd !== null) {
    closeAction(scan, end.start, end.end);
    return readFrom(scan, innerEnd + 1);
  }
  if (scan.finish === 'length') action.cut ??= { name: 'action', line: action.mark.line };
  const expected = scan.options.stopSent === true && action.params.length > 0;
  if (!action.cut && !expected) scan.found.repairs.add('unclosed');
  closeAction(scan, textLength(scan), textLength(scan));
  return false;
}

/** The opening tag itself is cut off: what it says so far is listed, if the endpoint's limit was reached in it. */
export function cutAction(scan: Scan, mark: Mark): void {
  if (scan.finish !== 'length' || scan.next !== scan.lexer.marks.length - 1) return;
  openAction(scan, { ...mark, end: textLength(scan) + 1 });
  if (scan.action) scan.action.cut = { name: 'action', line: mark.line };
  closeAction(scan, textLength(scan), textLength(scan));
  endAt(scan, null, textLength(scan));
}

/** A body that begins like a JSON object holds no parameters: a tag in it stands in a string. */
function opensParam(scan: Scan, action: OpenAction, mark: Mark): boolean {
  if ((mark.kind !== 'open' && mark.kind !== 'empty') || !isParam(action.tool, mark.name)) return false;
  action.json ??= textBetween(scan, action.gapFrom, mark.start).trimStart().startsWith('{');
  return !action.json;
}

function openParam(scan: Scan, action: OpenAction, mark: Mark): void {
  action.gaps.push(textBetween(scan, action.gapFrom, mark.start));
  action.gapFrom = mark.end;
  action.follower = null;
  action.innerEnd = null;
  action.given.add(mark.name);
  if (mark.kind === 'empty') action.params.push({ name: mark.name, raw: '', line: mark.line });
  else openValue(scan, mark);
}

function readInnerAction(scan: Scan, action: OpenAction, mark: Mark): boolean {
  // Its closing tag was left out behind its parameters: the next action shows where it ends.
  if (action.params.length > 0 && opensNextAction(scan, mark)) return closeBefore(scan, scan.next);
  if (toolOf(scan, attributesOf(scan, mark))) {
    if (mark.atLineStart && inHaste(scan)) return closeBefore(scan, scan.next);
    if (mark.atLineStart && action.depth === 0) action.follower ??= scan.next;
    if (mark.kind === 'open') action.depth++;
  }
  scan.next++;
  return true;
}

function closeBefore(scan: Scan, index: number): boolean {
  const at = markAt(scan, index)?.start ?? textLength(scan);
  scan.found.repairs.add('unclosed');
  closeAction(scan, at, at);
  return readFrom(scan, index);
}

function closeAction(scan: Scan, to: number, end: number): void {
  const { action } = scan;
  if (!action) return;
  const { mark, attributes, tool, params, gaps, gapFrom } = action;
  const cut: Cut | null = action.cut;
  gaps.push(textBetween(scan, gapFrom, Math.max(gapFrom, to - cutCloserLength(scan, to))));
  scan.found.actions.push({ line: mark.line, attributes, tool, params, body: gaps.join(''), cut });
  scan.action = null;
  leave(scan, end);
}
