/** Where the grammar stands in a reply, and the steps that every part of it takes. */

import { type Lexer, startLexer } from '../lexer/lexer.ts';
import { type MarkList, markIn } from '../lexer/mark-list.ts';
import type { Mark } from '../lexer/marks.ts';
import { slice, textSince } from '../lexer/tape.ts';
import { isSpace } from '../lexer/white-space.ts';
import { type Vocabulary, vocabularyOf } from '../names.ts';
import type { Finish, PartialReply, ReplyOptions } from '../types.ts';
import { type Found, nothingFound } from './elements.ts';
import type { OpenAction, OpenValue } from './open.ts';

/**
 * Going back means that marks are read again. So many times the marks there are in all (and some for free, so that a short
 * reply never gets there); then the grammar is in haste, and takes each end for what it seems.
 */
const REREADS_MAX = 8;
const REREADS_FREE_MARKS = 10_000;
/** The same for text that is read as JSON and turns out to be none: so many characters, and so many times those before it. */
const JSON_FREE_CHARACTERS = 1 << 20;
const JSON_READS_MAX = 8;
/** So much of a text is looked at once when something in it is searched for. */
const STEP_CHARACTERS = 256;

export type Place = 'top' | 'fence' | 'comment' | 'thought' | 'final' | 'body' | 'value' | 'over';

/**
 * How fences are read: as what they are; as if they were not there, for their content is what the model means; or the only one
 * (of a shell) as an action.
 */
export type Reading = 'plain' | 'peeled' | 'json block' | 'shell block';

/** A reply that is being read: what `feedReply` and `endReply` work on. Its members are nobody's business. */
export type Scan = Grammar & {
  readonly options: ReplyOptions;
  readonly words: Vocabulary;
  readonly lexer: Lexer;
  /** Whether any text has come. */
  begun: boolean;
  /** The endpoint's word, once it has been given. */
  finish: Finish | null;
  /** How far marks have been read, and how many of them again. */
  reached: number;
  rereads: number;
  /** How much text has been read as JSON. */
  jsonRead: number;
};

/** All that a second reading of the same marks begins anew. */
export type Grammar = {
  /** The next mark to be read. */
  next: number;
  place: Place;
  /** Where the text of the open element (at the top: the loose text) begins, and the mark that opened it (-1: none). */
  from: number;
  opener: number;
  /** Inside a CDATA section that opens the element's text, or follows one that does. */
  cdata: 'may open' | 'open' | 'no';
  action: OpenAction | null;
  value: OpenValue | null;
  found: Found;
  over: PartialReply['over'];
  overAt: number;
  /** Where the last element ended: a dialect may begin right behind it. */
  elementEnd: number;
  /** Whether the reply may still be nothing but JSON that calls tools, or has turned out to be so far. */
  whole: 'may be' | 'is' | 'no';
  /** Where that JSON begins, and what had been found before it. */
  wholeFrom: { readonly at: number; readonly next: number; readonly thoughts: number; readonly loose: number };
  /** Whether a closing tag without an opening one has made all before it thought. */
  startedInThought: boolean;
  /** Marks before it stand in JSON that has turned out to be text, and are nothing; some may not have been read yet. */
  deadTo: number;
  /** Where the text begins that a closing tag without an opening one makes thought. */
  thoughtFrom: number;
  /** Of an open thought: the first place where it may turn out to have ended. */
  thoughtStop: number | null;
  /** Known once the text has ended: no closer of these comes any more. */
  thoughtsOpen: boolean;
  commentsOpen: boolean;
  thoughtCut: boolean;
  readonly reading: Reading;
  /** Fences and runs of backticks like them; blocks of code, and those among them that are for a shell. */
  fences: number;
  blocks: number;
  shellBlocks: number;
  /** Of the fence that is open: as of its mark; 0 where none is. */
  fence: number;
};

export function startState(options: ReplyOptions): Scan {
  const words = vocabularyOf(options.tools);
  const lexer = startLexer(words.names);
  return {
    options,
    words,
    lexer,
    begun: false,
    finish: null,
    reached: 0,
    rereads: 0,
    jsonRead: 0,
    ...startGrammar(options, 'plain'),
  };
}

export function startGrammar({ startsInThought = false }: ReplyOptions, reading: Reading): Grammar {
  return {
    next: 0,
    place: startsInThought ? 'thought' : 'top',
    from: 0,
    opener: -1,
    cdata: 'no',
    action: null,
    value: null,
    found: nothingFound(),
    over: null,
    overAt: 0,
    elementEnd: 0,
    whole: reading === 'plain' ? 'may be' : 'no',
    wholeFrom: { at: 0, next: 0, thoughts: 0, loose: 0 },
    startedInThought: false,
    deadTo: 0,
    thoughtFrom: 0,
    thoughtStop: null,
    thoughtsOpen: false,
    commentsOpen: false,
    thoughtCut: false,
    reading,
    fences: 0,
    blocks: 0,
    shellBlocks: 0,
    fence: 0,
  };
}

export function enter(scan: Scan, place: Place, from: number): void {
  scan.place = place;
  scan.from = from;
  scan.opener = scan.next;
  scan.cdata = 'may open';
}

export function leave(scan: Scan, end: number): void {
  scan.place = 'top';
  scan.from = end;
  scan.opener = -1;
  scan.elementEnd = end;
}

/** The reply ends here, whatever follows. */
export function endAt(scan: Scan, over: Scan['over'], position: number): void {
  scan.place = 'over';
  scan.over = over;
  scan.overAt = position;
}

export function addLoose(scan: Scan, to: number): void {
  if (to > scan.from) scan.found.loose.push({ text: textBetween(scan, scan.from, to), from: scan.from });
  scan.from = to;
}

/** Goes on at that mark, which may be one that has been read already. Gives true, as reading a mark does. */
export function readFrom(scan: Scan, next: number): true {
  scan.reached = Math.max(scan.reached, scan.next);
  if (next <= scan.next) scan.rereads += scan.next - next;
  scan.next = next;
  return true;
}

export function inHaste(scan: Scan): boolean {
  return scan.rereads > REREADS_FREE_MARKS + REREADS_MAX * Math.max(scan.reached, scan.next);
}

/** Whether so much has been read as JSON in vain that no more is tried at that position. */
export function isJsonSpent(scan: Scan, position: number): boolean {
  return scan.jsonRead > JSON_FREE_CHARACTERS + JSON_READS_MAX * position;
}

export function markAt(scan: Scan, index: number | null): Mark | undefined {
  return index === null ? undefined : markIn(scan.lexer.marks, index);
}

export function textBetween(scan: Scan, from: number, to: number): string {
  return slice(scan.lexer.tape, from, to);
}

/** The line that the position is on, from 1. */
export function lineAt(scan: Scan, position: number): number {
  const mark = lastMarkBefore(scan.lexer.marks, position);
  const between = textBetween(scan, mark?.start ?? 0, position);
  return (mark?.line ?? 1) + (between.match(/\n/g)?.length ?? 0);
}

function lastMarkBefore(marks: MarkList, position: number): Mark | undefined {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((markIn(marks, middle)?.start ?? position) <= position) low = middle + 1;
    else high = middle;
  }
  return markIn(marks, low - 1);
}

export function textLength(scan: Scan): number {
  return scan.lexer.tape.length;
}

/** The text from there to the end of what there is. */
export function textFrom(scan: Scan, from: number): string {
  return textSince(scan.lexer.tape, from);
}

/** The first character from there on that is no white space; null where none has been read yet. */
export function firstVisible(scan: Scan, from: number): number | null {
  if (scan.lexer.lastVisible < from) return null;
  for (let at = from; at < textLength(scan); at += STEP_CHARACTERS) {
    const step = textBetween(scan, at, at + STEP_CHARACTERS);
    for (let i = 0; i < step.length; i++) if (!isSpace(step.charCodeAt(i))) return at + i;
  }
  return null;
}
