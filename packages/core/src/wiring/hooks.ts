/** What hooks are asked and told, and what they leave behind. */
import { type Context, newRequest } from '../context.ts';
import type { AgentEvent } from '../events.ts';
import * as hookedCalls from '../hooks/calls.ts';
import * as consent from '../hooks/consent.ts';
import * as edits from '../hooks/edits.ts';
import * as notices from '../hooks/notices.ts';
import * as opening from '../hooks/opening.ts';
import { isHooked } from '../hooks/points.ts';
import { as } from '../payloads.ts';
import * as queue from '../queue.ts';
import * as turn from '../turn.ts';
import { isAnswer } from './requests.ts';
import { type Args, assign, emit } from './typed.ts';

export const guards = {
  mustHear: ({ context }: Args) => opening.nextUnheard(context) !== undefined,
  isHandled: ({ context }: Args) => opening.isHandled(context),
  leavesReply: (args: Args) =>
    isAnswer(args) && !args.context.opening && args.context.turn.reply !== null && isHandledBy(args.event),
  mustBrief: ({ context }: Args) => opening.mustBrief(context),
  isOpened: ({ context }: Args) => !!context.opening,
  mustCompose: ({ context }: Args) => isHooked(context, 'on_context'),
  isOvertaken: (args: Args) => isAnswer(args) && isOvertaken(args.context),
  mustVet: ({ context }: Args) => hookedCalls.callToVet(context) !== undefined,
  mustShape: ({ context }: Args) => hookedCalls.callToShape(context) !== undefined,
  isNoticed: ({ context }: Args) => notices.isNoticed(context),
  asksAboutOperation: ({ context }: Args) => isHooked(context, 'before_session_op'),
  isTold: ({ context, event }: Args) => notices.isTold(context, as(event, 'hook.ended')),
};

export const actions = {
  beginHearing: assign(({ context }) => opening.beginHearing(newRequest(context))),
  hear: emit(({ context }) => opening.hear(context)),
  takeHeard: assign(({ context, event }) => opening.takeHeard(context, as(event, 'hook.ended'))),
  finishHandled: assign(({ context }) => opening.finishHandled(context)),
  brief: emit(({ context }) => opening.brief(context)),
  takeBriefing: assign(({ context, event }) => opening.takeBriefing(context, as(event, 'hook.ended'))),
  beginOpened: assign(({ context }) => opening.beginOpened(context)),
  compose: emit(({ context }) => edits.composeOf(context, turn.requestOf({ ...context, edits: null }))),
  takeEdits: assign(({ context, event }) => edits.takeEdits(context, as(event, 'hook.ended'))),
  vetCall: emit(({ context }) => hookedCalls.askedOf(context, 'before_tool_call')),
  takeVetting: assign(({ context, event }) => hookedCalls.takeVetting(context, as(event, 'hook.ended'))),
  shapeResult: emit(({ context }) => hookedCalls.askedOf(context, 'on_tool_result')),
  takeShaping: assign(({ context, event }) => hookedCalls.takeShaping(context, as(event, 'hook.ended'))),
  numberNotice: assign(({ context }) => notices.numberNotice(context)),
  tellHooks: emit(({ context }) => ({ type: 'hook.tell', id: context.lastId, ...notices.nextNotice(context) })),
  askAboutOperation: emit(({ context, event }) => consent.operationAsked(context, as(event, 'operation.requested'))),
  dropNotice: assign(({ context }) => notices.dropNotice(context)),
  takeTold: assign(({ context, event }) => notices.takeTold(context, as(event, 'hook.ended'))),
  noticeErrors: assign(({ context, event }) => notices.withErrors(context, as(event, 'hook.ended'))),
  noticeEnd: assign(({ context, event }) => notices.withEnd(context, event)),
};

function isOvertaken(context: Context): boolean {
  const { pause, modelWanted, compactionWanted } = context;
  return (
    pause === 'wanted' || modelWanted !== null || compactionWanted !== null || queue.nextSteer(context) !== undefined
  );
}

function isHandledBy(event: AgentEvent): boolean {
  return as(event, 'hook.ended').outcome?.kind === 'handled';
}
