/** Whether what a page shows is what was printed. */
import { literal } from '../../packages/protocol/src/index.ts';

/** What is measured differs from time to time. */
const MEASURED = /\d+(\.\d+)? (ms|s|tokens a second)\b/g;

/** Columns are as wide as what stands in them. */
const COLUMNS = / {2,}/g;

/** `…` on a line of its own stands for any lines, in a line for any text. */
export function isShown(shown: string, printed: string): boolean {
  const form = comparable(shown)
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:.*\\n)*?' : `${line.split('…').map(literal).join('.*')}\\n`))
    .join('');
  return new RegExp(`^${form}$`).test(`${comparable(printed)}\n`);
}

function comparable(text: string): string {
  return text.replaceAll(MEASURED, 'measured').replaceAll(COLUMNS, '  ');
}
