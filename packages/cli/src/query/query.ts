/** `tagma query FILE XPATH`: what an XPath 3.1 expression finds in a history. */
import { existsSync } from 'node:fs';
import { findSession, queryHistory, type Result } from '@tagma/history';
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { problem, report } from '../problem.ts';
import { sessionPlace } from '../sessions/place.ts';

export type QueryOptions = {
  readonly xml?: true;
  readonly json?: true;
  readonly count?: true;
  readonly from?: number;
  readonly to?: number;
};

/** 0 where it finds something, 1 where it finds nothing or the answer is false, 2 where it cannot be asked. */
export async function query(idOrFile: string, xpath: string, options: QueryOptions): Promise<number> {
  const file = await fileOf(idOrFile);
  if (typeof file !== 'string') return report(file);
  const { from, to } = options;
  const queried = await queryHistory(file, xpath, { from, to });
  if ('wrong' in queried) return report(problem(EXIT.usage, `the expression: ${queried.message}`));
  if (!queried.ok) return report(problem(EXIT.usage, queried.error.message));
  const { results, truth, unreadable } = queried;
  await print(shown(results, options));
  if (unreadable !== null) process.stderr.write(`tagma: record ${unreadable} cannot be read, and was passed over.\n`);
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

/** A file, or the name of a session of this project. */
async function fileOf(idOrFile: string) {
  if (existsSync(idOrFile)) return idOrFile;
  const place = await sessionPlace({});
  if (!place.ok) return place;
  const found = findSession(idOrFile, place.folders);
  return found.ok ? found.file : problem(EXIT.usage, found.error.message);
}
