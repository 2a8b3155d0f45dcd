/**
 * The top level of a reply: which marks are live there. What stands in code or in a comment is not.
 *
 * The dialects join here: their openings become marks of their own, and at the start of a line or right after an element one
 * of an offered tool opens an action, as `<action` does.
 */
import { cutAction, openAction } from './body.ts';
import { openFinal } from './final.ts';
import { FENCE_CHARACTERS_MIN, type Mark } from './marks.ts';
import { FORGED_NAMES, THOUGHT_NAMES } from './names.ts';
import { addLoose, endAt, enter, markAt, readFrom, type Scan, textBetween, textLength } from './state.ts';
import { openThought, takeAsThought } from './thought.ts';

/** So much of a line is looked at once when its end is searched for. */
const LINE_CHARACTERS = 256;

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
    case 'open':
    case 'empty':
      openElement(scan, mark);
      break;
    case 'cut':
      cutAction(scan, mark);
      break;
    case 'close':
      if (THOUGHT_NAMES.has(mark.name)) takeAsThought(scan, mark);
  }
  scan.next++;
  return true;
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
  if (FORGED_NAMES.has(mark.name)) {
    addLoose(scan, mark.start);
    scan.found.repairs.add('forged-observation');
    endAt(scan, 'forged-observation', mark.start);
  } else if (THOUGHT_NAMES.has(mark.name)) openThought(scan, mark);
  else if (mark.name === 'final') openFinal(scan, mark);
  else if (mark.name === 'action') openAction(scan, mark);
}

/** Inside inline code nothing is live; a run of backticks that is not closed on its line is none. */
function readTick(scan: Scan, mark: Mark): boolean {
  if (mark.count >= FENCE_CHARACTERS_MIN) {
    scan.fences++;
    if (scan.peel) {
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
  if (!scan.peel) {
    scan.fence = mark.count;
    enter(scan, 'fence', scan.from);
  } else {
    dropFence(scan, mark);
  }
}

function closesFence(scan: Scan, mark: Mark): boolean {
  const sameKind = Math.sign(mark.count) === Math.sign(scan.fence);
  return mark.kind === 'fence' && sameKind && Math.abs(mark.count) >= Math.abs(scan.fence);
}

/** A fence that is peeled off: neither it nor the words behind it are text. */
function dropFence(scan: Scan, mark: Mark): void {
  addLoose(scan, mark.start);
  scan.found.repairs.add('fence');
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
