/**
 * Inside an action, between its parameters. A body without parameters is JSON (`json-body.ts`) or plain text; it may quote
 * actions, so those of known tools that open in it are counted until they close.
 */
import type { ToolSpec } from '../../tool-spec.ts';
import { toolNameOf } from '../call/attributes.ts';
import { openingAt } from '../dialects/openings.ts';
import { isBlankSince } from '../lexer/lexer.ts';
import type { Mark } from '../lexer/marks.ts';
import { isElement, isParam } from '../names.ts';
import { repair } from './elements.ts';
import {
  aroundBefore,
  attributesOf,
  beginsParam,
  closesAction,
  closesValue,
  isOpening,
  isUndecided,
  opensAction,
  opensKnown,
  opensNext,
  paramNameAt,
  startsLine,
  toolNamed,
} from './form-tags.ts';
import { type Form, PAIR_KEY, PAIR_VALUE, PLAIN } from './forms.ts';
import type { OpenAction } from './open.ts';
import { closeAction, cutOf, enterAction } from './open-action.ts';
import { endAt, inHaste, markAt, readFrom, type Scan, textBetween, textLength } from './state.ts';
import { openValue } from './value-end.ts';

/** So far behind a label it is looked at what its input begins with. */
const BEGIN_CHARACTERS = 256;

export function openAction(scan: Scan, mark: Mark): void {
  const attributes = attributesOf(scan, mark);
  const tool: ToolSpec | undefined = toolNamed(scan, toolNameOf(attributes));
  enterAction(scan, { form: PLAIN, mark, attributes, tool, bodyFrom: mark.end });
  if (mark.kind === 'empty') closeAction(scan, mark.end, mark.end);
}

export function readBody(scan: Scan, mark: Mark): boolean {
  const { action } = scan;
  if (!action) return false;
  const { form } = action;
  if (isUndecided(scan, form, mark)) return false;
  if (form.lines && mark.atLineStart) return readLine(scan, mark);
  if (closesAction(form, mark)) {
    if (action.depth === 0 || inHaste(scan)) return closeAtTag(scan, form, mark);
    action.depth--;
    action.innerEnd ??= scan.next;
  } else if (action.depth === 0 && !form.lines && !holdsJson(action) && opensParam(scan, action, mark)) {
    return openParam(scan, action, mark);
  } else if (namesParamsItself(scan, action, mark)) {
    scan.action = { ...action, form: { ...form, params: 'named' } };
    return true;
  } else if (closesNothing(scan, action, mark)) {
    action.gapFrom = mark.end;
  } else if (opensAction(form, mark)) {
    return readInnerAction(scan, action, mark);
  } else if (action.depth === 0 && mark.atLineStart && isOpening(mark) && isElement(mark.name)) {
    if (inHaste(scan)) return closeBefore(scan, scan.next);
    action.follower ??= scan.next;
  }
  scan.next++;
  return true;
}

/** No more text comes. Gives whether marks are left to be read. */
export function closeOpenBody(scan: Scan): boolean {
  const { action } = scan;
  if (!action) return false;
  const { follower, innerEnd } = action;
  if (follower !== null && (innerEnd === null || follower < innerEnd) && isEndBefore(scan, action, follower)) {
    return closeBefore(scan, follower);
  }
  const end = markAt(scan, innerEnd);
  if (end && innerEnd !== null) {
    closeAction(scan, end.start, end.end);
    return readFrom(scan, innerEnd + 1);
  }
  if (scan.finish === 'length') action.cut ??= cutOf(action);
  const expected = scan.options.stopSent === true && action.params.length > 0;
  if (!action.cut && !expected && !action.form.lines) repair(scan.found, 'unclosed', action.mark.line);
  closeAction(scan, textLength(scan), textLength(scan));
  return false;
}

/** Whether the body ends where an element follows at the start of a line. Plain text may go on behind it, where the limit cut it. */
function isEndBefore(scan: Scan, { form, params }: OpenAction, follower: number): boolean {
  const mark = markAt(scan, follower);
  return params.length > 0 || scan.finish === 'stop' || (mark !== undefined && opensAction(form, mark));
}

/** The opening tag itself is cut off: what it says so far is listed, if the endpoint's limit was reached in it. */
export function cutAction(scan: Scan, mark: Mark): void {
  if (scan.finish !== 'length' || scan.next !== scan.lexer.marks.length - 1) return;
  openAction(scan, { ...mark, end: textLength(scan) + 1 });
  if (scan.action) scan.action.cut = { name: 'action', line: mark.line };
  closeAction(scan, textLength(scan), textLength(scan));
  endAt(scan, null, textLength(scan));
}

/** Plain input ends before a line that begins with a label or an element. */
function readLine(scan: Scan, mark: Mark): boolean {
  const opening = isOpening(mark) ? openingAt(scan, scan.next) : null;
  if (opening === 'unknown') return false;
  const isLabel = mark.kind === 'label' && mark.name !== 'action input';
  if (isLabel || closesPeeled(scan, mark) || opening !== null || (isOpening(mark) && isElement(mark.name)))
    closeAction(scan, mark.start, mark.start);
  else scan.next++;
  return true;
}

/** Whether it is the end of a fence around the whole call, which is peeled off: none has opened in the input. */
function closesPeeled(scan: Scan, mark: Mark): boolean {
  if (scan.reading !== 'peeled' || mark.kind !== 'fence') return false;
  const begin = textBetween(scan, scan.from, Math.min(mark.start, scan.from + BEGIN_CHARACTERS)).trimStart();
  return begin !== '' && !begin.startsWith('`');
}

/** A body that begins like a JSON object holds no parameters: a tag in it stands in a string. */
function holdsJson({ json }: OpenAction): boolean {
  return json.reader !== null;
}

/** Its own closing tag ends it; so does that of what stands around, which is left to be read. */
function closeAtTag(scan: Scan, form: Form, mark: Mark): true {
  if (mark.name === form.element) {
    scan.next++;
    closeAction(scan, mark.start, mark.end);
  } else {
    repair(scan.found, 'unclosed', mark.line);
    closeAction(scan, mark.start, mark.start);
  }
  return true;
}

function opensParam(scan: Scan, action: OpenAction, mark: Mark): boolean {
  const { form } = action;
  if (form.params !== 'paired') return beginsParam(scan, form, mark);
  // The tag between a key and its value may be left out.
  return mark.name === PAIR_VALUE ? isOpening(mark) : mark.kind === 'close' && mark.name === PAIR_KEY;
}

/** Whether the mark closes a value, in a form that does not name its parameters, and no text and no parameter stands before it. */
function closesNothing(scan: Scan, { form, params, gapFrom }: OpenAction, mark: Mark): boolean {
  if (form.params === 'named' || params.length > 0 || !closesValue(scan, form, mark, '')) return false;
  return isBlankFrom(scan, gapFrom, mark);
}

/** Whether only white space stands before the mark that is read: a mark before it is more, and the text may be long. */
function isBlankFrom(scan: Scan, from: number, mark: Mark): boolean {
  const before = markAt(scan, scan.next - 1)?.end ?? 0;
  return before <= from && textBetween(scan, from, mark.start).trim() === '';
}

/** Whether the model, in a form with other tags for parameters, names the tags after them all the same. */
function namesParamsItself(scan: Scan, action: OpenAction, mark: Mark): boolean {
  const { form, params, tool, gapFrom } = action;
  if (form.params === 'named' || params.length > 0 || action.depth > 0 || holdsJson(action)) return false;
  if (!isOpening(mark) || !isParam(scan.words, tool, mark.name)) return false;
  return mark.afterBlank && isBlankFrom(scan, gapFrom, mark);
}

function openParam(scan: Scan, action: OpenAction, mark: Mark): boolean {
  if (mark.name === PAIR_KEY && action.form.params === 'paired') {
    const next = markAt(scan, scan.next + 1);
    if (!next && scan.finish === null && isBlankSince(scan.lexer, mark)) return false;
    const isPair = next?.afterBlank && (next.name === PAIR_VALUE || next.name === PAIR_KEY);
    if (isPair || (!next && scan.finish !== null && endsInTag(scan, mark))) {
      scan.next++;
      return true;
    }
  }
  const name = action.form.params === 'paired' ? keyBefore(scan) : paramNameAt(scan, action.form, scan.next);
  const gapTo = action.form.params === 'paired' ? action.gapFrom : mark.start;
  action.gaps.push(textBetween(scan, action.gapFrom, gapTo));
  action.gapFrom = mark.end;
  action.follower = null;
  action.innerEnd = null;
  action.given.add(name.toLowerCase());
  if (mark.kind === 'empty') action.params.push({ name, raw: '', line: mark.line });
  else openValue(scan, mark, name);
  scan.next++;
  return true;
}

/** Whether the text ends before the tag of the value is complete. */
function endsInTag(scan: Scan, key: Mark): boolean {
  return `<${PAIR_VALUE}>`.startsWith(textBetween(scan, key.end, textLength(scan)).trim());
}

/** The key of the pair whose value opens at the mark that is read. */
function keyBefore(scan: Scan): string {
  let index = scan.next - 1;
  while (index > scan.opener && markAt(scan, index)?.kind === 'close') index--;
  const mark = markAt(scan, index);
  if (mark?.name !== PAIR_KEY || !isOpening(mark)) return '';
  return textBetween(scan, mark.end, markAt(scan, index + 1)?.start ?? mark.end).trim();
}

function readInnerAction(scan: Scan, action: OpenAction, mark: Mark): boolean {
  const { form } = action;
  // Its closing tag was left out behind its parameters: the next action shows where it ends.
  if (action.params.length > 0 && opensNext(scan, form, scan.next)) {
    return closeBefore(scan, action.follower ?? scan.next - (aroundBefore(scan, form, scan.next) ? 1 : 0));
  }
  if (opensKnown(scan, form, mark)) {
    const starts = startsLine(scan, form, scan.next);
    if (starts && inHaste(scan)) return closeBefore(scan, scan.next);
    if (starts && action.depth === 0) action.follower ??= scan.next;
    if (mark.kind === 'open') action.depth++;
  }
  scan.next++;
  return true;
}

function closeBefore(scan: Scan, index: number): boolean {
  const mark = markAt(scan, index);
  const at = mark?.start ?? textLength(scan);
  repair(scan.found, 'unclosed', mark?.line ?? scan.lexer.line);
  closeAction(scan, at, at);
  return readFrom(scan, index);
}
