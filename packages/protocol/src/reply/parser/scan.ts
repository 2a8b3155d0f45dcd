/**
 * The reply scanner: start, feed as the text comes, end. A lexer finds the marks; this grammar decides, mark by mark, which
 * of them are live: only what stands at the top level opens an element, and a value ends only where `docs/protocol.md` says
 * it does. Where that can be told only from what follows (a closer that was left out), the grammar goes on by the likelier
 * reading and, at the end, goes back to the mark where the other one begins.
 */

import { isMoreThanJson, judgeWhole, readAsText } from '../dialects/whole.ts';
import { catchUp, dropFrom, endLexer, lex } from '../lexer/lexer.ts';
import type { Mark } from '../lexer/marks.ts';
import type { Finish } from '../types.ts';
import { closeOpenBody, readBody } from './body.ts';
import { repair } from './elements.ts';
import { closeOpenFinal, passClosers, readFinal } from './final.ts';
import { isInJson, readBodyJson } from './json-body.ts';
import { addLoose, endAt, markAt, type Reading, type Scan, startGrammar, textLength } from './state.ts';
import { cutAroundLength } from './tail.ts';
import { closeOpenThought, readThought } from './thought.ts';
import { closeOpenComment, readComment, readFence, readTop } from './top.ts';
import { closeOpenValue, readValueMark } from './value-end.ts';

const BYTE_ORDER_MARK = '\ufeff';

export function feedScan(scan: Scan, text: string): void {
  const bare = !scan.begun && text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  scan.begun ||= text !== '';
  if (lex(scan.lexer, bare)) advance(scan);
}

/** Understands all that has come: to be called before anything of the scan is shown. */
export function catchUpScan(scan: Scan): void {
  catchUp(scan.lexer);
  advance(scan);
}

/** No more text comes. Whatever is open is closed, or marked as cut. */
export function endScan(scan: Scan, finish: Finish): void {
  scan.finish = finish;
  endLexer(scan.lexer);
  settle(scan);
  if (scan.over === 'forged-observation' && !hasElements(scan)) dropForged(scan);
  const { blocks, shellBlocks, fences } = scan;
  if (hasElements(scan) || (blocks === 1 && readAgain(scan, 'json block'))) return;
  if (fences > 0 && readAgain(scan, 'peeled')) return;
  if (scan.options.bashFence === true && shellBlocks === 1) readAgain(scan, 'shell block');
}

/** However the text before is read: it ends there of the model's own accord, and a stream was cancelled there. */
function dropForged(scan: Scan): void {
  dropFrom(scan.lexer, scan.overAt);
  scan.finish = 'stop';
}

/** Nothing but what stands in fences may be live: then they are the model's way of writing. Gives whether it is so. */
function readAgain(scan: Scan, reading: Reading): boolean {
  const plain = { ...scan };
  Object.assign(scan, startGrammar(scan.options, reading));
  settle(scan);
  if (!hasElements(scan)) Object.assign(scan, plain);
  else if (scan.over === null && plain.over !== null) {
    repair(scan.found, plain.over, scan.lexer.line);
    endAt(scan, plain.over, plain.overAt);
  }
  return hasElements(scan);
}

function hasElements(scan: Scan): boolean {
  return scan.found.actions.length > 0 || scan.found.final !== null;
}

function settle(scan: Scan): void {
  advance(scan);
  while (scan.place !== 'over' && closeOpen(scan)) advance(scan);
  if (isMoreThanJson(scan, textLength(scan))) {
    readAsText(scan);
    settle(scan);
  } else if (scan.place === 'top') addLoose(scan, textLength(scan) - cutAroundLength(scan));
  else if (scan.over === 'final') passClosers(scan);
}

function advance(scan: Scan): void {
  while (scan.place !== 'over') {
    if (isInJson(scan)) {
      if (!readBodyJson(scan)) return;
      continue;
    }
    if (scan.place === 'top' && judgeWhole(scan)) continue;
    const mark = markAt(scan, scan.next);
    if (!mark || !readMark(scan, mark)) return;
  }
}

/** Gives false where the mark cannot be judged before more text has come. Otherwise `next` has moved, or `place` has. */
function readMark(scan: Scan, mark: Mark): boolean {
  if (mark.start < Math.max(scan.from, scan.deadTo)) {
    // It stands in what has been read as JSON, or in the line of a dialect.
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
    default:
      return readsCdata(scan, mark) || readInElement(scan, mark);
  }
}

function readInElement(scan: Scan, mark: Mark): boolean {
  switch (scan.place) {
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
function readsCdata(scan: Scan, mark: Mark): boolean {
  if (scan.cdata === 'open') {
    if (mark.kind === 'cdata-end') scan.cdata = 'may open';
  } else {
    const opens = scan.cdata === 'may open' && mark.kind === 'cdata' && mark.afterBlank;
    scan.cdata = opens ? 'open' : 'no';
    if (!opens) return false;
  }
  scan.next++;
  return true;
}

/** Closes what is still open when no more text comes. Gives whether there is more to be read. */
function closeOpen(scan: Scan): boolean {
  switch (scan.place) {
    case 'thought':
      return closeOpenThought(scan);
    case 'comment':
      return closeOpenComment(scan);
    case 'value':
      return closeOpenValue(scan);
    case 'body':
      return closeOpenBody(scan);
    case 'final':
      closeOpenFinal(scan);
      return false;
    case 'fence':
      scan.place = 'top';
      return false;
    default:
      return false;
  }
}
