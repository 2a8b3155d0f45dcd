/** The questions that are open, and what answers them. */
import type { Fact, Mode } from '@tagma/core';
import type { StreamEvent } from '@tagma/stream';

type Asked = Extract<StreamEvent, { type: 'asked' }>;
type Given = {
  readonly request: number;
  readonly answer: string;
  readonly reason?: string | undefined;
  readonly mode?: Mode | undefined;
};

export type Questions = {
  /** Takes every event, in order. */
  readonly take: (event: StreamEvent) => void;
  /** The fact that an answer is, or why it is none. */
  readonly answerOf: (given: Given) => Fact | string;
  /** The facts that answer all that is open, where nobody can be asked any more. */
  readonly unanswered: () => readonly Fact[];
};

/** What each kind takes; a question of the model takes any text. */
const ANSWERS = {
  permission: ['once', 'always', 'no'],
  plan: ['approve', 'reject'],
  limit: ['go on', 'stop'],
} as const;

const MODELESS = 'mode goes with the answer approve to a plan';

export function createQuestions(): Questions {
  const open = new Map<number, Asked>();
  return {
    take(event) {
      if (event.type === 'asked') open.set(event.request, event);
      if (event.type === 'answered') open.delete(event.request);
      if (event.type === 'result') open.clear();
    },
    answerOf(given) {
      const asked = open.get(given.request);
      if (asked === undefined) return aboutNone(given.request, [...open.keys()]);
      if (given.mode !== undefined && (asked.kind !== 'plan' || given.answer !== 'approve')) return MODELESS;
      return factOf(asked, given) ?? aboutAnswer(asked, given.answer);
    },
    unanswered: () => [...open.values()].map(unasked),
  };
}

function factOf(asked: Asked, { request, answer, reason = '', mode }: Given): Fact | null {
  switch (asked.kind) {
    case 'permission': {
      const known = ANSWERS.permission.find((one) => one === answer);
      // Where no rule is offered there is nothing that could hold always.
      if (known === undefined || (known === 'always' && asked.always === null)) return null;
      return { type: 'permission.answered', request, answer: known, reason };
    }
    case 'question':
      return { type: 'question.answered', request, answer };
    case 'plan': {
      const known = ANSWERS.plan.find((one) => one === answer);
      return known ? { type: 'plan.answered', request, answer: known, reason, ...(mode && { mode }) } : null;
    }
    case 'limit': {
      const known = ANSWERS.limit.find((one) => one === answer);
      return known ? { type: 'limit.answered', request, answer: known } : null;
    }
  }
}

const NOBODY = 'nobody can be asked any more';

function unasked({ kind, request }: Asked): Fact {
  switch (kind) {
    case 'permission':
      return { type: 'permission.answered', request, answer: 'no', reason: NOBODY };
    case 'question':
      return { type: 'question.answered', request, answer: `${NOBODY}: decide yourself, and say in <final> how` };
    case 'plan':
      return { type: 'plan.answered', request, answer: 'reject', reason: `${NOBODY}: give it as your <final>` };
    case 'limit':
      return { type: 'limit.answered', request, answer: 'stop' };
  }
}

function aboutNone(request: number, open: readonly number[]): string {
  const there = open.length === 0 ? 'Nothing is asked.' : `Open: ${open.join(', ')}.`;
  return `there is no question ${request}. ${there}`;
}

function aboutAnswer(asked: Asked, answer: string): string {
  const known = asked.kind === 'question' ? [] : ANSWERS[asked.kind];
  const taken = known.filter((one) => one !== 'always' || (asked.kind === 'permission' && asked.always !== null));
  return `question ${asked.request} (${asked.kind}) takes ${taken.join(', ')}, not ${JSON.stringify(answer)}`;
}
