/**
 * A question on the whole screen, and the work between two of them, as a plain value: something is chosen, typed, typed
 * unseen, or agreed to. It knows nothing of what is asked; whoever asks puts one after the other. Pure.
 */
import { type Choice, type ChoiceList, chosenOf, listOf, withChosen, withQuery } from '../dialogs/list.ts';
import { KEY_TABLE, type KeyTable } from '../keys/key-table.ts';
import { NO_POINTER, type Pointer } from '../mouse/pointer.ts';
import type { Size } from '../text/cells.ts';

/** One of the answers that are offered: what is given back when it is taken, what it is called, and what it means. */
export type FormChoice = { readonly id: string; readonly label: string; readonly says: string };

/**
 * What an answer may be. `choice`: one of the choices. `text`: one of them, or any text. `secret`: a text that is shown
 * nowhere. `agreement`: `y`.
 */
export type Takes = 'choice' | 'text' | 'secret' | 'agreement';

/** A question, as a form or a terminal line by line can put it. */
export type Asked = {
  readonly title: string;
  /** Said first: what came of the answer before. Empty for nothing. */
  readonly note: string;
  /** Above the title. */
  readonly lines: readonly string[];
  readonly choices: readonly FormChoice[];
  readonly takes: Takes;
  /** The choice that Enter takes where no other is chosen, or the text; empty for none. */
  readonly usual: string;
  /** Whether there is a question to go back to. */
  readonly canGoBack: boolean;
};

export type Working = {
  readonly title: string;
  /** What has been found out so far. */
  readonly lines: readonly string[];
  /** In ms. */
  readonly since: number;
  readonly now: number;
  readonly canGoBack: boolean;
};

export type Form = {
  readonly size: Size;
  readonly keys: KeyTable;
  readonly heading: string;
  /** In `list` stands what is typed, also where there is nothing to choose. Null: nothing is asked, or it has its answer. */
  readonly question: { readonly asked: Asked; readonly list: ChoiceList } | null;
  readonly work: Working | null;
  /** Rows of the words above the title that are scrolled away. */
  readonly scroll: number;
  readonly pointer: Pointer;
  /** A word about the last key; gone with the next. */
  readonly notice: string | null;
};

export function startForm(heading: string, size: Size, keys: KeyTable = KEY_TABLE): Form {
  return { size, keys, heading, question: null, work: null, scroll: 0, pointer: NO_POINTER, notice: null };
}

/** Nothing of what was typed before stands in it, or can be had back: that may have been a secret. */
export function questionPut(form: Form, asked: Asked): Form {
  const list = listOf(asked.title, '', choicesOf(asked, ''));
  return { ...form, question: { asked, list: withChosen(list, asked.usual) }, work: null, scroll: 0, notice: null };
}

/** @param at in ms: now. */
export function workBegun(form: Form, title: string, canGoBack: boolean, at: number): Form {
  const work = { title, lines: [], since: at, now: at, canGoBack };
  return { ...form, question: null, work, scroll: 0, notice: null };
}

export function workTold(form: Form, line: string): Form {
  return form.work === null ? form : { ...form, work: { ...form.work, lines: [...form.work.lines, line] } };
}

/** Between an answer and what follows it. */
export function answerGiven(form: Form): Form {
  return { ...form, question: null, work: null };
}

/** What is typed is edited; where any text is an answer, it can be taken as it stands. */
export function typedIn(form: Form, edit: Parameters<typeof withQuery>[1]): Form {
  if (form.question === null) return form;
  const { asked, list } = form.question;
  const edited = withQuery(list, edit);
  const isSame = edited.query.text === list.query.text;
  return {
    ...form,
    question: { asked, list: isSame ? edited : withTyped(edited, asked) },
  };
}

/** Null: there is none yet. */
export function answerOf({ question }: Form): string | null {
  if (question === null || question.asked.takes === 'agreement') return null;
  const { asked, list } = question;
  if (asked.choices.length === 0) return list.query.text;
  return chosenOf(list)?.id ?? null;
}

function withTyped(list: ChoiceList, asked: Asked): ChoiceList {
  const { query } = list;
  const first = { ...list, choices: choicesOf(asked, query.text.trim()), chosen: 0 };
  if (query.text.trim() === '') return withChosen(first, asked.usual);
  const exact = asked.choices.find(({ id }) => id === query.text.trim());
  return exact === undefined ? first : withChosen(first, exact.id);
}

function choicesOf({ choices, takes }: Asked, typed: string): readonly Choice[] {
  const given = choices.map(({ id, label, says }): Choice => ({ id, label, ...(says !== '' && { detail: says }) }));
  const isOwn = takes === 'text' && choices.length > 0 && typed !== '' && !choices.some(({ id }) => id === typed);
  return isOwn ? [...given, { id: typed, label: `${typed} (as it is typed)`, isFallback: true }] : given;
}
