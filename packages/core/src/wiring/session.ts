/** What happens to the session as a whole: it begins, is taken up again, waits, ends. */
import * as asking from '../asking.ts';
import { newRequest } from '../context.ts';
import type { ModeSwitched } from '../effects.ts';
import * as notices from '../hooks/notices.ts';
import { endWaiting } from '../limits.ts';
import { as, ignored, interrupted } from '../payloads.ts';
import * as result from '../result.ts';
import * as resuming from '../resuming.ts';
import { withoutRule } from '../rules.ts';
import * as turn from '../turn.ts';
import { type Args, assign, emit } from './typed.ts';

export const guards = {
  hasStarted: ({ context }: Args) => context.session.behaviour > 0,
  mustPause: ({ context }: Args) => context.pause === 'wanted',
  isInterrupted: ({ context }: Args) => resuming.interruptedCall(context) !== undefined,
  isTurnCutOff: ({ context }: Args) => resuming.isTurnCutOff(context),
  canGoOn: ({ context }: Args) => result.canGoOn(context),
};

export const actions = {
  begin: assign(({ event }) => notices.noticed(turn.begin(as(event, 'session.started')), { point: 'session_start' })),
  changeMode: assign(({ context, event }) => asking.changeMode(context, as(event, 'mode.changed').mode)),
  removeRule: assign(({ context, event }) => ({ rules: withoutRule(context.rules, as(event, 'rule.removed').rule) })),
  noteMode: emit(({ context }): ModeSwitched => ({ type: 'mode.switched', mode: context.mode })),
  noteIgnored: emit(({ context, event }) => ignored(context, event)),
  noticeShutdown: assign(({ context, event }) =>
    notices.noticed(context, { point: 'session_shutdown', reason: as(event, 'session.ended').reason }),
  ),
  pause: assign({ pause: 'wanted' }),
  resume: assign({ pause: 'no' }),
  stepOnce: assign({ pause: 'after next' }),
  pauseAfterStep: assign(({ context }) => turn.pausedAfterStep(context)),
  startWaiting: assign(({ event }) => ({ waitingSince: event.at })),
  endWaiting: assign(({ context, event }) => endWaiting(context, event.at)),
  newRequest: assign(({ context }) => newRequest(context)),
  takeUp: assign(({ context, event }) =>
    notices.noticed(resuming.takeUp(context, as(event, 'session.resumed')), { point: 'session_start' }),
  ),
  noteInterrupted: emit(({ context }) => interrupted(context)),
  answerInterrupted: assign(({ context }) => resuming.answerInterrupted(context)),
  endCutOff: assign(({ context, event }) => resuming.endCutOff(context, event.at)),
};
