/**
 * Where a parameter ends. A value is verbatim and may quote closers and whole actions, so it ends where its closer is followed
 * by the end of the action or by another parameter. Where that never comes, something was left out: the signs of it are noted
 * on the way, and the likeliest counts once the text has ended (or sooner, where there is no other reading).
 */
import { isShort } from '../call/coerce.ts';
import type { Mark } from '../lexer/marks.ts';
import { isParam, paramOf } from '../names.ts';
import { repair } from './elements.ts';
import {
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
} from './form-tags.ts';
import type { Form } from './forms.ts';
import type { OpenValue } from './open.ts';
import { enter, inHaste, markAt, readFrom, type Scan, textBetween, textLength } from './state.ts';
import { cutCloserLength, textTo } from './tail.ts';

/** Nothing, or what may become the opening tag of the next parameter. */
const CUT_OPENING = /^(?:<[^<>\n]*)?$/;

export function openValue(scan: Scan, mark: Mark, name: string): void {
  const param = paramOf(scan.action?.tool, name);
  scan.value = {
    name,
    line: mark.line,
    short: param !== undefined && isShort(...param),
    depth: 0,
    innerNames: 0,
    around: 0,
    closer: null,
    closerBeforeEnd: null,
    closerBeforeAction: null,
    innerCloser: null,
    firstEnd: null,
    lastEnd: null,
    follower: null,
    param: null,
    stop: null,
  };
  enter(scan, 'value', mark.end);
}

export function readValueMark(scan: Scan, mark: Mark): boolean {
  const { value, action } = scan;
  if (!value || !action) return false;
  const { form } = action;
  if (isUndecided(scan, form, mark)) return false;
  if (closesValue(scan, form, mark, value.name)) return readCloser(scan, form, value, mark);
  if (form.around.includes(mark.name) && isQuotedAround(value, mark)) return pass(scan);
  if (closesAction(form, mark)) return isSecondEnd(scan, form, mark) ? pass(scan) : readActionEnd(scan, value, mark);
  if (opensAction(form, mark) && !beginsParam(scan, form, mark)) return readInnerAction(scan, form, value, mark);
  if (isOpening(mark)) return readParam(scan, form, value, mark);
  return pass(scan);
}

/** The tag of what stands around says nothing more, right behind the action's own. */
function isSecondEnd(scan: Scan, form: Form, mark: Mark): boolean {
  const before = markAt(scan, scan.next - 1);
  return mark.name !== form.element && mark.afterBlank && before?.kind === 'close' && before.name === form.element;
}

function pass(scan: Scan): true {
  scan.next++;
  return true;
}

/** Whether an element that may stand around an action is quoted in the value: its closing tag ends nothing. */
function isQuotedAround(value: OpenValue, mark: Mark): boolean {
  if (mark.kind === 'open') value.around++;
  else if (value.around > 0) value.around--;
  else return false;
  return true;
}

/** No more text comes: of the ends that the value may have, the likeliest. Gives whether marks are left to be read. */
export function closeOpenValue(scan: Scan): boolean {
  const { value, action } = scan;
  if (!value || !action) return false;
  if (value.closerBeforeEnd !== null) return endAtCloser(scan, value.closerBeforeEnd);
  if (value.firstEnd !== null && isLiveTag(scan, value.follower)) return endAtActionEnd(scan, value, value.firstEnd);
  const closer = value.closerBeforeAction ?? value.innerCloser;
  if (closer !== null) return endAtCloser(scan, closer);
  if (value.closer !== null && endsWithCloser(scan, value.closer)) return endAtCloser(scan, value.closer);
  if (value.lastEnd !== null && scan.finish === 'stop') return endAtActionEnd(scan, value, value.lastEnd);
  if (value.param !== null && isParamMissing(scan)) return endUnclosed(scan, value.param);
  if (scan.finish === 'length' || scan.options.stopSent) action.cut = { name: value.name, line: value.line };
  else repair(scan.found, 'unclosed', value.line);
  takeValue(scan, textLength(scan), textLength(scan));
  return readFrom(scan, scan.next);
}

function readCloser(scan: Scan, form: Form, value: OpenValue, mark: Mark): boolean {
  if (value.depth > 0 && value.innerNames > 0 && !inHaste(scan)) {
    value.innerNames--;
    return pass(scan);
  }
  const ends = inHaste(scan) || isProperCloser(scan, form, value);
  if (ends === 'unknown') return false;
  if (ends && (value.depth === 0 || inHaste(scan))) {
    return lacksItsOwn(scan, form, value) ? endUnclosed(scan, value.param ?? scan.next) : endAtCloser(scan, scan.next);
  }
  value.stop ??= mark.start;
  if (ends) value.innerCloser ??= scan.next;
  if (value.depth === 0) {
    value.closer = scan.next;
    if (opensNext(scan, form, scan.next + 1)) {
      if (value.short) return endAtCloser(scan, scan.next);
      value.closerBeforeAction ??= scan.next;
    }
  }
  return pass(scan);
}

/** Where closers do not name what they close, this one may be that of a parameter that would be missing otherwise. */
function lacksItsOwn(scan: Scan, form: Form, value: OpenValue): boolean {
  if (form.params === 'named' || value.param === null || inHaste(scan)) return false;
  const { tool, given } = scan.action ?? {};
  const name = paramNameAt(scan, form, value.param).toLowerCase();
  return !given?.has(name) && (tool?.parameters.required ?? []).some((one) => one.toLowerCase() === name);
}

/** An `</action>`. One that closes an action opened inside the value says nothing. */
function readActionEnd(scan: Scan, value: OpenValue, mark: Mark): boolean {
  if (value.depth > 0 && !inHaste(scan)) {
    value.depth--;
    if (value.depth === 0) value.innerNames = 0;
  } else if (value.short || inHaste(scan)) {
    return value.closer === null ? endAtActionEnd(scan, value, scan.next) : endAtCloser(scan, value.closer);
  } else {
    value.stop ??= mark.start;
    value.lastEnd = scan.next;
    value.closerBeforeEnd = value.closer;
    if (value.closer === null) value.firstEnd ??= scan.next;
  }
  return pass(scan);
}

/** An action of a known tool that opens in the value is quoted, unless an `</action>` before it shows that it is not. */
function readInnerAction(scan: Scan, form: Form, value: OpenValue, mark: Mark): boolean {
  if (opensKnown(scan, form, mark)) {
    if (value.depth === 0 && value.firstEnd !== null && value.closer === null) {
      if (startsLine(scan, form, scan.next) || isBehindActionEnd(scan, form, mark)) {
        return endAtActionEnd(scan, value, value.firstEnd);
      }
      value.follower ??= scan.next;
    }
    if (mark.kind === 'open') value.depth++;
  }
  return pass(scan);
}

function readParam(scan: Scan, form: Form, value: OpenValue, mark: Mark): boolean {
  if (form.params === 'named' && mark.name === value.name) {
    if (mark.kind === 'open' && value.depth > 0) value.innerNames++;
  } else if (beginsParam(scan, form, mark)) {
    if (form.params === 'paired' && !markAt(scan, scan.next + 1) && scan.finish === null) return false;
    if (form.params !== 'named' && value.depth > 0 && mark.kind === 'open') value.innerNames++;
    const name = paramNameAt(scan, form, scan.next);
    if (value.depth === 0 && mark.atLineStart && isParam(scan.words, scan.action?.tool, name)) {
      value.stop ??= mark.start;
      if (value.short) return value.closer === null ? endUnclosed(scan, scan.next) : endAtCloser(scan, value.closer);
      if (!scan.action?.given.has(name.toLowerCase())) value.param ??= scan.next;
    }
  }
  return pass(scan);
}

/** Whether the closer is followed by the action's end, or by another parameter of the tool: the mark behind it tells. */
function isProperCloser(scan: Scan, form: Form, value: OpenValue): boolean | 'unknown' {
  const follower = followerOf(scan);
  if (isUndecided(scan, form, follower)) return 'unknown';
  if (!follower) return scan.finish === null ? 'unknown' : false;
  if (!follower.afterBlank) return false;
  if (follower.kind === 'close') return closesAction(form, follower);
  if (form.params === 'named' && follower.name === value.name) return false;
  return beginsParam(scan, form, follower);
}

/** The mark behind the one that is read. */
function followerOf(scan: Scan): Mark | undefined {
  return markAt(scan, scan.next + 1);
}

function isBehindActionEnd(scan: Scan, form: Form, mark: Mark): boolean {
  const before = markAt(scan, scan.next - 1);
  return mark.afterBlank && before !== undefined && closesAction(form, before);
}

/** Whether that mark would be live if the value ended before it: in inline code it would not be. */
function isLiveTag(scan: Scan, index: number | null): boolean {
  if (index === null) return false;
  const before = markAt(scan, index - 1);
  return !(before?.kind === 'tick' && before.pair !== null && before.pair > index);
}

/** With a closer that no action's end follows, the value ends if the endpoint says so, or if at most the beginning of a tag follows. */
function endsWithCloser(scan: Scan, closer: number): boolean {
  if (scan.finish === 'stop') return true;
  const end = textLength(scan);
  const from = markAt(scan, closer)?.end ?? end;
  return CUT_OPENING.test(textBetween(scan, from, end - cutCloserLength(scan, end)).trim());
}

function isParamMissing(scan: Scan): boolean {
  const { action } = scan;
  return (action?.tool?.parameters.required ?? []).some((name) => !action?.given.has(name.toLowerCase()));
}

/** The value ends before its closing tag. */
function endAtCloser(scan: Scan, closer: number): boolean {
  const mark = markAt(scan, closer);
  if (mark) takeValue(scan, mark.start, mark.end);
  return readFrom(scan, closer + 1);
}

/** The value has no closer: it ends at that `</action>`, or at the parameter before it that would be missing otherwise. */
function endAtActionEnd(scan: Scan, value: OpenValue, end: number): boolean {
  const { param } = value;
  return endUnclosed(scan, param !== null && param < end && isParamMissing(scan) ? param : end);
}

/** The value ends before a mark that is not its own: its closing tag was left out. */
function endUnclosed(scan: Scan, at: number): boolean {
  const mark = markAt(scan, at);
  repair(scan.found, 'unclosed', mark?.line ?? scan.lexer.line);
  if (mark) takeValue(scan, mark.start, mark.start);
  return readFrom(scan, at);
}

function takeValue(scan: Scan, to: number, gapFrom: number): void {
  const { value, action } = scan;
  if (!value || !action) return;
  action.params.push({ name: value.name, raw: textTo(scan, to), line: value.line });
  action.gapFrom = gapFrom;
  scan.value = null;
  enter(scan, 'body', gapFrom);
  scan.cdata = 'no';
}
