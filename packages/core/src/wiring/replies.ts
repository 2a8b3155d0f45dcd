/** A request for a reply, and what comes of it. */
import type { Context } from '../context.ts';
import * as notices from '../hooks/notices.ts';
import * as models from '../models.ts';
import { as, replyOf } from '../payloads.ts';
import * as turn from '../turn.ts';
import { isAnswer } from './requests.ts';
import { type Args, assign, emit } from './typed.ts';

export const guards = {
  mayRetry: (args: Args) => isAnswer(args) && turn.mayRetry(args.context, as(args.event, 'reply.failed')),
  hasActions: ({ context }: Args) => context.turn.calls.length > 0,
  replyWaits: ({ context }: Args) => !context.opening && context.conversation.at(-1)?.message.role === 'assistant',
  hasFinal: ({ context }: Args) => (context.turn.reply?.final ?? null) !== null,
  mayCorrect: ({ context }: Args) => context.turn.corrections < context.session.settings.correctionsMax,
  hasText: ({ context }: Args) => (context.turn.reply?.loose.trim() ?? '') !== '',
};

export const actions = {
  countReply: assign(({ context, event }) => notices.withStepBegun(withoutConsent(turn.countReply(context)), event.at)),
  askModel: emit(({ context }) => ({
    type: 'model.ask',
    id: context.lastId,
    turn: context.turn.replies,
    ...turn.requestOf(context),
    ...models.refOf(models.modelOf(context)),
  })),
  takeFailure: assign(({ context, event }) => turn.takeFailure(context, as(event, 'reply.failed'))),
  startTimer: emit(({ context, event }) => ({
    type: 'timer.start',
    id: context.lastId,
    ...turn.waitAfter(context, as(event, 'reply.failed')),
  })),
  resumeTurn: assign(({ context }) => turn.resumeTurn(context)),
  readReply: assign(({ context, event }) => turn.readReply(context, as(event, 'reply.ended'))),
  noteReply: emit(({ context, event }) => ({
    type: 'reply.read',
    request: as(event, 'reply.ended').request,
    reply: replyOf(context),
  })),
  correct: assign(({ context, event }) => notices.withStepEnded(context, turn.correct(context), event.at)),
  observe: assign(({ context, event }) => notices.withStepEnded(context, turn.observe(context, event.at), event.at)),
};

function withoutConsent(context: Context): Context {
  return context.consent == null ? context : { ...context, consent: null };
}
