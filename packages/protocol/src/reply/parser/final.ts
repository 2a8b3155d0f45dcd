/** The final: it ends the reply, unless an action came before. */

import { FENCE_CHARACTERS_MIN, type Mark } from '../lexer/marks.ts';
import { WRAPPER_NAMES } from '../names.ts';
import { repair } from './elements.ts';
import { REACT } from './forms.ts';
import { addLoose, endAt, enter, firstVisible, leave, markAt, type Scan, textLength } from './state.ts';
import { textTo } from './tail.ts';

export function openFinal(scan: Scan, mark: Mark): void {
  addLoose(scan, mark.start);
  if (isPremature(scan)) repair(scan.found, 'premature-final', mark.line);
  enter(scan, 'final', mark.end);
  if (mark.kind === 'empty') closeFinal(scan, mark.end, mark.end, false);
}

/** `Final Answer:` in the form of lines: it goes on to the end of the text. */
export function openAnswer(scan: Scan, label: Mark): void {
  repair(scan.found, `dialect:${REACT.dialect}`, label.line);
  openFinal(scan, label);
}

export function readFinal(scan: Scan, mark: Mark): boolean {
  if (isAnswer(scan)) {
    scan.next++;
    return true;
  }
  if (mark.kind === 'close' && mark.name === 'final') closeFinal(scan, mark.start, mark.end, false);
  scan.next++;
  return true;
}

export function closeOpenFinal(scan: Scan): void {
  const isMended = scan.finish === 'stop' && !isPremature(scan) && !isAnswer(scan);
  if (isMended) repair(scan.found, 'unclosed', markAt(scan, scan.opener)?.line ?? 1);
  closeFinal(scan, textLength(scan), textLength(scan), scan.finish === 'length');
}

/** One that was written before the results of the actions were seen is dropped. */
function closeFinal(scan: Scan, to: number, end: number, truncated: boolean): void {
  if (isPremature(scan)) {
    leave(scan, end);
    return;
  }
  const answer = isAnswer(scan);
  const raw = answer ? textTo(scan, to).trim() : textTo(scan, to);
  scan.found.final = { raw, exact: answer, line: markAt(scan, scan.opener)?.line ?? 1, truncated };
  endAt(scan, 'final', end);
}

/** Whether the open final is that of the form of lines. */
export function isAnswer(scan: Scan): boolean {
  return markAt(scan, scan.opener)?.kind === 'label';
}

/** What closes behind a final says nothing: the tag of a wrapper, the fence that is peeled off. The reply ends behind it. */
export function passClosers(scan: Scan): void {
  let index = scan.next;
  for (let mark = markAt(scan, index); mark && saysNothing(scan, mark); mark = markAt(scan, ++index)) {
    if (firstVisible(scan, scan.overAt) !== mark.start) return;
    scan.overAt = mark.end;
  }
}

function saysNothing(scan: Scan, mark: Mark): boolean {
  const isFence = mark.kind !== 'fence-open' && Math.abs(mark.count) >= FENCE_CHARACTERS_MIN;
  return WRAPPER_NAMES.has(mark.name) || (isFence && scan.reading === 'peeled');
}

function isPremature(scan: Scan): boolean {
  return scan.found.actions.length > 0;
}
