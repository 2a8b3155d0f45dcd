/** What the person says: to begin a turn, to steer it, or to follow it. */
import * as notices from '../hooks/notices.ts';
import * as opening from '../hooks/opening.ts';
import { as, saidIn, taken } from '../payloads.ts';
import * as queue from '../queue.ts';
import { type Args, assign, emit } from './typed.ts';

export const guards = {
  steerWaits: ({ context }: Args) => queue.nextSteer(context) !== undefined,
  followUpWaits: ({ context }: Args) => context.result?.kind === 'done' && queue.nextFollowUp(context) !== undefined,
};

export const actions = {
  takePrompt: assign(({ context, event }) =>
    notices.withStart(context, opening.takePrompt(context, saidIn(event), event.at)),
  ),
  queuePrompt: assign(({ context, event }) => queue.enqueue(context, saidIn(event), false)),
  queueSteer: assign(({ context, event }) => queue.enqueue(context, saidIn(event), true)),
  withdraw: assign(({ context, event }) => queue.withdraw(context, as(event, 'message.withdrawn').message)),
  noteSteer: emit(({ context }) => taken(queue.nextSteer(context))),
  takeSteer: assign(({ context }) => queue.takeSteer(context)),
  noteFollowUp: emit(({ context }) => taken(queue.nextFollowUp(context))),
  takeFollowUp: assign(({ context, event }) => notices.withStart(context, opening.takeFollowUp(context, event.at))),
};
