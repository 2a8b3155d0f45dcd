/** `tagma audit FILE…`: whether histories hold, and what happened in them. */
import type { AuditReport } from '@tagma/history';
import { EXIT } from '../exit.ts';
import { problem, report } from '../problem.ts';
import { fileNamed } from '../sessions/named.ts';
import { give } from './give.ts';
import type { AuditOptions } from './options.ts';
import { reportText, sumText } from './text.ts';

export async function audit(given: readonly string[], options: AuditOptions): Promise<number> {
  const files = await Promise.all(given.map((each) => fileNamed(each, options)));
  if (options.seal || options.verifySeal !== undefined) return (await import('./seal.ts')).seal(files, options);
  if (options.reparse) return (await import('./reparse.ts')).reparse(files, options);
  if (options.html && files.length > 1) return report(problem(EXIT.usage, 'a page is of one history: name one.'));
  let code: number = EXIT.done;
  const written = await give(
    told(files, options, (one) => (code = Math.max(code, one))),
    options,
    files,
  );
  return Math.max(code, written);
}

/** The reports one after the other, in pieces. @param exit takes the exit code that each comes to */
async function* told(
  files: readonly string[],
  options: AuditOptions,
  exit: (code: number) => void,
): AsyncGenerator<string> {
  const { auditHistory } = await import('@tagma/history');
  const sum = { holding: 0, faulty: 0, refused: 0 };
  for (const file of files) {
    const found = await auditHistory(file, { replay: options.replay });
    if ('error' in found) {
      sum.refused += 1;
      exit(report(problem(EXIT.usage, found.error.message)));
      continue;
    }
    if (sum.holding + sum.faulty > 0 && !options.json) yield '\n';
    sum[found.holds ? 'holding' : 'faulty'] += 1;
    exit(found.holds ? EXIT.done : EXIT.failed);
    yield* shown(found, options);
  }
  if (files.length > 1 && !options.json) yield `\n${sumText(sum)}`;
}

async function* shown(found: AuditReport, { json, html }: AuditOptions): AsyncGenerator<string> {
  if (json) yield `${JSON.stringify(found)}\n`;
  else if (html) {
    const [{ pageOf }, { recordsIn, timelineOf }] = await Promise.all([
      import('../page/page.ts'),
      import('@tagma/history'),
    ]);
    yield* pageOf(found, timelineOf(recordsIn(found.file, { goOn: true })));
  } else yield reportText(found);
}
