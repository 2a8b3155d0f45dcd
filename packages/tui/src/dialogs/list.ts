/**
 * A list to choose from, as a plain value: what is typed finds some of its choices, and one of these is chosen. Every
 * change is a pure function; how it looks stands in `list-rows.ts`.
 */
import { BLANK_COMPOSER, type Composer } from '../composer/composer.ts';
import { fuzzyScore } from '../text/fuzzy.ts';

/** All three answer to what is typed; `note` stands at the right edge. */
export type Choice = {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly note?: string;
  /** The heading that it stands under, while nothing is typed. Choices of one group stand together. */
  readonly group?: string;
  /** Found whatever is typed, behind all others; it counts for none of them. */
  readonly isFallback?: true;
};

export type ChoiceList = {
  readonly title: string;
  /** What choosing does, in a sentence or two. */
  readonly hint: string;
  /** What is typed to find something. It holds no newline. */
  readonly query: Composer;
  /** Null while they are still being looked for. */
  readonly choices: readonly Choice[] | null;
  /** What is said where there is no choice at all. */
  readonly none?: string;
  /** Of the choices that are found, from 0. */
  readonly chosen: number;
  /** The row that was the first as one was pointed at: nothing moves under the pointer. */
  readonly kept?: number;
};

export function listOf(title: string, hint: string, choices: readonly Choice[] | null): ChoiceList {
  return { title, hint, query: BLANK_COMPOSER, choices, chosen: 0 };
}

/** What the query finds, the best first; all of them in their own order while it is blank. */
export function foundIn({ choices, query }: ChoiceList): readonly Choice[] {
  if (choices === null || query.text.trim() === '') return choices ?? [];
  const known = kept.get(choices);
  if (known?.query === query.text) return known.found;
  const found = choices
    .flatMap((choice) => {
      const score = choice.isFallback ? Number.NEGATIVE_INFINITY : scoreOf(query.text, choice);
      return score === null ? [] : [{ choice, score }];
    })
    .sort((first, second) => second.score - first.score)
    .map(({ choice }) => choice);
  kept.set(choices, { query: query.text, found });
  return found;
}

/** Moves ask for the same again and again. */
const kept = new WeakMap<readonly Choice[], { readonly query: string; readonly found: readonly Choice[] }>();

/** A hit in the detail is worth less than the same in the label or the note; words may be spread over all three. */
const ELSEWHERE = 500;

function scoreOf(query: string, { label, detail = '', note = '' }: Choice): number | null {
  const own = [label, note].flatMap((text) => fuzzyScore(query, text) ?? []);
  if (own.length > 0) return Math.max(...own);
  const inAll = fuzzyScore(query, `${label} ${detail} ${note}`);
  return inAll === null ? null : inAll - ELSEWHERE;
}

/** Null where nothing is found. */
export function chosenOf(list: ChoiceList): Choice | null {
  return foundIn(list)[list.chosen] ?? null;
}

/** So many further down; no further than the ends. */
export function chosenBy(list: ChoiceList, rows: number): ChoiceList {
  const last = Math.max(0, foundIn(list).length - 1);
  return { ...list, chosen: Math.max(0, Math.min(list.chosen + rows, last)) };
}

/** That one, where there is such a one. The list stays as it stands, from its row `first` on. */
export function withPointed(list: ChoiceList, at: number, first: number): ChoiceList {
  return { ...chosenBy(list, at - list.chosen), kept: first };
}

/** The choice of that id, where it is found; else the first. */
export function withChosen(list: ChoiceList, id: string): ChoiceList {
  return {
    ...list,
    chosen: Math.max(
      0,
      foundIn(list).findIndex((choice) => choice.id === id),
    ),
  };
}

/** The query is edited. What it finds best is chosen, if it finds something else now. */
export function withQuery(list: ChoiceList, edit: (query: Composer) => Composer): ChoiceList {
  const edited = edit(list.query);
  const query = edited.text.includes('\n') ? { ...edited, text: edited.text.replaceAll('\n', ' ') } : edited;
  if (query.text === list.query.text) return { ...list, query };
  const { kept: _, ...anew } = list;
  return { ...anew, query, chosen: 0 };
}

/** They have been found, or have changed: the one that was chosen stays so, where it is still there. */
export function withChoices(list: ChoiceList, choices: readonly Choice[]): ChoiceList {
  const before = chosenOf(list);
  const renewed = { ...list, choices };
  return before === null ? { ...renewed, chosen: 0 } : withChosen(renewed, before.id);
}
