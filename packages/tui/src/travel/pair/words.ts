/** In words, what differs between two rounds. */
import type { HistoryDiff, RoundPair, Transition } from '@tagma/history';
import { named } from '../../text/line.ts';
import { sectionsOf } from './sections.ts';

export function differenceWords(pair: RoundPair): string {
  const { a, b, same, first } = pair;
  if (same) return 'the same on both sides';
  if (a === null) return 'only the right one has this round';
  if (b === null) return 'only the left one has this round';
  const where = sectionsOf(pair).filter((each) => !each.same);
  const names = [...new Set(where.map(({ name }) => name))];
  const differs = names.length === 0 ? '' : `${listed(names)} ${names.length === 1 ? 'differs' : 'differ'}`;
  return [differs, firstWords(first)].filter((words) => words !== '').join(' · ');
}

/** What was compared only in part. */
export function limitWords({ a, b }: HistoryDiff): string | null {
  const words = [
    ...(a.fault ? [`the left one is damaged at record ${a.fault.record}`] : []),
    ...(b.fault ? [`the right one is damaged at record ${b.fault.record}`] : []),
    ...(a.torn ? ['the left one is torn at its end'] : []),
    ...(b.torn ? ['the right one is torn at its end'] : []),
  ];
  return words.length === 0 ? null : `${words.join(', ')}: compared as far as both hold`;
}

function firstWords(first: RoundPair['first']): string {
  if (first === null) return '';
  const { field, a, b } = first;
  const what = a && b && a.what === b.what ? named(a.what) : `${whatOf(a)} or ${whatOf(b)}`;
  return `first in ${what}${field === null ? '' : `, ${named(field)}`} (record ${a?.at ?? '–'}, ${b?.at ?? '–'})`;
}

function whatOf(transition: Transition | null): string {
  return transition === null ? 'nothing' : named(transition.what);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
