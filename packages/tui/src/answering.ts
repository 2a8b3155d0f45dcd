/** How the person answers: what a question does to the screen, and what answers it. Pure. */
import type { Fact } from '@tagma/core';
import type { Question } from './answers.ts';
import { BLANK_COMPOSER } from './composer.ts';
import type { Where } from './key-table.ts';
import { joined, type Model, type Next, next, sending } from './model.ts';
import { toStartOfNewest } from './scrolling.ts';
import { isLargeEnough } from './view.ts';

export type Said = 'yes' | 'always' | 'no';

/**
 * A question shows itself, but does not take the keys from someone who is writing: a `y` of a word would be a yes. A plan
 * is read from its beginning.
 */
export function asked(model: Model, question: Question): Model {
  const own = question.type === 'question.ask' ? 'words' : 'question';
  const focus = model.focus === 'draft' && model.composer.text !== '' ? 'draft' : own;
  const shown: Model = { ...model, scroll: null, help: false, focus };
  return question.type === 'plan.review' && isLargeEnough(model.size) ? toStartOfNewest(shown) : shown;
}

/** The draft has the keys again. What was written to a question that went away is not lost. */
export function questionClosed(model: Model, closed: Question): Model {
  const { composer, aside, focus } = model;
  const [draft, words] = focus === 'words' ? [aside, composer] : [composer, aside];
  const left = closed.type === 'question.ask' && words.text !== '' ? joined(draft.text, words.text) : draft;
  return { ...model, focus: 'draft', composer: left, aside: BLANK_COMPOSER };
}

/**
 * The question, where it can be answered. Nobody says yes to what cannot be seen: a screen that is too small, or the help,
 * hides it, and a plan has to be read first.
 */
export function shownQuestion({ transcript, size, help }: Model): Question | null {
  const { question } = transcript;
  if (question === null || !isLargeEnough(size) || help) return null;
  return question.type === 'plan.review' && question.text === null ? null : question;
}

/** Where keys are looked up while the question is shown. */
export function questionPlaces(model: Model): readonly Where[] {
  const question = shownQuestion(model);
  if (question === null) return [];
  const { focus, composer } = model;
  if (question.type === 'question.ask')
    return focus === 'words' && composer.text === '' ? ['choosing', 'asked'] : ['asked'];
  if (focus === 'words') return ['reason'];
  return focus === 'question' ? ['answering', 'question'] : ['question'];
}

/** From the draft to the question and back; what is written to either stays. */
export function switchFocus(model: Model): Next {
  if (model.transcript.question?.type === 'question.ask')
    return next({ ...swapped(model), focus: model.focus === 'words' ? 'draft' : 'words' });
  return next({ ...model, focus: model.focus === 'question' ? 'draft' : 'question' });
}

export function answer(model: Model, said: Said, reason = ''): Next {
  const question = shownQuestion(model);
  const fact = question && factOf(question, said, reason);
  return fact ? sending(model, fact) : next(model);
}

/** A no to a limit needs no reason: nobody reads it. */
export function beginReason(model: Model): Next {
  const type = shownQuestion(model)?.type;
  if (type !== 'person.ask' && type !== 'plan.review') return next(model);
  return next({ ...swapped(model), focus: 'words' });
}

export function leaveReason(model: Model): Next {
  return next({ ...swapped(model), focus: 'question' });
}

/** The option of that number, from 1; null where there is none. */
export function chooseOption(model: Model, number: number): Next | null {
  const question = shownQuestion(model);
  if (question?.type !== 'question.ask') return null;
  const option = question.options[number - 1];
  return option === undefined ? null : sending(model, answerTo(question, option));
}

/** What has been written, as the answer or as the reason for a no. */
export function sendWords(model: Model): Next {
  const question = shownQuestion(model);
  if (question === null) return next(model);
  const { text } = model.composer;
  const sent = { ...model, composer: BLANK_COMPOSER };
  return question.type === 'question.ask' ? sending(sent, answerTo(question, text)) : answer(sent, 'no', text);
}

function answerTo({ id }: Question, text: string): Fact {
  return { type: 'question.answered', request: id, answer: text };
}

function factOf(question: Question, said: Said, reason: string): Fact | null {
  const { id: request } = question;
  switch (question.type) {
    case 'person.ask':
      if (said === 'always' && question.always === null) return null;
      return { type: 'permission.answered', request, answer: said === 'yes' ? 'once' : said, reason };
    case 'plan.review':
      if (said === 'always') return null;
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
