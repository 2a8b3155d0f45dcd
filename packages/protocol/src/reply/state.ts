/** Where the grammar stands in a reply, and the steps that every part of it takes. */
import type { ToolSpec } from '../tool-spec.ts';
import type { Attributes } from './attributes.ts';
import { type Cut, type Found, nothingFound, type ParamElement } from './elements.ts';
import { type Lexer, startLexer } from './lexer.ts';
import type { Mark } from './marks.ts';
import { type Vocabulary, vocabularyOf } from './names.ts';
import { slice } from './tape.ts';
import type { Finish, PartialReply, ReplyOptions } from './types.ts';

/**
 * Going back means that marks are read again. So many times the marks there are in all (and some for free, so that a short
 * reply never gets there); then the grammar is in haste, and takes each end for what it seems.
 */
const REREADS_MAX = 8;
const REREADS_FREE_MARKS = 10_000;

export type Place = 'top' | 'fence' | 'comment' | 'thought' | 'final' | 'body' | 'value' | 'over';

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
  /** Where the text begins that a closing tag without an opening one makes thought. */
  thoughtFrom: number;
  /** Of an open thought: the first place where it may turn out to have ended. */
  thoughtStop: number | null;
  /** Known once the text has ended: no closer of these comes any more. */
  thoughtsOpen: boolean;
  commentsOpen: boolean;
  thoughtCut: boolean;
  /** Read fences as if they were not there: their content is what the model means. */
  peel: boolean;
  fences: number;
  /** Of the fence that is open: as of its mark; 0 where none is. */
  fence: number;
};

export type OpenAction = {
  readonly mark: Mark;
  readonly attributes: Attributes;
  readonly tool: ToolSpec | undefined;
  readonly params: ParamElement[];
  /** The names of the parameters that it has so far, its attributes among them. */
  readonly given: Set<string>;
  readonly gaps: string[];
  gapFrom: number;
  /** Whether its body begins like a JSON object: then no tag in it is a parameter. Null: not known yet. */
  json: boolean | null;
  /** Actions that were opened inside its body. */
  depth: number;
  /** Marks: the first `</action>` inside such a one, and the first action that opens at the start of a line. */
  innerEnd: number | null;
  follower: number | null;
  /** What the end of the text has cut off in it. */
  cut: Cut | null;
};

/** Marks are indices, null where there has been none. */
export type OpenValue = {
  readonly name: string;
  readonly line: number;
  /** Of a path, a number or a boolean: no line break and no tag is part of it. */
  readonly short: boolean;
  /** Actions that were opened inside the value, and elements of its own name inside of those. */
  depth: number;
  innerNames: number;
  /** The last closer of its own, and the last one before an `</action>`. */
  closer: number | null;
  closerBeforeEnd: number | null;
  /** The first closer that another action follows at the start of a line. */
  closerBeforeAction: number | null;
  /** The first closer that would end the value, if the action it stands in had not been opened inside the value. */
  innerCloser: number | null;
  /** The first and the last `</action>`; the first counts only if no closer stands before it. */
  firstEnd: number | null;
  lastEnd: number | null;
  /** The first action that opens behind that first `</action>`. */
  follower: number | null;
  /** The first other parameter that opens at the start of a line. */
  param: number | null;
  /** The first position where the value may turn out to have ended. */
  stop: number | null;
};

export function startState(options: ReplyOptions): Scan {
  const words = vocabularyOf(options.tools);
  const lexer = startLexer(words.names);
  return { options, words, lexer, begun: false, finish: null, reached: 0, rereads: 0, ...startGrammar(options, false) };
}

export function startGrammar({ startsInThought = false }: ReplyOptions, peel: boolean): Grammar {
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
    thoughtFrom: 0,
    thoughtStop: null,
    thoughtsOpen: false,
    commentsOpen: false,
    thoughtCut: false,
    peel,
    fences: 0,
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
}

/** The reply ends here, whatever follows. */
export function endAt(scan: Scan, over: Scan['over'], position: number): void {
  scan.place = 'over';
  scan.over = over;
  scan.overAt = position;
}

export function addLoose(scan: Scan, to: number): void {
  if (to > scan.from) scan.found.loose.push(textBetween(scan, scan.from, to));
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

export function markAt(scan: Scan, index: number | null): Mark | undefined {
  return index === null ? undefined : scan.lexer.marks[index];
}

export function textBetween(scan: Scan, from: number, to: number): string {
  return slice(scan.lexer.tape, from, to);
}

export function textLength(scan: Scan): number {
  return scan.lexer.tape.length;
}
