/** Questions, and their answers. */
import {
  formatRule,
  type LimitAnswered,
  type LimitAsk,
  type PermissionAnswered,
  type PersonAsk,
  type PlanAnswered,
  type PlanPresented,
  type PlanReview,
  type QuestionAnswered,
  type QuestionAsk,
} from '@tagma/core';
import { describeSecretUse, secretsAway } from '@tagma/protocol';
import type { StreamEvent } from '@tagma/stream';

export function askedOf(asked: PersonAsk | QuestionAsk | LimitAsk, at: string): StreamEvent {
  const base = { type: 'asked', request: asked.id, at } as const;
  switch (asked.type) {
    case 'person.ask': {
      const { call, tool, params, why, outside = false, always, facts } = asked;
      const rule = always && formatRule(always);
      return {
        ...{ ...base, kind: 'permission', call, tool, params, why, outside, always: rule },
        secrets: secretsAway(facts).map((use) => ({ ...use, sentence: describeSecretUse(use) })),
        preview: facts.preview ?? '',
      };
    }
    case 'question.ask':
      return { ...base, kind: 'question', call: asked.call, question: asked.question, options: [...asked.options] };
    case 'limit.ask':
      return { ...base, kind: 'limit', limit: asked.limit, used: asked.used, max: asked.max, why: asked.reason };
  }
}

/** A plan is asked about when its text has been read; an empty one is not. */
export type Plans = {
  readonly reviewed: (review: PlanReview) => void;
  readonly presented: (event: PlanPresented, at: string) => readonly StreamEvent[];
};

export function createPlans(): Plans {
  const read = new Map<number, { readonly call: number; readonly file: string }>();
  return {
    reviewed: ({ id, call, file }) => void read.set(id, { call, file }),
    presented({ request, text }, at) {
      const plan = read.get(request);
      read.delete(request);
      return plan === undefined || text.trim() === ''
        ? []
        : [{ type: 'asked', request, at, kind: 'plan', ...plan, text }];
    },
  };
}

export function answeredOf(
  event: PermissionAnswered | QuestionAnswered | PlanAnswered | LimitAnswered,
  at: string,
): StreamEvent {
  const { request, answer } = event;
  return { type: 'answered', request, answer, reason: 'reason' in event ? event.reason : '', at };
}
