/**
 * The person at the session: what is asked of him, and which answer is which fact. One row a kind of question; where a
 * question has no answer the session rests, as it would in front of a person who has gone for coffee.
 */
import type { AgentEvent, Effect, Emitted, Fact, LimitAsk, PersonAsk, PlanReview, QuestionAsk } from '@tagma/core';
import { TestMistake } from './mistake.ts';

/**
 * To a permission: `yes` or `once`, `always`, `no`. To a plan: `yes`, `no`. To a limit: `go on`, `stop`. To a question of the
 * model: any text. A `no` may have a reason, which the model is told.
 */
export type PersonAnswer = string | { readonly no: string };

/** In order, or from the question; undefined gives no answer. */
export type Person = readonly PersonAnswer[] | ((question: Question) => PersonAnswer | undefined);

/** An effect that a person answers; of a plan the text as well. */
export type Question = PersonAsk | QuestionAsk | LimitAsk | (PlanReview & { readonly text: string });

type Row = {
  /** What can be said to it, for whoever has said something else. */
  readonly takes: string;
  /** Null where that is no answer to it. */
  readonly fact: (request: number, answer: PersonAnswer) => Fact | null;
  /** The recorded answer, as it is said here. */
  readonly said: (event: AgentEvent) => PersonAnswer | null;
};

const QUESTIONS: { readonly [type in Question['type']]: Row } = {
  'person.ask': {
    takes: "'yes', 'always', 'no' or { no: 'the reason' }",
    fact(request, answer) {
      const type = 'permission.answered';
      if (typeof answer === 'object') return { type, request, answer: 'no', reason: answer.no };
      if (answer === 'yes' || answer === 'once') return { type, request, answer: 'once', reason: '' };
      if (answer === 'always' || answer === 'no') return { type, request, answer, reason: '' };
      return null;
    },
    said: (event) => (event.type === 'permission.answered' ? withReason(event.answer, event.reason) : null),
  },
  'question.ask': {
    takes: 'any text',
    fact: (request, answer) => (typeof answer === 'string' ? { type: 'question.answered', request, answer } : null),
    said: (event) => (event.type === 'question.answered' ? event.answer : null),
  },
  'plan.review': {
    takes: "'yes', 'no' or { no: 'the reason' }",
    fact(request, answer) {
      const type = 'plan.answered';
      if (typeof answer === 'object') return { type, request, answer: 'reject', reason: answer.no };
      if (answer === 'yes') return { type, request, answer: 'approve', reason: '' };
      return answer === 'no' ? { type, request, answer: 'reject', reason: '' } : null;
    },
    said: (event) =>
      event.type === 'plan.answered' ? withReason(event.answer === 'approve' ? 'yes' : 'no', event.reason) : null,
  },
  'limit.ask': {
    takes: "'go on' or 'stop'",
    fact: (request, answer) =>
      answer === 'go on' || answer === 'stop' ? { type: 'limit.answered', request, answer } : null,
    said: (event) => (event.type === 'limit.answered' ? event.answer : null),
  },
};

/** The types of effects that a person answers. */
type Asked = Extract<Effect, { readonly type: Question['type'] }>;

export function isQuestion(effect: { readonly type: string }): effect is Asked {
  return Object.hasOwn(QUESTIONS, effect.type);
}

/** What a step puts to the person. A plan is put to him once it has been read. */
export function questionsIn(
  event: AgentEvent,
  emitted: readonly Emitted[],
  open: readonly Effect[],
): readonly Question[] {
  const asked = emitted.filter(isQuestion).flatMap((one) => (one.type === 'plan.review' ? [] : one));
  if (event.type !== 'plan.presented') return asked;
  const { request, text } = event;
  const plans = open.flatMap((one) => (one.type === 'plan.review' && one.id === request ? { ...one, text } : []));
  return [...plans, ...asked];
}

/** What can be said to a question, in words for a message. */
export function answersTo({ type }: Asked): string {
  return QUESTIONS[type].takes;
}

/** @throws TestMistake where the answer is none to this question */
export function answerOf({ id, type }: Pick<Asked, 'id' | 'type'>, answer: PersonAnswer): Fact {
  const { fact, takes } = QUESTIONS[type];
  const answered = fact(id, answer);
  if (answered) return answered;
  throw new TestMistake(`${JSON.stringify(answer)} is no answer to ${type}: it takes ${takes}.`);
}

/** A recorded answer to this question, as a test says it; null for any other event. */
export function answerIn({ type }: Asked, event: AgentEvent): PersonAnswer | null {
  return QUESTIONS[type].said(event);
}

/** Answers question by question; null where there is no answer. */
export function personOf(person: Person): (question: Question) => Fact | null {
  const answers = typeof person === 'function' ? null : [...person];
  return (question) => {
    const answer = typeof person === 'function' ? person(question) : answers?.shift();
    return answer === undefined ? null : answerOf(question, answer);
  };
}

function withReason(answer: string, reason: string): PersonAnswer {
  return answer === 'no' && reason !== '' ? { no: reason } : answer;
}
