/** What the screen remembers around the draft: the menu of what may be meant, and what has been found for it. */
import type { Composer } from './composer.ts';
import type { Searchable } from './path-search.ts';

export type Writing = {
  readonly menu: MenuState;
  /** The files below the folder. */
  readonly files: Sought<Searchable>;
  /** Names of models, as `/model` takes them. */
  readonly models: Sought<readonly string[]>;
};

/** What was done to the menu of one draft. */
export type MenuState = {
  /** The draft in which another entry than the best was chosen, and which, from 0. */
  readonly of: Composer | null;
  readonly chosen: number;
  /** Where the word begins whose menu was closed: it stays so while that word is written on. */
  readonly closedAt: number | null;
};

/** What others have to find. */
export type Sought<T> = {
  readonly found: T | null;
  /** It has been asked for, and the answer has not come. */
  readonly isAsked: boolean;
  /** When it was asked for last, in ms on the clock of `press`. */
  readonly askedAt: number;
};

const UNSOUGHT: Sought<never> = { found: null, isAsked: false, askedAt: Number.NEGATIVE_INFINITY };

export const FRESH_WRITING: Writing = {
  menu: { of: null, chosen: 0, closedAt: null },
  files: UNSOUGHT,
  models: UNSOUGHT,
};
