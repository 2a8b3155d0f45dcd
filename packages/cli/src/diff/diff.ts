/** `tagma diff A B`: two histories beside each other. 0: the same course, 1: another one, 2: they cannot be compared. */
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { problem, report } from '../problem.ts';
import { historyNamed, type NamedIn } from '../sessions/named.ts';
import { diffText } from './view.ts';

export type DiffOptions = NamedIn & { readonly json?: boolean; readonly all?: boolean };

export async function diff(one: string, other: string, options: DiffOptions): Promise<number> {
  const { json, all } = options;
  const [a, b] = [await historyNamed(one, options), await historyNamed(other, options)];
  if (typeof a !== 'string') return report(a);
  if (typeof b !== 'string') return report(b);
  const { diffHistories } = await import('@tagma/history');
  const found = await diffHistories(a, b);
  if (!found.ok) return report(problem(EXIT.usage, found.error.message));
  await print(json ? `${JSON.stringify(found, withoutSteps)}\n` : diffText(found, { all: all ?? false }));
  return found.same ? EXIT.done : EXIT.failed;
}

/** The steps of a round are all its records: a program that wants them reads them in the files, by their numbers. */
export function withoutSteps(name: string, value: unknown): unknown {
  return name === 'steps' ? undefined : value;
}
