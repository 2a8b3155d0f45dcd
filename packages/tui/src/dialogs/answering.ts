/** How the person answers: what a question does to the screen, and what answers it. Pure. */

import type { Fact, QuestionAsk } from '@tagma/core';
import { BLANK_COMPOSER, blankAfter, wholeText } from '../composer/composer.ts';
import { appended } from '../composer/edits.ts';
import type { Where } from '../keys/binding.ts';
import { shownKey } from '../keys/shown-key.ts';
import { type Model, type Next, next, type Said, sending } from '../screen/model.ts';
import { isLargeEnough } from '../screen/size.ts';
import type { Question } from '../transcript/answers.ts';
import { toStartOfNewest } from '../transcript/scrolling.ts';
import { isNew, newAgain, tooSoon } from './attention.ts';
import { isList } from './listing.ts';
import { optionAfter, optionAt, optionsOf } from './options.ts';

/**
 * A question shows itself, but does not take the keys from someone who is writing: a `y` of a word would be a yes, and the
 * arrows and Enter of a list another one. So it waits behind a list, and is shown when that is closed. A plan is read from
 * its beginning. `at`, in ms: when it is shown.
 */
export function asked(model: Model, question: Question, at: number): Model {
  const own = question.type === 'question.ask' ? 'words' : 'question';
  const focus = model.focus === 'draft' && model.composer.text !== '' ? 'draft' : own;
  const waiting: Model = { ...model, focus, newSince: at, option: null, held: null };
  if (isList(model.dialog)) return { ...waiting, notice: WAITS };
  return fromItsStart({ ...waiting, scroll: null, dialog: null });
}

const WAITS = 'A question waits until this list is closed.';

/** What has waited behind a list that is closed now. Nobody has read it yet. */
export function shownAfterList(model: Model, at: number): Model {
  return fromItsStart(newAgain(model, at));
}

function fromItsStart(model: Model): Model {
  const isPlan = model.transcript.question?.type === 'plan.review';
  return isPlan && isLargeEnough(model.size) ? toStartOfNewest(model) : model;
}

/** The draft has the keys again. What was written to a question that went away is not lost. */
export function questionClosed(model: Model, closed: Question): Model {
  const { composer, aside, focus } = model;
  const [draft, words] = focus === 'words' ? [aside, composer] : [composer, aside];
  const left = closed.type === 'question.ask' && words.text !== '' ? appended(draft, wholeText(words)) : draft;
  return { ...model, focus: 'draft', composer: left, aside: BLANK_COMPOSER };
}

/**
 * The question, where it can be answered. Nobody says yes to what cannot be seen: a screen that is too small, or a dialog,
 * hides it, and a plan has to be read first.
 */
export function shownQuestion({ transcript, size, dialog }: Model): Question | null {
  const { question } = transcript;
  if (question === null || !isLargeEnough(size) || dialog) return null;
  return question.type === 'plan.review' && question.text === null ? null : question;
}

/** Where keys are looked up while the question is shown. */
export function questionPlaces(model: Model): readonly Where[] {
  const question = shownQuestion(model);
  if (question === null) return [];
  if (question.type === 'question.ask')
    return model.focus === 'words' ? [...optionPlace(model), 'asked', 'open'] : ['asked', 'open'];
  if (model.focus === 'words') return ['reason', 'open'];
  return model.focus === 'question' ? ['options', 'answering', 'question', 'open'] : ['question', 'open'];
}

/** While an answer is written, the arrows move in that. */
function optionPlace({ composer, transcript }: Model): readonly Where[] {
  const { question } = transcript;
  return composer.text === '' && question !== null && optionsOf(question).length > 0 ? ['options'] : [];
}

/** To the next answer, or the one before. The options of the model's own question stand at its end. */
export function moveOption(model: Model, by: 1 | -1): Next {
  const question = shownQuestion(model);
  if (question === null) return next(model);
  const scroll = question.type === 'question.ask' ? null : model.scroll;
  return next({ ...model, option: optionAfter(model, by), scroll });
}

/**
 * Moves to an answer; to the one that it stands at already the answer is given. It is as with keys: too soon for a question
 * that is new, whatever stood under the pointer before.
 */
export function optionPointed(before: Model, at: number): Next {
  const question = shownQuestion(before);
  if (question === null) return next(before);
  if (isNew(before, before.now)) return tooSoon(before, before.now);
  const { model } = question.type === 'question.ask' && before.focus === 'draft' ? switchFocus(before) : next(before);
  if (optionAt(model) === at) return takeOption({ ...model, option: at });
  if (model.focus === 'words' && model.composer.text !== '') return next({ ...model, notice: WRITTEN });
  return next({ ...model, option: at });
}

const WRITTEN = 'What you have written is in the way: send it, or clear it.';

/** What the arrows stand at is the answer. */
export function takeOption(model: Model): Next {
  const question = shownQuestion(model);
  const option = question === null || model.option === null ? undefined : optionsOf(question)[model.option];
  if (question === null || option === undefined) return next({ ...model, notice: noneChosen(model) });
  if (typeof option.does === 'object') {
    return sending(model, { type: 'question.answered', request: question.id, answer: option.does.answer });
  }
  return option.does === 'reason' ? (beginReason(model) ?? next(model)) : answer(model, option.does);
}

function noneChosen({ keys }: Model): string {
  const [before, after, take] = (['option-before', 'option-after', 'take-option'] as const).map((each) =>
    shownKey(keys, each),
  );
  return `${before} and ${after} choose an answer, and then ${take} takes it.`;
}

/** From the draft to the question and back, from a reason to the question; what is written to either stays. */
export function switchFocus(model: Model): Next {
  if (model.transcript.question?.type === 'question.ask')
    return next({ ...swapped(model), focus: model.focus === 'words' ? 'draft' : 'words' });
  if (model.focus === 'words') return leaveReason(model);
  return next({ ...model, focus: model.focus === 'question' ? 'draft' : 'question' });
}

export function answer(model: Model, said: Said, reason = ''): Next {
  const question = shownQuestion(model);
  const fact = question && factOf(question, said, reason);
  return fact ? sending(model, fact) : next(model);
}

/** Holds a key that answers until it is clear that nothing is typed on; null where it is no answer to this question. */
export function hold(model: Model, said: Said, key: string): Next | null {
  const question = shownQuestion(model);
  if (question === null || factOf(question, said, '') === null) return null;
  return next({ ...model, held: { key, said } }, { type: 'hold' });
}

/** Nothing has come after the key that is held: it is the answer. */
export function released(model: Model): Next {
  return model.held === null ? next(model) : answer({ ...model, held: null }, model.held.said);
}

/** Null where a reason is none: a no to a limit needs none, for nobody reads it. */
export function beginReason(model: Model): Next | null {
  const type = shownQuestion(model)?.type;
  if (type !== 'person.ask' && type !== 'plan.review') return null;
  return next({ ...swapped(model), focus: 'words' });
}

export function leaveReason(model: Model): Next {
  return next({ ...swapped(model), focus: 'question' });
}

/** What has been written, as the answer or as the reason for a no. */
export function sendWords(model: Model): Next {
  const question = shownQuestion(model);
  if (question === null) return next(model);
  const text = wholeText(model.composer);
  const sent = { ...model, composer: blankAfter(model.composer) };
  return question.type === 'question.ask' ? sending(sent, answerTo(question, text)) : answer(sent, 'no', text);
}

/** The number of an option stands for the option. */
function answerTo({ id, options }: QuestionAsk, text: string): Fact {
  const option = options.find((_, index) => String(index + 1) === text.trim());
  return { type: 'question.answered', request: id, answer: option ?? text };
}

function factOf(question: Question, said: Said, reason: string): Fact | null {
  const { id: request } = question;
  switch (question.type) {
    case 'person.ask':
      if (said === 'always' && question.always === null) return null;
      return { type: 'permission.answered', request, answer: said === 'yes' ? 'once' : said, reason };
    case 'plan.review':
      // In the mode that it was begun in, or in the one that a key of its own is for.
      if (said === 'always') return { type: 'plan.answered', request, answer: 'approve', mode: 'accept-edits', reason };
      return { type: 'plan.answered', request, answer: said === 'yes' ? 'approve' : 'reject', reason };
    case 'limit.ask':
      if (said === 'always') return null;
      return { type: 'limit.answered', request, answer: said === 'yes' ? 'go on' : 'stop' };
    case 'question.ask':
      return null;
  }
}

function swapped(model: Model): Model {
  return { ...model, composer: model.aside, aside: model.composer };
}
