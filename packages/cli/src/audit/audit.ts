/** `tagma audit FILE…`: whether histories hold, and what happened in them. */
import type { AuditReport } from '@tagma/history';
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { problem, report } from '../problem.ts';
import { give } from './give.ts';
import type { AuditOptions } from './options.ts';
import { reparse } from './reparse.ts';
import { reportText, sumText } from './text.ts';

export async function audit(files: readonly string[], options: AuditOptions): Promise<number> {
  if (options.seal || options.verifySeal !== undefined) return (await import('./seal.ts')).seal(files, options);
  if (options.reparse) return reparse(files, options);
  if (options.html && files.length > 1)
    return report(problem(EXIT.usage, '--html takes one history: a page is of one.'));
  const { auditHistory } = await import('@tagma/history');
  const reports: AuditReport[] = [];
  let code: number = EXIT.done;
  for (const file of files) {
    const found = await auditHistory(file, { replay: options.replay });
    if ('error' in found) code = Math.max(code, report(problem(EXIT.usage, found.error.message)));
    else {
      reports.push(found);
      code = Math.max(code, found.holds ? EXIT.done : EXIT.failed, await show(found, options, reports.length > 1));
    }
  }
  if (files.length > 1 && !options.json) await print(`\n${sumText(reports, files.length - reports.length)}`);
  return code;
}

/** One after the other: as JSON, each on a line of its own. */
async function show(found: AuditReport, options: AuditOptions, isNext: boolean): Promise<number> {
  if (options.html) return (await import('./page.ts')).givePage(found, options.output);
  if (options.json) return give(`${JSON.stringify(found)}\n`, options.output);
  return give(`${isNext ? '\n' : ''}${reportText(found)}`, options.output);
}
