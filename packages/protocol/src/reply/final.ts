/** The final: it ends the reply, unless an action came before. */
import type { Mark } from './marks.ts';
import { addLoose, endAt, enter, leave, markAt, type Scan, textLength } from './state.ts';
import { textTo } from './tail.ts';

export function openFinal(scan: Scan, mark: Mark): void {
  addLoose(scan, mark.start);
  if (isPremature(scan)) scan.found.repairs.add('premature-final');
  enter(scan, 'final', mark.end);
  if (mark.kind === 'empty') closeFinal(scan, mark.end, mark.end, false);
}

export function readFinal(scan: Scan, mark: Mark): boolean {
  if (mark.kind === 'close' && mark.name === 'final') closeFinal(scan, mark.start, mark.end, false);
  scan.next++;
  return true;
}

export function closeOpenFinal(scan: Scan): void {
  if (scan.finish === 'stop' && !isPremature(scan)) scan.found.repairs.add('unclosed');
  closeFinal(scan, textLength(scan), textLength(scan), scan.finish === 'length');
}

/** One that was written before the results of the actions were seen is dropped. */
function closeFinal(scan: Scan, to: number, end: number, truncated: boolean): void {
  if (isPremature(scan)) {
    leave(scan, end);
    return;
  }
  scan.found.final = { raw: textTo(scan, to), line: markAt(scan, scan.opener)?.line ?? 1, truncated };
  endAt(scan, 'final', end);
}

function isPremature(scan: Scan): boolean {
  return scan.found.actions.length > 0;
}
