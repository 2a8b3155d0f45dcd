/** What a key does at a question on the whole screen. Pure. */
import { type Composer, insert } from '../composer/composer.ts';
import { unfoldAll } from '../composer/edits.ts';
import { textEdit } from '../composer/text-edits.ts';
import { chosenBy, withPointed } from '../dialogs/list.ts';
import { type Command, commandFor } from '../keys/key-table.ts';
import { shownKey } from '../keys/shown-key.ts';
import { isLargeEnough } from '../screen/size.ts';
import type { Pressed } from '../screen/viewer.ts';
import type { Mouse } from '../terminal/input.ts';
import { WHEEL_ROWS } from '../transcript/scrolling.ts';
import { answerGiven, answerOf, type Form, typedIn } from './form.ts';
import { choiceAt, wordsScrolled } from './rows.ts';

export type FormAct =
  | { readonly type: 'answer'; readonly text: string }
  | { readonly type: 'back' | 'leave' | 'suspend' | 'redraw' };

export type FormNext = { readonly model: Form; readonly acts: readonly FormAct[] };

const AGREED = /^y$/i;

/** `at`, in ms: now. */
export function pressForm(before: Form, input: Pressed, at: number): FormNext {
  const form = { ...before, notice: null };
  if (input.kind === 'mouse') return pointed(form, input, at);
  if (input.kind !== 'key') return typed(form, input.text);
  const hasList = (form.question?.asked.choices.length ?? 0) > 0;
  const command = commandFor(form.keys, input.chord, hasList ? ['list', 'anywhere'] : ['anywhere']);
  if (command === null) return next(form);
  if (command === 'interrupt') return back(form);
  if (command === 'suspend' || command === 'redraw') return next(form, { type: command });
  if (command === 'clear-or-quit' || (command === 'delete-or-quit' && isBlank(form)))
    return next(form, { type: 'leave' });
  // Nobody answers what cannot be seen.
  return isLargeEnough(form.size) ? inQuestion(form, command) : next(form);
}

function inQuestion(form: Form, command: Command): FormNext {
  if (command === 'choose' || command === 'send') return answered(form);
  if (command === 'delete-or-quit') return edited(form, 'delete-right');
  const page = PAGES[command];
  if (page !== undefined) return next(wordsScrolled(form, page) ?? moved(form, page * pageOf(form)));
  const rows = MOVES[command];
  return rows === undefined ? edited(form, command) : next(moved(form, rows));
}

const PAGES: { readonly [command in Command]?: 1 | -1 } = {
  'choices-up': -1,
  'choices-down': 1,
  'page-up': -1,
  'page-down': 1,
};

const MOVES: { readonly [command in Command]?: number } = {
  'choice-up': -1,
  'choice-down': 1,
  'first-choice': Number.NEGATIVE_INFINITY,
  'last-choice': Number.POSITIVE_INFINITY,
};

const WHEEL: { readonly [chord: string]: number } = { 'wheel-up': -WHEEL_ROWS, 'wheel-down': WHEEL_ROWS };

function pageOf({ size }: Form): number {
  return Math.max(1, Math.floor(size.rows / 2));
}

function moved(form: Form, rows: number): Form {
  const { question } = form;
  return question === null ? form : { ...form, question: { ...question, list: chosenBy(question.list, rows) } };
}

function edited(form: Form, command: Command): FormNext {
  const edit = textEdit(command);
  if (edit === null || !takesText(form)) return next(form);
  return next(typedIn(form, (query) => unfoldAll(edit(query))));
}

function typed(form: Form, text: string): FormNext {
  const { question, size } = form;
  if (question === null || !isLargeEnough(size)) return next(form);
  if (question.asked.takes === 'agreement')
    return AGREED.test(text) ? next(answerGiven(form), { type: 'answer', text: 'y' }) : next(form);
  // What is copied often ends with a line's end.
  const added = text.replaceAll(/[\r\n\t]+/g, question.asked.takes === 'secret' ? '' : ' ');
  return next(typedIn(form, (query: Composer) => insert(query, added)));
}

function takesText({ question }: Form): boolean {
  return question !== null && question.asked.takes !== 'agreement';
}

function isBlank({ question }: Form): boolean {
  return question === null || question.list.query.text === '';
}

function answered(form: Form): FormNext {
  const { question } = form;
  if (question === null) return next(form);
  if (question.asked.takes === 'agreement') return next({ ...form, notice: 'It is agreed to with y.' });
  const text = answerOf(form);
  if (text === null) return next({ ...form, notice: 'Nothing answers to what is typed.' });
  return next(answerGiven(form), { type: 'answer', text });
}

function back(form: Form): FormNext {
  const { question, work, keys } = form;
  if (question === null && work === null) return next(form);
  if ((question?.asked ?? work)?.canGoBack) return next(answerGiven(form), { type: 'back' });
  const leave = shownKey(keys, 'clear-or-quit');
  return next({ ...form, notice: `There is nothing to go back to. ${leave} leaves.` });
}

/** A click chooses; on what is chosen already it is the answer, but not the second one of a double click. */
function pointed(form: Form, { chord, row, column }: Mouse, at: number): FormNext {
  const rows = WHEEL[chord];
  if (rows !== undefined) return next(wordsScrolled(form, rows < 0 ? -1 : 1) ?? moved(form, rows));
  if (commandFor(form.keys, chord, ['anywhere']) !== 'click') return next(form);
  const target = choiceAt(form, row);
  const { question, pointer } = form;
  if (target === null || question === null) return next(form);
  if (pointer.done?.row === row && at - pointer.done.at < DOUBLE_MS) return next(form);
  const isChosen = question.list.chosen === target.at;
  const after = { ...form, pointer: { row, column, done: isChosen ? { row, at } : null } };
  if (isChosen) return answered(after);
  return next({ ...after, question: { ...question, list: withPointed(question.list, target.at, target.first) } });
}

const DOUBLE_MS = 400;

function next(model: Form, ...acts: readonly FormAct[]): FormNext {
  return { model, acts };
}
