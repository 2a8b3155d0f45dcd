/** The tools of the machine itself: it answers them, asks the person, or makes a plan with him. */
import * as asking from '../asking.ts';
import * as calls from '../calls.ts';
import { answered, as, required, waiting } from '../payloads.ts';
import { planFileOf } from '../plan-mode.ts';
import { todoAfter } from '../todo.ts';
import { isAnswer } from './requests.ts';
import { type Args, assign, emit } from './typed.ts';

export const guards = {
  answersItself: ({ context }: Args) => asking.answerAtOnce(context) !== null,
  asksPerson: ({ context }: Args) => asking.isAsking(context),
  beginsPlan: ({ context }: Args) => asking.isPlanning(context, 'enter'),
  handsInPlan: ({ context }: Args) => asking.isPlanning(context, 'done'),
  isEmptyPlan: (args: Args) => isAnswer(args) && as(args.event, 'plan.presented').text.trim() === '',
  isPresented: (args: Args) => isAnswer(args) && args.context.presented,
  isApproved: (args: Args) =>
    isAnswer(args) && args.context.presented && as(args.event, 'plan.answered').answer === 'approve',
};

export const actions = {
  noteItself: emit(({ context }) => answered(context, asking.answerAtOnce(context))),
  answerItself: assign(({ context }) =>
    calls.answerNext(
      { ...context, todo: todoAfter(context) },
      required(asking.answerAtOnce(context), 'an answer of the machine itself'),
    ),
  ),
  askQuestion: emit(({ context }) => ({
    type: 'question.ask',
    id: context.lastId,
    ...asking.questionOf(context),
    ...waiting(context),
  })),
  takeReply: assign(({ context, event }) => asking.takeReply(context, as(event, 'question.answered'))),
  notePlan: emit(({ context }) => answered(context, asking.planBegun(context))),
  enterPlan: assign(({ context }) => asking.enterPlan(context)),
  reviewPlan: emit(({ context }) => ({
    type: 'plan.review',
    id: context.lastId,
    file: planFileOf(context),
    ...waiting(context),
  })),
  presentPlan: assign({ presented: true }),
  noteEmptyPlan: emit(({ context }) => answered(context, asking.emptyPlan(context))),
  refusePlan: assign(({ context }) => calls.answerNext({ ...context, requests: [] }, asking.emptyPlan(context))),
  putPlanAway: assign({ presented: false }),
  takeReview: assign(({ context, event }) => asking.takeReview(context, as(event, 'plan.answered'))),
};
