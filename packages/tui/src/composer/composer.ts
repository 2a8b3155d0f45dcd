/**
 * The text that is being written, with its caret, its selection, its long pastes and the way back, as one plain value.
 * Every edit is a pure function, and goes through `replaced`; so all of them can be taken back.
 */
import { type Chip, chipOf, isLong, unfolded, withoutSigns } from './chip.ts';
import { signAround } from './signs.ts';

export type Composer = {
  /** A chip is one code unit in it: see `chip.ts`. What it stands for gives `wholeText`. */
  readonly text: string;
  /** An offset into the text, in code units; never inside of what a person sees as one sign. */
  readonly caret: number;
  /** The other end of the selection; null where nothing is selected. */
  readonly anchor: number | null;
  /** The column that moves up and down keep to; null where the last key was none. */
  readonly column: number | null;
  readonly chips: readonly Chip[];
  /** What has been done to the text, and what was taken back of it; the last one last. */
  readonly done: readonly Change[];
  readonly undone: readonly Change[];
  /** What has been cut or copied, in full, the last one first. It outlives the draft. */
  readonly cuts: readonly string[];
  /** What the last key did, where the next one may go on with it. */
  readonly streak: Streak | null;
};

/** A piece of the text at `at` that was replaced by another, and how caret and anchor stood before. */
export type Change = {
  readonly at: number;
  readonly removed: string;
  readonly added: string;
  readonly caret: number;
  readonly anchor: number | null;
};

export type Streak = 'typing' | 'deleting' | 'cutting' | 'pasting-cuts';

/** Changes that can be taken back. */
const CHANGES_MAX = 1_000;

export const BLANK_COMPOSER: Composer = {
  text: '',
  caret: 0,
  anchor: null,
  column: null,
  chips: [],
  done: [],
  undone: [],
  cuts: [],
  streak: null,
};

/** A text to go on with, the caret behind it. */
export function composed(text: string, { cuts }: Pick<Composer, 'cuts'> = BLANK_COMPOSER): Composer {
  const whole = withoutSigns(text);
  return { ...BLANK_COMPOSER, text: whole, caret: whole.length, cuts };
}

/** The next draft, where this one has gone its way. */
export function blankAfter({ cuts }: Composer): Composer {
  return { ...BLANK_COMPOSER, cuts };
}

/** The text in full: what goes to the model, to an editor or to the clipboard. */
export function wholeText({ text, chips }: Pick<Composer, 'text' | 'chips'>): string {
  return unfolded(text, chips);
}

/** From offset to offset; null where nothing is selected. */
export function selectionOf({ caret, anchor }: Composer): { readonly from: number; readonly to: number } | null {
  if (anchor === null || anchor === caret) return null;
  return { from: Math.min(anchor, caret), to: Math.max(anchor, caret) };
}

/** What is typed takes the place of the selection. */
export function insert(composer: Composer, added: string): Composer {
  const { from, to } = selectionOf(composer) ?? { from: composer.caret, to: composer.caret };
  return replaced(composer, from, to, withoutSigns(added), 'typing');
}

/** What is pasted, as a chip where it is long. */
export function paste(composer: Composer, pasted: string, streak: Streak | null = null): Composer {
  const { from, to } = selectionOf(composer) ?? { from: composer.caret, to: composer.caret };
  const text = withoutSigns(pasted);
  const chip = isLong(text) ? chipOf(text, composer.chips) : null;
  if (chip === null) return replaced(composer, from, to, text, streak);
  return replaced({ ...composer, chips: chip.chips }, from, to, chip.sign, streak);
}

/** `added` takes the place of what stands from one offset to another; the caret stands behind it. */
export function replaced(
  composer: Composer,
  from: number,
  to: number,
  added: string,
  streak: Streak | null = null,
): Composer {
  if (from === to && added === '') return { ...composer, streak };
  const { text, caret, anchor, done } = composer;
  const change: Change = { at: from, removed: text.slice(from, to), added, caret, anchor };
  const last = streak !== null && streak === composer.streak ? done.at(-1) : undefined;
  const both = last && together(last, change, streak);
  const next = text.slice(0, from) + added + text.slice(to);
  return {
    ...composer,
    ...at(behind(next, from + added.length)),
    text: next,
    done: both ? [...done.slice(0, -1), both] : [...done.slice(1 - CHANGES_MAX), change],
    undone: [],
    streak,
  };
}

export function undo(composer: Composer): Composer {
  const { text, done, undone } = composer;
  const last = done.at(-1);
  if (!last) return { ...composer, streak: null };
  const before = text.slice(0, last.at) + last.removed + text.slice(last.at + last.added.length);
  return {
    ...composer,
    ...at(last.caret),
    text: before,
    anchor: last.anchor,
    done: done.slice(0, -1),
    undone: [...undone, last],
  };
}

export function redo(composer: Composer): Composer {
  const { text, done, undone } = composer;
  const last = undone.at(-1);
  if (!last) return { ...composer, streak: null };
  const again = text.slice(0, last.at) + last.added + text.slice(last.at + last.removed.length);
  return {
    ...composer,
    ...at(behind(again, last.at + last.added.length)),
    text: again,
    done: [...done, last],
    undone: undone.slice(0, -1),
  };
}

/** The caret elsewhere, and all that a key ends which is no edit. */
export function at(caret: number): Pick<Composer, 'caret' | 'anchor' | 'column' | 'streak'> {
  return { caret, anchor: null, column: null, streak: null };
}

/** What is written may have become one sign with what follows: then the caret stands behind that. */
function behind(text: string, offset: number): number {
  return signAround(text, offset).end;
}

/** Two changes of one streak as one, where they meet: a word is taken back at once, and so is a run of deletions. */
function together(last: Change, change: Change, streak: Streak | null): Change | null {
  if (streak === 'typing') {
    const begins = /\s$/.test(last.added) && /^\S/.test(change.added);
    const meets = change.removed === '' && last.at + last.added.length === change.at;
    return meets && !begins ? { ...last, added: last.added + change.added } : null;
  }
  if (streak !== 'deleting' || change.added !== '' || last.added !== '') return null;
  if (change.at === last.at) return { ...last, removed: last.removed + change.removed };
  if (change.at + change.removed.length !== last.at) return null;
  return { ...last, at: change.at, removed: change.removed + last.removed };
}
