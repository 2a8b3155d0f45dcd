/**
 * A reply that is nothing but JSON, thoughts aside. Whether it is can be told only at its end: until then, what it calls is
 * shown as found, and anything else that comes makes text of it.
 */

import type { Mark } from '../lexer/marks.ts';
import { THOUGHT_NAMES, WRAPPER_NAMES } from '../names.ts';
import { WHOLE_JSON } from '../parser/forms.ts';
import { enterAction } from '../parser/open-action.ts';
import { firstVisible, markAt, type Scan, textBetween } from '../parser/state.ts';

/** Looks at what stands next at the top level. Gives whether that has changed where the grammar stands. */
export function judgeWhole(scan: Scan): boolean {
  const mark = markAt(scan, scan.next);
  // It stands in the JSON itself.
  if (mark && mark.start < scan.from) return false;
  if (scan.whole === 'is' && mark && (isMoreThanJson(scan, mark.start) || !isSilent(mark))) return readAsText(scan);
  if (scan.whole !== 'may be') return false;
  const at = firstVisible(scan, scan.from);
  if (at === null || (mark && at >= mark.start && isSilent(mark))) return false;
  const character = textBetween(scan, at, at + 1);
  if ((mark && at >= mark.start) || (character !== '{' && character !== '[')) {
    scan.whole = 'no';
    return false;
  }
  const { thoughts, loose } = scan.found;
  scan.wholeFrom = { at, next: scan.next, thoughts: thoughts.length, loose: loose.length };
  enterAction(scan, { form: WHOLE_JSON, mark: markOf(scan, at), attributes: [], tool: undefined, bodyFrom: at });
  return true;
}

/** Whether text stands behind JSON that was taken for the whole reply. */
export function isMoreThanJson(scan: Scan, to: number): boolean {
  return scan.place === 'top' && scan.whole === 'is' && textBetween(scan, scan.from, to).trim() !== '';
}

/** The JSON is not all of the reply: it is text, and what follows is read behind it. */
export function readAsText(scan: Scan): true {
  const { at, next, thoughts, loose } = scan.wholeFrom;
  const { found } = scan;
  found.actions.length = 0;
  found.thoughts.length = thoughts;
  found.loose.length = loose;
  found.final = null;
  found.repairs.delete(`dialect:${WHOLE_JSON.dialect}`);
  scan.whole = 'no';
  scan.from = at;
  scan.next = next;
  return true;
}

/** A thought, or what some models put around a reply. */
function isSilent(mark: Mark): boolean {
  return mark.kind !== 'label' && (THOUGHT_NAMES.has(mark.name) || WRAPPER_NAMES.has(mark.name));
}

/** What stands for a mark where there is none: the beginning of the JSON. */
function markOf(scan: Scan, at: number): Mark {
  const before = markAt(scan, scan.next - 1);
  const lines = textBetween(scan, before?.start ?? 0, at).split('\n').length - 1;
  const place = { start: at, end: at, line: (before?.line ?? 1) + lines };
  return { kind: 'open', name: '', ...place, atLineStart: false, afterBlank: true, count: 0, pair: null };
}
