/** What a person reads of it: a row each as it is found out, then what is switched off, and what to keep. */
import type { Finding, Row } from './finding.ts';
import { type Kept, objectOf } from './keep.ts';

const MARKS = { yes: 'yes', no: 'no', unknown: '?', failed: 'FAILED', untried: '-' };
const MARK_COLUMNS = 8;
const ROW_COLUMNS = 12;

export function rowText({ row, holds, says }: Finding): string {
  return `${MARKS[holds].padEnd(MARK_COLUMNS)}${row.padEnd(ROW_COLUMNS)}${says}\n`;
}

const WAITS = '…';
/** Takes what stands on the terminal's line away again. */
export const LINE_CLEARED = '\r\x1b[2K';

/** Stands on a terminal while it is being found out. */
export function beginningText(row: Row): string {
  const what = row === 'protocol' ? 'a session of a few turns: three to six replies' : '';
  return `${WAITS.padEnd(MARK_COLUMNS)}${row.padEnd(ROW_COLUMNS)}${what}`.trimEnd();
}

export function offText(findings: readonly Finding[]): string {
  const off = findings.filter((finding) => finding.off !== undefined);
  if (off.length === 0) return '';
  return `\nBecause of that:\n${off.map(({ row, off: what }) => `  ${row}: ${what}\n`).join('')}`;
}

/** @param file where it has been written, or null where it has not. */
export function keptText(kept: Kept, file: string | null): string {
  if (kept.members.length === 0) return '\nThere is nothing to keep: this server is as the rest.\n';
  const use = `To use it: tagma --model ${kept.model}\n`;
  if (file !== null) return `\nKept in ${file}. ${use}`;
  return `\nThe configuration to keep (--write keeps it):\n${JSON.stringify(objectOf(kept), null, 2)}\n${use}`;
}
