/** Scanning, from outside: a reply as a whole, or as it streams. */
import { readAction } from './call/action.ts';
import { readText } from './call/values.ts';
import { endsInOpening } from './dialects/cut-opening.ts';
import { type NativeCalls, nativeElements } from './dialects/native.ts';
import { repair } from './parser/elements.ts';
import { catchUpScan, endScan, feedScan } from './parser/scan.ts';
import { lineAt, type Scan, startState } from './parser/state.ts';
import { partialOf } from './partial.ts';
import type { Finish, PartialReply, Reply, ReplyAction, ReplyError, ReplyOptions, Thought } from './types.ts';

export type { Scan } from './parser/state.ts';

/** What comes beside the text in the endpoint's message. */
export type ReplyFields = { readonly reasoning: string } & NativeCalls;

/** Reads a whole reply. Total: no text makes it throw; what it cannot take is in `error`. */
export function parseReply(text: string, finish: Finish, options: ReplyOptions, fields?: ReplyFields): Reply {
  const scan = startReply(options);
  feedReply(scan, text);
  return endReply(scan, finish, fields);
}

/** Begins to read a reply. Feed it the text as it comes (`feedReply`), then end it (`endReply`). */
export function startReply(options: ReplyOptions): Scan {
  return startState(options);
}

/** Takes the next piece of the reply: any piece, cut anywhere. */
export function feedReply(scan: Scan, text: string): void {
  feedScan(scan, text);
}

/** Why all that may still come would be dropped, or null: then the stream can be cancelled. */
export function overOf(scan: Scan): PartialReply['over'] {
  catchUpScan(scan);
  return scan.over;
}

/** What can be shown so far. Costs as much as there are elements, and as the one that is open is long. */
export function partialReply(scan: Scan): PartialReply {
  catchUpScan(scan);
  return partialOf(scan);
}

/** The text has ended: the reply, understood. The scan is of no further use. */
export function endReply(scan: Scan, finish: Finish, fields?: ReplyFields): Reply {
  endScan(scan, finish);
  const { found, words } = scan;
  const { final } = found;
  if (scan.over === 'final' && scan.lexer.lastVisible >= scan.overAt)
    repair(found, 'after-final', lineAt(scan, scan.overAt));
  const inText = found.actions.map((element) => readAction(element, words, found));
  const actions = [...inText, ...nativeActions(scan, inText, finish, fields)];
  const spoken = found.thoughts.map(({ raw, written }): Thought => ({ text: readText(raw), written }));
  const reasoning: Thought[] = fields?.reasoning ? [{ text: fields.reasoning, written: false }] : [];
  return {
    thoughts: [...reasoning, ...spoken],
    actions,
    final: final && (final.exact ? final.raw : readText(final.raw)),
    loose: found.loose.map(({ text }) => text).join(''),
    repairs: [...found.repairs.keys()],
    error: actions.length > 0 ? (actions.find((action) => action.error)?.error ?? null) : errorWithoutActions(scan),
    // An endpoint that has a field for its thoughts does not begin the text with them.
    ...(scan.startedInThought && reasoning.length === 0 ? { startedInThought: true } : {}),
  };
}

/** A call that stands in the text as well is one: some servers leave there what they have read from it. */
function nativeActions(
  { words, over, found, lexer }: Scan,
  inText: readonly ReplyAction[],
  finish: Finish,
  fields: NativeCalls = {},
): readonly ReplyAction[] {
  const elements = nativeElements(fields, finish, words);
  if (elements.length === 0) return [];
  if (found.final || over === 'final') repair(found, 'after-final', lexer.line);
  if (found.final || over !== null) return [];
  repair(found, 'dialect:native', lexer.line);
  const actions = elements.map((element) => readAction(element, words, found));
  return actions.filter((action) => !inText.some((one) => isSameCall(one, action)));
}

function isSameCall(one: ReplyAction, other: ReplyAction): boolean {
  return one.tool === other.tool && JSON.stringify(one.params) === JSON.stringify(other.params);
}

function errorWithoutActions(scan: Scan): ReplyError | null {
  const { final } = scan.found;
  if (!final) return noElement(scan);
  if (!final.truncated) return null;
  return { code: 'truncated', message: `line ${final.line}: <final> is not closed: the answer was cut off` };
}

function noElement(scan: Scan): ReplyError {
  const { thoughtCut, lexer } = scan;
  if (thoughtCut) {
    return { code: 'truncated', message: 'the reply was cut off inside a thought: think shorter' };
  }
  if (scan.finish === 'length' && endsInOpening(scan)) {
    return { code: 'truncated', message: `line ${lexer.line}: the reply was cut off where a call begins` };
  }
  const where =
    lexer.lastVisible < 0
      ? 'the reply is empty'
      : `line 1${lexer.line > 1 ? ` to ${lexer.line}` : ''}: there is no action and no final`;
  return { code: 'no-element', message: where };
}
