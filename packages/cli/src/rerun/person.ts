/**
 * Who answers when a recorded session is run again: the person of the recording, where the question is the same; else
 * nobody, and that is a no.
 */
import type { AgentEvent, Emitted, Fact } from '@tagma/core';
import type { TakenStep } from '@tagma/testing';

const NOBODY = 'nobody is there to ask';

/** Whether the person answered a question of the model, or one about a plan. */
export function hasAnswers(steps: readonly TakenStep[]): boolean {
  return steps.some(({ event: { type } }) => type === 'question.answered' || type === 'plan.answered');
}

/** Permissions are no part of it: what would be asked about is denied. */
export function recordedAnswers(
  steps: readonly TakenStep[],
): (event: AgentEvent, emitted: readonly Emitted[]) => readonly Fact[] {
  const { questions, plans } = answersIn(steps);
  return (event, emitted) => [
    ...(event.type === 'plan.presented' && !emitted.some(({ type }) => type === 'event.ignored')
      ? [aboutPlan(event.request, plans.get(event.text))]
      : []),
    ...emitted.flatMap((one): Fact[] => {
      switch (one.type) {
        case 'person.ask':
          return [{ type: 'permission.answered', request: one.id, answer: 'no', reason: NOBODY }];
        case 'question.ask': {
          const answer = questions.get(one.question) ?? `${NOBODY}: decide yourself, and say in <final> how`;
          return [{ type: 'question.answered', request: one.id, answer }];
        }
        case 'limit.ask':
          return [{ type: 'limit.answered', request: one.id, answer: 'stop' }];
        default:
          return [];
      }
    }),
  ];
}

type PlanAnswer = Pick<Extract<Fact, { readonly type: 'plan.answered' }>, 'answer' | 'reason'>;

function aboutPlan(request: number, recorded: PlanAnswer | undefined): Fact {
  return { type: 'plan.answered', request, ...(recorded ?? { answer: 'reject', reason: NOBODY }) };
}

/** The last answer to each question, and to each plan, by its text. */
function answersIn(steps: readonly TakenStep[]) {
  const questions = new Map<string, string>();
  const plans = new Map<string, PlanAnswer>();
  const asked = new Map<number, string>();
  const shown = new Map<number, string>();
  for (const { event, emitted } of steps) {
    const plan = event.type === 'plan.answered' ? shown.get(event.request) : undefined;
    if (event.type === 'plan.presented') shown.set(event.request, event.text);
    if (event.type === 'plan.answered' && plan !== undefined) {
      plans.set(plan, { answer: event.answer, reason: event.reason });
    }
    const question = event.type === 'question.answered' ? asked.get(event.request) : undefined;
    if (event.type === 'question.answered' && question !== undefined) questions.set(question, event.answer);
    for (const one of emitted) if (one.type === 'question.ask') asked.set(one.id, one.question);
  }
  return { questions, plans };
}
