/** `tagma query FILE XPATH`: what an XPath 3.1 expression finds in a history. */
import { queryHistory, type Result } from '@tagma/history';
import { EXIT } from '../exit.ts';
import { print, say } from '../lines.ts';
import { problem, remark, report } from '../problem.ts';
import { historyNamed, type NamedIn } from '../sessions/named.ts';
import { aboutTorn } from '../torn.ts';

export type QueryOptions = NamedIn & {
  readonly xml?: true;
  readonly json?: true;
  readonly count?: true;
  readonly from?: number;
  readonly to?: number;
};

/** 0 where it finds something, 1 where it finds nothing or the answer is false, 2 where it cannot be asked. */
export async function query(idOrFile: string, xpath: string, options: QueryOptions): Promise<number> {
  const file = await historyNamed(idOrFile, options);
  if (typeof file !== 'string') return report(file);
  const { from, to } = options;
  const queried = await queryHistory(file, xpath, { from, to });
  if ('wrong' in queried) return report(problem(EXIT.usage, `the expression: ${queried.message}`));
  if (!queried.ok) return report(problem(EXIT.usage, queried.error.message));
  const { results, truth, unreadable, torn, fault } = queried;
  const text = shown(results, options);
  // In a pipe it is data.
  await (process.stdout.isTTY ? say(text) : print(text));
  if (unreadable !== null) remark(`tagma: record ${unreadable} cannot be read, and was passed over.\n`);
  if (torn) remark(`tagma: ${aboutTorn(torn)}\n`);
  if (fault) remark(`tagma: record ${fault.record} is damaged: ${fault.message}.\n`);
  return results.length === 0 || truth === false ? EXIT.failed : EXIT.done;
}

function shown(results: readonly Result[], { xml, json, count }: QueryOptions): string {
  if (count) return `${results.length}\n`;
  if (json)
    return `${JSON.stringify(
      results.map((result) => result.json()),
      null,
      2,
    )}\n`;
  return results.map((result) => `${xml ? result.xml() : result.text}\n`).join('');
}
