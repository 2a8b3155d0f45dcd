/** What the screen remembers around the draft: the menu of what may be meant, and what has been found for it. */
import type { OwnCommand } from '../keys/own-commands.ts';
import type { Composer } from './composer.ts';
import type { Searchable } from './path-search.ts';

export type Writing = {
  readonly menu: MenuState;
  /** The files below the folder. */
  readonly files: Sought<Searchable>;
  /** Names of models, as `/model` takes them. */
  readonly models: Sought<readonly string[]>;
  /** Commands of the person's own and of the project's. */
  readonly commands: Sought<readonly OwnCommand[]>;
  readonly prompts: Prompts;
};

/** What was done to the menu of one draft. */
export type MenuState = {
  /** The draft in which another entry than the best was chosen, and which, from 0. */
  readonly of: Composer | null;
  readonly chosen: number;
  /** The first entry that was shown as one was pointed at. */
  readonly kept: number | null;
  /** Where the word begins whose menu was closed: it stays so while that word is written on. */
  readonly closedAt: number | null;
};

/** What was typed before. */
export type Prompts = {
  /** In this session, the newest first. */
  readonly own: readonly string[];
  /** In those before it in the project; null until they are found. */
  readonly earlier: readonly string[] | null;
  readonly isAsked: boolean;
  /** In this draft the next one is shown as soon as they are found. */
  readonly waiting: Composer | null;
  /** Which of them all stands in the composer, from 0, and the draft that was written before. */
  readonly at: number | null;
  readonly aside: Composer | null;
  /** The draft as it was when one of them, or that one, was put into it. */
  readonly shown: Composer | null;
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
  menu: { of: null, chosen: 0, kept: null, closedAt: null },
  files: UNSOUGHT,
  models: UNSOUGHT,
  commands: UNSOUGHT,
  prompts: { own: [], earlier: null, isAsked: false, waiting: null, at: null, aside: null, shown: null },
};
