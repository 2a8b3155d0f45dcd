/** Where the records of one event are not those that the machine makes of it. */
import { isDeepStrictEqual } from 'node:util';
import type { ReadRecord } from '@tagma/history';
import type { HistoryRecord } from '@tagma/protocol';
import { changesBetween } from './changes.ts';
import { briefly } from './values.ts';

/**
 * A line for each, in order; none where they agree.
 * @param isCut the file ends within these records: what is missing at their end is no difference
 */
export function differencesOf(
  recorded: readonly ReadRecord[],
  made: readonly HistoryRecord[],
  isCut: boolean,
): readonly string[] {
  const takenOut = recorded.some((record) => record.takenOut.length > 0);
  if (takenOut) return ['a text of this event has been taken out of the file: what it led to cannot be made again'];
  const count = isCut ? recorded.length : Math.max(recorded.length, made.length);
  return Array.from({ length: count }, (_, index) => difference(recorded[index], made[index])).flat();
}

function difference(recorded: ReadRecord | undefined, made: HistoryRecord | undefined): readonly string[] {
  if (!made) return recorded ? [`record ${recorded.n}, ${nameOf(recorded)}: the machine makes nothing more`] : [];
  if (!recorded) return [`${nameOf(made)}: the machine makes it, and it is not recorded`];
  if (recorded.kind !== made.kind || recorded.type !== made.type) {
    return [`record ${recorded.n}: recorded is ${nameOf(recorded)}, the machine makes ${nameOf(made)}`];
  }
  if (isDeepStrictEqual(recorded.fields, made.fields)) return [];
  return changesBetween(recorded.fields, made.fields).map(
    ({ path, before, after }) =>
      `record ${recorded.n}, ${nameOf(recorded)}: ${path} is ${briefly(before)} in the record, ${briefly(after)} by the machine`,
  );
}

function nameOf({ kind, type }: { readonly kind: string; readonly type: string }): string {
  return `${kind} ${type}`;
}
