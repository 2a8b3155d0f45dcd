/** What the person is asked, and what is written down of the answer. */
import type {
  AgentEvent,
  LimitAnswered,
  LimitAsk,
  PermissionAnswered,
  PersonAsk,
  PlanAnswered,
  PlanReview,
  QuestionAnswered,
  QuestionAsk,
} from '@tagma/core';
import type { Item } from './items.ts';

export type Question = PersonAsk | QuestionAsk | PlanShown | LimitAsk;

/** A plan that the person is to agree to. `text` is null until it has been read: before, there is nothing to agree to. */
export type PlanShown = PlanReview & { readonly text: string | null };

export type QuestionEvent = PermissionAnswered | QuestionAnswered | PlanAnswered | LimitAnswered;

const ANSWERS: ReadonlySet<AgentEvent['type']> = new Set<QuestionEvent['type']>([
  'permission.answered',
  'question.answered',
  'plan.answered',
  'limit.answered',
]);

export function isAnswerTo(question: Question | null, event: AgentEvent): event is QuestionEvent & AgentEvent {
  return question !== null && ANSWERS.has(event.type) && 'request' in event && event.request === question.id;
}

/** None for the end at a limit: the turn's own end says it. */
export function answerItems(question: Question, event: QuestionEvent): readonly Item[] {
  switch (event.type) {
    case 'permission.answered':
      return question.type === 'person.ask' ? [permission(question.call, event)] : [];
    case 'question.answered':
      return question.type === 'question.ask' ? [{ kind: 'answered', call: question.call, text: event.answer }] : [];
    case 'plan.answered':
      return question.type === 'plan.review' ? [plan(question, event)] : [];
    case 'limit.answered':
      if (question.type !== 'limit.ask' || event.answer === 'stop') return [];
      return [{ kind: 'extended', limit: question.limit, reason: question.reason }];
  }
}

function permission(call: number, { answer, reason }: PermissionAnswered): Item {
  const by = { once: 'you, this once', always: 'you, from now on', no: 'you' }[answer];
  return { kind: 'permission', call, verdict: answer === 'no' ? 'deny' : 'allow', by: by + because(reason) };
}

function plan({ text, call }: PlanShown, { answer, reason }: PlanAnswered): Item {
  const agreed = answer === 'approve';
  return { kind: 'plan', call, agreed, by: `you${because(reason)}`, text: agreed ? (text ?? '') : '' };
}

function because(reason: string): string {
  return reason === '' ? '' : `: ${reason}`;
}
