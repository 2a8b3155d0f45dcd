/** `tagma audit --reparse FILE…`: every recorded reply, read again by today's scanner. */
import type { Reparsed } from '@tagma/history';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { print, say } from '../lines.ts';
import { problem, report } from '../problem.ts';
import { aboutFault } from '../torn.ts';

type Options = { readonly json?: true };

export async function reparse(files: readonly string[], { json }: Options): Promise<number> {
  const { reparseHistory } = await import('@tagma/history');
  const sum = { files: 0, replies: 0, left: 0, differences: 0 };
  let code: number = EXIT.done;
  for (const file of files) {
    const read = await reparseHistory(file);
    if (!read.ok) {
      code = Math.max(code, report(problem(EXIT.usage, read.error.message)));
      continue;
    }
    sum.files += 1;
    sum.replies += read.replies;
    sum.left += read.left;
    sum.differences += read.differences.length;
    if (read.differences.length > 0) code = Math.max(code, EXIT.failed);
    if (read.fault !== null) code = Math.max(code, report(problem(EXIT.failed, `${file}: ${aboutFault(read.fault)}`)));
    if (json) await print(`${JSON.stringify({ file, ...read })}\n`);
    else await say(differencesText(file, read));
  }
  if (!json) await say(sumText(sum));
  return code;
}

function differencesText(file: string, { differences }: Reparsed): string {
  const blocks = differences.map(
    ({ record, member, recorded, today }) =>
      `${file}, record ${record}: ${member} is understood otherwise.\n  then:  ${recorded}\n  today: ${today}\n`,
  );
  return blocks.join('');
}

function sumText(sum: { files: number; replies: number; left: number; differences: number }): string {
  const read = `${counted(sum.replies, 'reply', 'replies')} of ${counted(sum.files, 'file')} read again`;
  const left = sum.left === 0 ? '' : `; of ${counted(sum.left, 'other')} a text has been taken out`;
  if (sum.replies === 0) return `${read}${left}.\n`;
  const found = sum.differences === 0 ? 'all as they were understood then' : counted(sum.differences, 'difference');
  return `${read}: ${found}${left}.\n`;
}
