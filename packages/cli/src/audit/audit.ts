/** `tagma audit FILE…`: whether histories hold, and what happened in them. */
import { writeFileSync } from 'node:fs';
import type { AuditReport } from '@tagma/history';
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { messageOf, problem, report } from '../problem.ts';
import { reparse } from './reparse.ts';
import { reportText, sumText } from './text.ts';

export type AuditOptions = {
  readonly json?: true;
  /** False: without the replay, which takes the longest. */
  readonly replay: boolean;
  readonly reparse?: true;
  readonly html?: true;
  readonly output?: string;
  readonly seal?: true;
  readonly key?: string;
  readonly verifySeal?: string;
  readonly publicKey?: string;
};

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

/** To standard output, or to the file that was named. */
export async function give(text: string, output: string | undefined): Promise<number> {
  if (output === undefined) {
    await print(text);
    return EXIT.done;
  }
  try {
    writeFileSync(output, text, { mode: 0o600 });
    return EXIT.done;
  } catch (error) {
    return report(problem(EXIT.usage, `cannot write ${output}: ${messageOf(error)}`));
  }
}
