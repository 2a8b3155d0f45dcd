/** Thoughts: any of their names closes any, nothing in them is live, and servers may swallow their opening tag. */

import { isAround, openingAt } from '../dialects/openings.ts';
import type { Mark } from '../lexer/marks.ts';
import { isLive, THOUGHT_NAMES } from '../names.ts';
import { repair } from './elements.ts';
import { callsKnown } from './json-ahead.ts';
import { addLoose, enter, leave, lineAt, markAt, readFrom, type Scan, textBetween, textLength } from './state.ts';
import { textTo } from './tail.ts';

export function openThought(scan: Scan, mark: Mark): void {
  addLoose(scan, mark.start);
  scan.thoughtStop = null;
  enter(scan, 'thought', mark.end);
  if (mark.kind === 'empty') leave(scan, mark.end);
}

export function readThought(scan: Scan, mark: Mark): boolean {
  if (mark.kind === 'close' && THOUGHT_NAMES.has(mark.name)) {
    closeThought(scan, mark.start, mark.end);
  } else if (opensSwallowed(scan, mark)) {
    enter(scan, 'thought', mark.end);
  } else if (mark.atLineStart && opensLive(scan, mark)) {
    if (scan.thoughtsOpen) return endUnclosed(scan, mark.start);
    scan.thoughtStop ??= mark.start;
  }
  scan.next++;
  return true;
}

/** No more text comes. A thought that is never closed ends where an element opens at the start of a line. */
export function closeOpenThought(scan: Scan): boolean {
  if (scan.finish === 'stop' && !scan.thoughtsOpen) {
    scan.thoughtsOpen = true;
    scan.cdata = scan.opener < 0 ? 'no' : 'may open';
    return readFrom(scan, scan.opener + 1);
  }
  if (scan.finish === 'stop') return endUnclosed(scan, textLength(scan));
  scan.thoughtCut = true;
  closeThought(scan, textLength(scan), textLength(scan));
  return false;
}

/** The server's template swallowed the opening tag: all that stands before the closer, and is no thought yet, was one. */
export function takeAsThought(scan: Scan, closer: Mark): void {
  const raw = textBetween(scan, scan.thoughtFrom, closer.start);
  const { thoughts, actions, loose, repairs } = scan.found;
  scan.startedInThought ||= thoughts.length === 0;
  scan.whole = scan.reading === 'plain' ? 'may be' : 'no';
  scan.found.final = null;
  actions.length = 0;
  loose.length = 0;
  repairs.clear();
  if (raw.trim() !== '')
    thoughts.push({ raw, written: closer.name === 'thought', line: lineAt(scan, scan.thoughtFrom) });
  scan.thoughtFrom = closer.end;
  leave(scan, closer.end);
}

/** An element, or a dialect with an offered tool: where the tool is named in JSON, only the end of the text tells. */
function opensLive(scan: Scan, mark: Mark): boolean {
  if (mark.kind === 'close' || mark.kind === 'cut') return false;
  if (mark.kind !== 'label' && isLive(mark.name)) return true;
  const opening = openingAt(scan, scan.next);
  if (opening === null) return isAround(scan, scan.next, false) !== false;
  if (opening === 'unknown' || opening.tool || !scan.thoughtsOpen) return true;
  return callsKnown(scan, opening.bodyFrom);
}

/** A reply that is known to start in thought may say so itself. */
function opensSwallowed(scan: Scan, mark: Mark): boolean {
  return scan.opener < 0 && scan.next === 0 && mark.afterBlank && mark.kind === 'open' && THOUGHT_NAMES.has(mark.name);
}

function endUnclosed(scan: Scan, at: number): boolean {
  const raw = closeThought(scan, at, at);
  if (raw !== '') repair(scan.found, 'unclosed', lineAt(scan, at));
  return at < textLength(scan);
}

/** Gives the text of the thought; empty where it was opened by the endpoint and nothing is in it. */
function closeThought(scan: Scan, to: number, end: number): string {
  const opener = markAt(scan, scan.opener);
  const raw = textTo(scan, to);
  const swallowed = opener === undefined && raw.trim() === '';
  if (!swallowed) scan.found.thoughts.push({ raw, written: opener?.name === 'thought', line: opener?.line ?? 1 });
  scan.thoughtFrom = end;
  leave(scan, end);
  return swallowed ? '' : raw;
}
