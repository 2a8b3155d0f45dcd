/**
 * The reply scanner: start, feed as the text comes, end. A lexer finds the marks; this grammar decides, mark by mark, which
 * of them are live: only what stands at the top level opens an element, and a value ends only where `docs/protocol.md` says
 * it does. Where that can be told only from what follows (a closer that was left out), the grammar goes on by the likelier
 * reading and, at the end, goes back to the mark where the other one begins.
 */

import type { ToolSpec } from '../tool-spec.ts';
import { readAttributes } from './attributes.ts';
import { isShort } from './coerce.ts';
import type { Element, ParamElement } from './elements.ts';
import { endLexer, isBlankSince, type Lexer, lex, startLexer } from './lexer.ts';
import type { Mark } from './marks.ts';
import { FORGED_NAMES, paramOf, THOUGHT_NAMES, type Vocabulary, vocabularyOf } from './names.ts';
import { slice } from './tape.ts';
import type { Finish, PartialReply, Repair, ReplyOptions } from './types.ts';

/** Going back costs reading marks again: so many times their number in all, then the text is taken as it stands. */
const REREADS_MAX = 8;

type Place = 'top' | 'thought' | 'final' | 'body' | 'value' | 'fence' | 'comment' | 'over';

export type Scan = {
  readonly words: Vocabulary;
  readonly lexer: Lexer;
  /** The next mark to be read. */
  next: number;
  place: Place;
  /** Where the text of the open element (at the top: the loose text) begins, and the mark that opened it. */
  from: number;
  opener: number;
  /** Inside a CDATA section that opens the element's text, or follows one that does. */
  cdata: 'may open' | 'open' | 'no';
  action: OpenAction | null;
  value: OpenValue | null;
  readonly elements: Element[];
  readonly loose: string[];
  readonly repairs: Set<Repair>;
  over: PartialReply['over'];
  overAt: number;
  /** The endpoint's word, once it has been given. */
  finish: Finish | null;
  /** Known once the text has ended: no closer of these comes any more. */
  thoughtsOpen: boolean;
  commentsOpen: boolean;
  /** Read fences as if they were not there: their content is what the model means. */
  peel: boolean;
  fences: number;
  rereads: number;
};

type OpenAction = {
  readonly mark: Mark;
  readonly attributes: string;
  readonly tool: ToolSpec | undefined;
  readonly params: ParamElement[];
  readonly gaps: string[];
  gapFrom: number;
};

type OpenValue = {
  readonly name: string;
  readonly line: number;
  /** Actions that were opened inside the value. */
  depth: number;
  /** Levels are not counted: an action that seemed to open inside the value never closed. */
  flat: boolean;
  /** Marks: the last closer of its own; the first and last `</action>` that closes no action opened inside. */
  closer: number | null;
  firstEnd: number | null;
  lastEnd: number | null;
};

export function startScan(options: ReplyOptions): Scan {
  const words = vocabularyOf(options.tools);
  return {
    words,
    lexer: startLexer(words.names),
    ...blankState(),
    elements: [],
    loose: [],
    repairs: new Set(),
    finish: null,
    rereads: 0,
    peel: false,
  };
}

export function feedScan(scan: Scan, text: string): void {
  lex(scan.lexer, text);
  advance(scan);
}

/** No more text comes. Whatever is open is closed, or marked as cut. */
export function endScan(scan: Scan, finish: Finish): void {
  scan.finish = finish;
  endLexer(scan.lexer);
  settle(scan);
  const acts = scan.elements.some((element) => element.kind !== 'thought');
  if (acts || scan.fences === 0 || scan.over !== null) return;
  peelFences(scan);
}

function blankState() {
  return {
    next: 0,
    place: 'top' as Place,
    from: 0,
    opener: -1,
    cdata: 'no' as Scan['cdata'],
    action: null,
    value: null,
    over: null,
    overAt: 0,
    thoughtsOpen: false,
    commentsOpen: false,
    fences: 0,
  };
}

/** Nothing but what stands in fences may be live: then the fences are the model's way of writing, and are peeled off. */
function peelFences(scan: Scan): void {
  const before = { loose: [...scan.loose], elements: [...scan.elements], repairs: [...scan.repairs] };
  Object.assign(scan, blankState(), { peel: true });
  clear(scan);
  settle(scan);
  if (scan.elements.some((element) => element.kind !== 'thought')) {
    scan.repairs.add('fence');
    return;
  }
  clear(scan);
  scan.loose.push(...before.loose);
  scan.elements.push(...before.elements);
  for (const repair of before.repairs) scan.repairs.add(repair);
}

function clear(scan: Scan): void {
  scan.elements.length = 0;
  scan.loose.length = 0;
  scan.repairs.clear();
}

function settle(scan: Scan): void {
  advance(scan);
  while (scan.place !== 'over' && closeOpen(scan)) advance(scan);
  if (scan.place === 'top') addLoose(scan, scan.lexer.tape.length);
}

function advance(scan: Scan): void {
  const { marks } = scan.lexer;
  while (scan.next < marks.length && scan.place !== 'over') {
    const mark = marks[scan.next];
    if (!mark || !readMark(scan, mark)) return;
  }
}

/** Gives false where the mark cannot be judged before more text has come. Otherwise `next` has moved on. */
function readMark(scan: Scan, mark: Mark): boolean {
  if (scan.place !== 'top' && scan.place !== 'fence' && scan.place !== 'comment' && isCdata(scan, mark)) {
    scan.next++;
    return true;
  }
  switch (scan.place) {
    case 'top':
      return readTop(scan, mark);
    case 'fence':
      return readFence(scan, mark);
    case 'comment':
      return readComment(scan, mark);
    case 'thought':
      return readThought(scan, mark);
    case 'final':
      return readFinal(scan, mark);
    case 'body':
      return readBody(scan, mark);
    default:
      return readValueMark(scan, mark);
  }
}

/** Nothing ends inside a CDATA section that opens a text, nor inside those that follow it. */
function isCdata(scan: Scan, mark: Mark): boolean {
  if (scan.cdata === 'open') {
    if (mark.kind === 'cdata-end') scan.cdata = 'may open';
    return true;
  }
  const opens = scan.cdata === 'may open' && mark.kind === 'cdata' && mark.afterBlank;
  scan.cdata = opens ? 'open' : 'no';
  return opens;
}

function readTop(scan: Scan, mark: Mark): boolean {
  if (mark.kind === 'tick') return skipCode(scan, mark);
  if (mark.kind === 'fence') {
    scan.fences++;
    if (scan.peel) return dropMark(scan, mark);
    enter(scan, 'fence', scan.from);
  } else if (mark.kind === 'comment') {
    if (scan.commentsOpen) return skipLine(scan, mark);
    enter(scan, 'comment', scan.from);
  } else if (mark.kind === 'close' && THOUGHT_NAMES.has(mark.name)) {
    swallowedThought(scan, mark);
  } else if (mark.kind === 'open' || mark.kind === 'empty') {
    openElement(scan, mark);
  }
  scan.next++;
  return true;
}

function openElement(scan: Scan, mark: Mark): void {
  if (FORGED_NAMES.has(mark.name)) {
    addLoose(scan, mark.start);
    scan.repairs.add('forged-observation');
    endAt(scan, 'forged-observation', mark.start);
  } else if (THOUGHT_NAMES.has(mark.name)) {
    if (mark.kind === 'empty') return;
    addLoose(scan, mark.start);
    enter(scan, 'thought', mark.end);
  } else if (mark.name === 'final') {
    addLoose(scan, mark.start);
    if (hasActions(scan)) scan.repairs.add('premature-final');
    if (mark.kind === 'open') enter(scan, 'final', mark.end);
    else leave(scan, mark.end);
  } else if (mark.name === 'action') {
    addLoose(scan, mark.start);
    openAction(scan, mark);
  }
}

function openAction(scan: Scan, mark: Mark): void {
  const to = mark.end - (mark.kind === 'empty' ? 2 : 1);
  const attributes = slice(scan.lexer.tape, mark.start + '<action'.length, to);
  const tool = toolNamedBy(scan, attributes);
  scan.action = { mark, attributes, tool, params: [], gaps: [], gapFrom: mark.end };
  enter(scan, 'body', mark.end);
  if (mark.kind === 'empty') closeAction(scan, mark.end, mark.end, false);
}

/** Inside inline code nothing is live; a run of backticks that is not closed on its line is none. */
function skipCode(scan: Scan, mark: Mark): boolean {
  if (mark.pair === null && mark.line === scan.lexer.line && scan.finish === null) return false;
  scan.next = mark.pair === null ? scan.next + 1 : mark.pair + 1;
  return true;
}

function readFence(scan: Scan, mark: Mark): boolean {
  const opener = scan.lexer.marks[scan.opener]?.count ?? 0;
  const closes =
    mark.kind === 'fence' && Math.sign(mark.count) === Math.sign(opener) && Math.abs(mark.count) >= Math.abs(opener);
  if (closes) scan.place = 'top';
  scan.next++;
  return true;
}

function readComment(scan: Scan, mark: Mark): boolean {
  if (mark.kind === 'comment-end') scan.place = 'top';
  scan.next++;
  return true;
}

/** A comment that is never closed ends at its line. */
function skipLine(scan: Scan, opener: Mark): boolean {
  while ((scan.lexer.marks[scan.next]?.line ?? 0) === opener.line) scan.next++;
  return true;
}

/** A fence that is peeled off: neither it nor its language is text. */
function dropMark(scan: Scan, mark: Mark): boolean {
  addLoose(scan, mark.start);
  scan.next++;
  return true;
}

/** The server's template swallowed the opening tag: all that stands before the closer was thought. */
function swallowedThought(scan: Scan, mark: Mark): void {
  const raw = slice(scan.lexer.tape, scan.elements.some((e) => e.kind === 'thought') ? scan.from : 0, mark.start);
  const thoughts = scan.elements.filter((element) => element.kind === 'thought');
  scan.elements.length = 0;
  scan.loose.length = 0;
  scan.elements.push(...thoughts, { kind: 'thought', raw, written: mark.name === 'thought' });
  leave(scan, mark.end);
}

function readThought(scan: Scan, mark: Mark): boolean {
  if (mark.kind === 'close' && THOUGHT_NAMES.has(mark.name)) {
    closeThought(scan, mark.start, mark.end);
  } else if (scan.thoughtsOpen && mark.kind !== 'close' && mark.atLineStart && isLive(mark.name)) {
    scan.repairs.add('unclosed');
    closeThought(scan, mark.start, mark.start);
    return true;
  }
  scan.next++;
  return true;
}

function readFinal(scan: Scan, mark: Mark): boolean {
  if (mark.kind === 'close' && mark.name === 'final') closeFinal(scan, mark.start, mark.end, false);
  scan.next++;
  return true;
}

function readBody(scan: Scan, mark: Mark): boolean {
  const action = scan.action;
  if (!action) return false;
  const ofTool = paramOf(action.tool, mark.name) !== undefined || (!action.tool && !isReserved(mark.name));
  if ((mark.kind === 'open' || mark.kind === 'empty') && ofTool) {
    action.gaps.push(slice(scan.lexer.tape, action.gapFrom, mark.start));
    action.gapFrom = mark.end;
    if (mark.kind === 'empty') action.params.push({ name: mark.name, raw: '', line: mark.line });
    else openValue(scan, mark);
  } else if (mark.kind === 'close' && mark.name === 'action') {
    closeAction(scan, mark.start, mark.end, false);
  } else if (mark.kind === 'open' && mark.name === 'action' && mark.atLineStart && opensKnownTool(scan, mark)) {
    // Its closing tag was left out: the next action shows where it ends.
    scan.repairs.add('unclosed');
    closeAction(scan, mark.start, mark.start, false);
    return true;
  }
  scan.next++;
  return true;
}

function openValue(scan: Scan, mark: Mark): void {
  const { name, line } = mark;
  scan.value = { name, line, depth: 0, flat: false, closer: null, firstEnd: null, lastEnd: null };
  enter(scan, 'value', mark.end);
}

function readValueMark(scan: Scan, mark: Mark): boolean {
  const { action, value } = scan;
  if (!action || !value) return false;
  if (mark.kind === 'close' && mark.name === value.name && value.depth === 0) {
    const ends = endsValue(scan, mark);
    if (ends === 'unknown') return false;
    if (ends) return closeValue(scan, scan.next);
    value.closer = scan.next;
  } else if (mark.kind === 'close' && mark.name === 'action') {
    if (value.depth > 0) value.depth--;
    else {
      value.lastEnd = scan.next;
      if (value.closer === null) value.firstEnd ??= scan.next;
    }
  } else if (mark.kind === 'open' && mark.name === 'action' && opensKnownTool(scan, mark)) {
    if (value.firstEnd !== null && value.closer === null && (mark.atLineStart || mark.afterBlank)) {
      return closeUnclosedValue(scan, value.firstEnd);
    }
    if (!value.flat) value.depth++;
  } else if (mark.kind === 'open' && mark.atLineStart && value.depth === 0 && mark.name !== value.name) {
    const short = isShort(value.name, paramOf(action.tool, value.name)?.[1]);
    if (short && paramOf(action.tool, mark.name)) return closeUnclosedValue(scan, scan.next);
  }
  scan.next++;
  return true;
}

/** Whether the closer is followed by the action's end, or by another parameter of the tool. */
function endsValue(scan: Scan, closer: Mark): boolean | 'unknown' {
  const follower = scan.lexer.marks[scan.next + 1];
  if (!follower) return scan.finish === null && isBlankSince(scan.lexer, closer) ? 'unknown' : false;
  if (!follower.afterBlank) return false;
  if (follower.kind === 'close') return follower.name === 'action';
  if (follower.kind !== 'open' && follower.kind !== 'empty') return false;
  return follower.name !== scan.value?.name && paramOf(scan.action?.tool, follower.name) !== undefined;
}

/** Closes what is still open when no more text comes. Gives whether marks are left to be read. */
function closeOpen(scan: Scan): boolean {
  const end = scan.lexer.tape.length;
  switch (scan.place) {
    case 'thought':
      return closeOpenThought(scan, end);
    case 'final':
      if (scan.finish === 'stop' && !hasActions(scan)) scan.repairs.add('unclosed');
      closeFinal(scan, end, end, scan.finish === 'length');
      return false;
    case 'comment':
      scan.commentsOpen = true;
      return goBack(scan, 'top', scan.opener);
    case 'fence':
      scan.place = 'top';
      return false;
    case 'value':
      return closeOpenValue(scan, end);
    case 'body':
      if (scan.finish === 'stop') scan.repairs.add('unclosed');
      closeAction(scan, end, end, scan.finish === 'length');
      return false;
    default:
      return false;
  }
}

function closeOpenThought(scan: Scan, end: number): boolean {
  if (scan.finish === 'stop' && !scan.thoughtsOpen) {
    scan.thoughtsOpen = true;
    return goBack(scan, 'thought', scan.opener + 1);
  }
  if (scan.finish === 'stop') scan.repairs.add('unclosed');
  else scan.thoughtsOpen = true;
  closeThought(scan, end, end);
  return false;
}

/** The value has no end of its own: the readings that are left, the likeliest first. */
function closeOpenValue(scan: Scan, end: number): boolean {
  const { value, action } = scan;
  if (!value || !action) return false;
  if (value.depth > 0 && scan.rereads <= REREADS_MAX * scan.lexer.marks.length) {
    Object.assign(value, { depth: 0, flat: true, closer: null, firstEnd: null, lastEnd: null });
    scan.cdata = 'may open';
    return goBack(scan, 'value', scan.opener + 1);
  }
  const ended = scan.finish === 'stop' || (value.lastEnd ?? -1) > (value.closer ?? value.lastEnd ?? 0);
  if (value.closer !== null && ended) return closeValue(scan, value.closer);
  const next = requiredIsMissing(scan) ? nextParamAtLineStart(scan) : null;
  if (next !== null) return closeUnclosedValue(scan, next);
  if (value.lastEnd !== null && scan.finish === 'stop') return closeUnclosedValue(scan, value.lastEnd);
  if (scan.finish === 'stop') scan.repairs.add('unclosed');
  pushValue(scan, end, end);
  closeAction(scan, end, end, scan.finish === 'length');
  return false;
}

function requiredIsMissing(scan: Scan): boolean {
  const given = new Set([scan.value?.name, ...(scan.action?.params ?? []).map((param) => param.name)]);
  return (scan.action?.tool?.parameters.required ?? []).some((name) => !given.has(name.toLowerCase()));
}

function nextParamAtLineStart(scan: Scan): number | null {
  const { marks } = scan.lexer;
  for (let i = scan.opener + 1; i < marks.length; i++) {
    const mark = marks[i];
    const opens = mark?.kind === 'open' && mark.atLineStart && mark.name !== scan.value?.name;
    if (opens && paramOf(scan.action?.tool, mark.name)) return i;
  }
  return null;
}

/** The value ends before its closing tag. */
function closeValue(scan: Scan, closer: number): boolean {
  const mark = scan.lexer.marks[closer];
  if (mark) pushValue(scan, mark.start, mark.end);
  return reread(scan, closer + 1);
}

/** The value ends before a mark that is not its own: its closing tag was left out. */
function closeUnclosedValue(scan: Scan, at: number): boolean {
  const mark = scan.lexer.marks[at];
  scan.repairs.add('unclosed');
  if (mark) pushValue(scan, mark.start, mark.start);
  return reread(scan, at);
}

function pushValue(scan: Scan, to: number, gapFrom: number): void {
  const { value, action } = scan;
  if (!value || !action) return;
  action.params.push({ name: value.name, raw: textTo(scan, to), line: value.line });
  action.gapFrom = gapFrom;
  scan.value = null;
  enter(scan, 'body', gapFrom);
  scan.cdata = 'no';
}

function closeThought(scan: Scan, to: number, end: number): void {
  const written = scan.lexer.marks[scan.opener]?.name === 'thought';
  scan.elements.push({ kind: 'thought', raw: textTo(scan, to), written });
  leave(scan, end);
}

function closeFinal(scan: Scan, to: number, end: number, truncated: boolean): void {
  if (hasActions(scan)) {
    leave(scan, end);
    return;
  }
  scan.elements.push({ kind: 'final', raw: textTo(scan, to), truncated });
  endAt(scan, 'final', end);
}

function closeAction(scan: Scan, to: number, end: number, truncated: boolean): void {
  const { action } = scan;
  if (!action) return;
  action.gaps.push(slice(scan.lexer.tape, action.gapFrom, Math.max(action.gapFrom, to - strippedLength(scan, to))));
  const { attributes, params, gaps } = action;
  scan.elements.push({ kind: 'action', line: action.mark.line, attributes, params, body: gaps.join(''), truncated });
  scan.action = null;
  leave(scan, end);
}

/** The text of the open element; of one that is cut at the end, without the first letters of its closing tag. */
function textTo(scan: Scan, to: number): string {
  return slice(scan.lexer.tape, scan.from, Math.max(scan.from, to - strippedLength(scan, to)));
}

function strippedLength(scan: Scan, to: number): number {
  if (to !== scan.lexer.tape.length || scan.finish !== 'stop') return 0;
  const expected = [scan.value?.name, scan.action ? 'action' : null, scan.place === 'final' ? 'final' : null];
  const tail = /<\/([a-z_-]+)$/i.exec(slice(scan.lexer.tape, Math.max(scan.from, to - 40), to));
  const name = tail?.[1]?.toLowerCase();
  return name && expected.some((one) => one?.startsWith(name)) ? (tail?.[0].length ?? 0) : 0;
}

function goBack(scan: Scan, place: Place, next: number): boolean {
  scan.place = place;
  return reread(scan, next);
}

function reread(scan: Scan, next: number): boolean {
  if (next <= scan.next) scan.rereads += scan.next - next;
  scan.next = next;
  return true;
}

function enter(scan: Scan, place: Place, from: number): void {
  scan.place = place;
  scan.from = from;
  scan.opener = scan.next;
  scan.cdata = 'may open';
}

function leave(scan: Scan, end: number): void {
  scan.place = 'top';
  scan.from = end;
  scan.opener = -1;
}

function endAt(scan: Scan, over: Scan['over'], position: number): void {
  scan.place = 'over';
  scan.over = over;
  scan.overAt = position;
}

function addLoose(scan: Scan, to: number): void {
  if (to > scan.from) scan.loose.push(slice(scan.lexer.tape, scan.from, to));
  scan.from = to;
}

function hasActions(scan: Scan): boolean {
  return scan.elements.some((element) => element.kind === 'action');
}

function opensKnownTool(scan: Scan, mark: Mark): boolean {
  return toolNamedBy(scan, slice(scan.lexer.tape, mark.start + '<action'.length, mark.end - 1)) !== undefined;
}

function toolNamedBy(scan: Scan, attributes: string): ToolSpec | undefined {
  const found = readAttributes(attributes);
  return scan.words.toolOf.get((found.get('tool') ?? found.get('name') ?? '').trim().toLowerCase());
}

function isLive(name: string): boolean {
  return name === 'action' || name === 'final';
}

function isReserved(name: string): boolean {
  return isLive(name) || THOUGHT_NAMES.has(name) || FORGED_NAMES.has(name);
}
