/** A key as a person types it: `limits.turns`, `providers.work.url`; a name with dots in brackets: `providers["my.box"].url`. */
import { nearestNames } from '@tagma/protocol';
import { keysAt, schemaAt } from '../config/check.ts';
import { configSchema } from '../config/schema.ts';
import { SETTINGS } from '../config/settings-table.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';

export type Key = { readonly ok: true; readonly path: readonly string[] };

const STEP = /\["([^"]*)"\]|([^.[\]]+)/g;
const WHOLE = /^[^.[\]]+(\.[^.[\]]+|\["[^"]*"\])*$/;

export function keyIn(given: string): Key | Problem {
  const path = [...given.matchAll(STEP)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  if (WHOLE.test(given) && schemaAt(configSchema, [...path]) !== undefined) return { ok: true, path };
  const [beside] = nearestNames(path.at(-1) ?? '', keysAt(configSchema, path.slice(0, -1)), 1);
  const [near] =
    beside === undefined
      ? nearestNames(
          given,
          SETTINGS.map((row) => row.path),
          1,
        )
      : [[...path.slice(0, -1), beside].join('.')];
  const meant = near === undefined ? 'tagma config list --all names them all.' : `Did you mean ${near}?`;
  return problem(EXIT.usage, `there is no key ${given}. ${meant}`);
}

/** The provider whose key a path leads to; null for any other path. */
export function providerOfKey([first, name, last, ...more]: readonly string[]): string | null {
  return first === 'providers' && last === 'key' && more.length === 0 ? (name ?? null) : null;
}
