/**
 * The top level of a reply: which marks are live there. What stands in code or in a comment is not. A dialect opens an action
 * at the start of a line or right after an element, if the tool it names is offered.
 */

import { foundCalls, foundCommand } from '../dialects/blocks.ts';
import { isAround, openingAt } from '../dialects/openings.ts';
import { CALL_TOKEN, CALLS_LITERAL } from '../dialects/tokens.ts';
import { FENCE_CHARACTERS_MIN, type Mark } from '../lexer/marks.ts';
import { FORGED_NAMES, RESULT_NAMES, THOUGHT_NAMES, WRAPPER_NAMES } from '../names.ts';
import { cutAction, openAction } from './body.ts';
import { repair } from './elements.ts';
import { openAnswer, openFinal } from './final.ts';
import { REACT } from './forms.ts';
import { closeAction, enterAction } from './open-action.ts';
import { addLoose, endAt, enter, leave, markAt, readFrom, type Scan, textBetween, textLength } from './state.ts';
import { openThought, takeAsThought } from './thought.ts';

/** So much of a line is looked at once when its end is searched for. */
const LINE_CHARACTERS = 256;
const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'shell']);
/** Closing tags that may be left over behind a call. */
const STRAY_NAMES: ReadonlySet<string> = new Set([
  'function',
  'invoke',
  'parameter',
  'param',
  'arg_value',
  CALL_TOKEN,
  CALLS_LITERAL,
]);

export function readTop(scan: Scan, mark: Mark): boolean {
  switch (mark.kind) {
    case 'tick':
      return readTick(scan, mark);
    case 'fence':
    case 'fence-open':
      openFence(scan, mark);
      break;
    case 'comment':
      if (scan.commentsOpen) return skipLine(scan, mark);
      enter(scan, 'comment', scan.from);
      break;
    case 'cut':
      cutAction(scan, mark);
      break;
    case 'open':
    case 'empty':
    case 'close':
    case 'label':
      return readTag(scan, mark);
  }
  scan.next++;
  return true;
}

/** Order counts: the protocol's own elements, then the dialects, then what stands around either. */
function readTag(scan: Scan, mark: Mark): boolean {
  if (mark.kind === 'close' && THOUGHT_NAMES.has(mark.name)) takeAsThought(scan, mark);
  else if (isForged(scan, mark)) endForged(scan, mark);
  else if (mark.kind === 'open' || mark.kind === 'empty') openElement(scan, mark);
  if (scan.place === 'top' && mark.start >= scan.from && isInPlace(scan, mark)) {
    const done = openDialect(scan, mark);
    if (done === 'unknown') return false;
  }
  scan.next++;
  return true;
}

/** Whether a dialect may open there: at the start of a line, or right after an element. */
function isInPlace(scan: Scan, mark: Mark): boolean {
  return mark.atLineStart || isRightBehindElement(scan, mark);
}

function isRightBehindElement(scan: Scan, mark: Mark): boolean {
  const gap = mark.start - scan.elementEnd;
  return gap >= 0 && gap <= LINE_CHARACTERS && textBetween(scan, scan.elementEnd, mark.start).trim() === '';
}

function openDialect(scan: Scan, mark: Mark): boolean | 'unknown' {
  const opening = openingAt(scan, scan.next);
  if (opening === 'unknown') return opening;
  if (opening !== null) {
    enterAction(scan, opening);
    if (mark.kind === 'empty') closeAction(scan, mark.end, mark.end);
    return true;
  }
  if (mark.kind === 'label' && mark.name === 'final answer') {
    openAnswer(scan, mark);
    return true;
  }
  const around = isAround(scan, scan.next, isBehindDialect(scan) || closesBehindAction(scan, mark));
  if (around === true || WRAPPER_NAMES.has(mark.name) || isStrayCloser(scan, mark)) dropTag(scan, mark);
  return around;
}

/** Whether the last element is an action in a dialect: what is left of its tags is no text. */
function isBehindDialect(scan: Scan): boolean {
  return (scan.found.actions.at(-1)?.dialect ?? null) !== null && scan.place === 'top';
}

/** Whether a closing tag stands right behind an action, in whatever form: it closes nothing that is text. */
function closesBehindAction(scan: Scan, mark: Mark): boolean {
  return mark.kind === 'close' && scan.found.actions.length > 0 && isRightBehindElement(scan, mark);
}

function isStrayCloser(scan: Scan, mark: Mark): boolean {
  return mark.kind === 'close' && STRAY_NAMES.has(mark.name) && isBehindDialect(scan);
}

function dropTag(scan: Scan, mark: Mark): void {
  addLoose(scan, mark.start);
  scan.from = mark.end;
  scan.elementEnd = mark.end;
}

/** A model that goes on with what only its reader may say: an observation, a message, or the next lines of a dialogue. */
function isForged(scan: Scan, mark: Mark): boolean {
  if (mark.kind === 'label') return mark.name === 'observation' && mark.atLineStart && hasReact(scan);
  if (mark.kind === 'close') return false;
  return FORGED_NAMES.has(mark.name) || (RESULT_NAMES.has(mark.name) && isBehindDialect(scan) && isInPlace(scan, mark));
}

function hasReact(scan: Scan): boolean {
  return scan.found.actions.some(({ dialect }) => dialect === REACT.dialect);
}

function endForged(scan: Scan, mark: Mark): void {
  addLoose(scan, mark.start);
  repair(scan.found, 'forged-observation', mark.line);
  endAt(scan, 'forged-observation', mark.start);
}

export function readFence(scan: Scan, mark: Mark): boolean {
  if (closesFence(scan, mark)) {
    scan.place = 'top';
    scan.fence = 0;
  }
  scan.next++;
  return true;
}

export function readComment(scan: Scan, mark: Mark): boolean {
  if (mark.kind === 'comment-end') scan.place = 'top';
  scan.next++;
  return true;
}

/** No more text comes: a comment that is left open ends at its line. */
export function closeOpenComment(scan: Scan): boolean {
  scan.commentsOpen = true;
  scan.place = 'top';
  return readFrom(scan, scan.opener);
}

function openElement(scan: Scan, mark: Mark): void {
  if (THOUGHT_NAMES.has(mark.name)) openThought(scan, mark);
  else if (mark.name === 'final') openFinal(scan, mark);
  else if (mark.name === 'action') openAction(scan, mark);
}

/** Inside inline code nothing is live; a run of backticks that is not closed on its line is none. */
function readTick(scan: Scan, mark: Mark): boolean {
  if (mark.count >= FENCE_CHARACTERS_MIN) {
    scan.fences++;
    if (scan.reading === 'peeled') {
      dropFence(scan, mark);
      scan.next++;
      return true;
    }
  }
  if (mark.pair === null && mark.line === scan.lexer.line && scan.finish === null) return false;
  scan.next = mark.pair === null ? scan.next + 1 : mark.pair + 1;
  return true;
}

function openFence(scan: Scan, mark: Mark): void {
  scan.fences++;
  scan.blocks++;
  const isShell = mark.kind === 'fence-open' && SHELLS.has(infoOf(scan, mark));
  if (isShell) scan.shellBlocks++;
  if (scan.reading === 'peeled') dropFence(scan, mark);
  else if (scan.reading === 'json block' || (scan.reading === 'shell block' && isShell)) readBlock(scan, mark);
  else {
    scan.fence = mark.count;
    enter(scan, 'fence', scan.from);
  }
}

/** The first word behind a fence: the language of the block. */
function infoOf(scan: Scan, fence: Mark): string {
  const line = textBetween(scan, fence.end, fence.end + LINE_CHARACTERS).split('\n', 1)[0] ?? '';
  return line.trim().split(/\s/, 1)[0]?.toLowerCase() ?? '';
}

/** The block as an action, or as calls in JSON. */
function readBlock(scan: Scan, fence: Mark): void {
  let closer = scan.next + 1;
  scan.fence = fence.count;
  while (closer < scan.lexer.marks.length && !closesFence(scan, markAt(scan, closer) ?? fence)) closer++;
  const end = markAt(scan, closer);
  addLoose(scan, fence.start);
  const from = textBetween(scan, fence.end, textLength(scan)).indexOf('\n');
  const text = from < 0 ? '' : textBetween(scan, fence.end + from + 1, end?.start ?? textLength(scan));
  if (scan.reading === 'shell block') foundCommand(scan, fence, text, end !== undefined);
  else foundCalls(scan, fence, text, end !== undefined);
  scan.fence = 0;
  scan.next = closer;
  leave(scan, end?.end ?? textLength(scan));
}

function closesFence(scan: Scan, mark: Mark): boolean {
  const sameKind = Math.sign(mark.count) === Math.sign(scan.fence);
  return mark.kind === 'fence' && sameKind && Math.abs(mark.count) >= Math.abs(scan.fence);
}

/** A fence that is peeled off: neither it nor the words behind it are text. */
function dropFence(scan: Scan, mark: Mark): void {
  addLoose(scan, mark.start);
  repair(scan.found, 'fence', mark.line);
  scan.from = mark.kind === 'fence-open' ? infoEnd(scan, mark) : mark.end;
}

/** Where the words behind a fence end: at the end of the line, or at the next mark on it. */
function infoEnd(scan: Scan, fence: Mark): number {
  const next = markAt(scan, scan.next + 1)?.start ?? textLength(scan);
  for (let at = fence.end; at < next; at += LINE_CHARACTERS) {
    const newline = textBetween(scan, at, Math.min(next, at + LINE_CHARACTERS)).indexOf('\n');
    if (newline >= 0) return at + newline;
  }
  return next;
}

function skipLine(scan: Scan, opener: Mark): boolean {
  while (markAt(scan, scan.next)?.line === opener.line) scan.next++;
  return true;
}
