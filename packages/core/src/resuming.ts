/**
 * A session goes on that had ended, or was cut off: by other settings, with all that it knows. What had been begun and has no
 * outcome is told as such, and nothing of it is ever begun again by itself. Pure functions of the context, like those of
 * `turn.ts`.
 */
import { writeObservation } from '@tagma/protocol';
import type { Answer, Call } from './call.ts';
import { answerCall, withoutRunning } from './calls.ts';
import type { Context } from './context.ts';
import { appendUser } from './conversation.ts';
import { NO_DIGEST } from './digest.ts';
import type { SessionResumed } from './events.ts';
import { goOnWith } from './models.ts';
import { canGoOn, finish } from './result.ts';
import type { Rule } from './rules.ts';
import { withCommandCutOff } from './shell.ts';
import { NO_SIZE } from './tokens.ts';
import { observe } from './turn.ts';
import { countedAnew } from './usage.ts';

const UNKNOWN = 'its effect is unknown; look before you do it again.';
const INTERRUPTED = withoutRunning('aborted', `interrupted: the session was cut off while it ran, and ${UNKNOWN}`);
const NOT_BEGUN = withoutRunning(
  'skipped',
  'not run: the session was cut off before it began. Send it again if it is still wanted.',
);
const NOT_LET_OUT = 'the session was cut off before anybody let it run outside of the sandbox';
const UNDO_INTERRUPTED = `The user wanted changes of yours taken back. It was interrupted: the session was cut off meanwhile, and ${UNKNOWN}`;
const COMMAND_INTERRUPTED = `interrupted: the session was cut off while it ran. What it has done is unknown`;
const CUT_OFF_HERE = 'The session was cut off here, and goes on now.';

/** From here on the event's settings hold. Nothing runs any more, and nothing is waited for; what it knows it knows. */
export function takeUp(before: Context, event: SessionResumed & { readonly at: number }): Context {
  const { mode } = event.settings;
  const context = goOnWith(before, event);
  return withCommandCutOff(
    withUndoTold({
      ...context,
      ...{ mode, planBegunIn: planBegunIn(before, event), rules: rulesFrom(before, event) },
      // The system prompt may be another.
      ...{ digest: NO_DIGEST, size: NO_SIZE },
      ...{ compaction: null, compactionWanted: null, compactions: 0 },
      ...withoutHooking(before),
      ...{ pause: 'no', requests: [], cancelled: [], waitingSince: null },
      usage: countedAnew(context.usage),
      // Nobody knows how long nothing was at work: the turn's time is counted from here.
      turn: {
        ...context.turn,
        ...{ startedAt: event.at, waitedMs: 0, granted: {}, told: [], outage: null, abortedBy: null },
      },
    }),
    COMMAND_INTERRUPTED,
  );
}

/** What is said of it. */
export function interruptedAnswer(): Answer {
  return INTERRUPTED;
}

export function answerInterrupted(context: Context): Context {
  const call = interruptedCall(context);
  return call ? answerCall(context, call, INTERRUPTED) : context;
}

/** Whether a turn was under way. */
export function isTurnCutOff({ lastTurn, result }: Context): boolean {
  return lastTurn > 0 && result === null;
}

/** Whether there is a turn to go on with, once the session has been taken up. */
export function leavesTurn(context: Context): boolean {
  return isTurnCutOff(context) || canGoOn(context);
}

/** The first call that was begun and has no outcome. */
export function interruptedCall(context: Context): Call | undefined {
  return interruptedCalls(context)[0];
}

/** Those that were begun and have no outcome. */
export function interruptedCalls({ turn }: Context): readonly Call[] {
  return turn.calls.filter(({ request, answer }) => request !== null && answer === null);
}

/** The turn that was cut off has ended; what came of its calls is told as far as it is known. */
export function endCutOff(context: Context, at: number): Context {
  return finish(withCallsTold(context, at), { kind: 'aborted', by: 'interruption' });
}

function withCallsTold(context: Context, at: number): Context {
  const { turn, conversation } = context;
  if (turn.calls.length > 0) {
    const calls = turn.calls.map((call) => (call.answer ? call : { ...call, answer: answerUnbegun(call) }));
    return observe({ ...context, turn: { ...turn, calls } }, at);
  }
  // A reply to which nothing has been said: what was to be said may have been taken back.
  if (conversation.at(-1)?.message.role !== 'assistant') return context;
  const told = writeObservation({ tool: 'session', status: 'aborted' }, CUT_OFF_HERE);
  return { ...context, conversation: appendUser(context, told) };
}

/** A call before a sandbox has run, and come to an end there. */
function answerUnbegun({ blocked }: Call): Answer {
  return blocked ? { ...blocked.answer, notes: [...blocked.answer.notes, NOT_LET_OUT] } : NOT_BEGUN;
}

function withUndoTold(context: Context): Context {
  if (context.undoing === null) return context;
  const told = writeObservation({ tool: 'undo', status: 'aborted' }, UNDO_INTERRUPTED);
  return { ...context, undoing: null, conversation: appendUser(context, told) };
}

/** The answer "always" was for the session, and the session goes on. */
function rulesFrom({ rules }: Context, { settings }: SessionResumed): readonly Rule[] {
  return [...settings.rules, ...rules.filter(({ from }) => from === 'answer')];
}

/** Where a plan was being made, it still leads back; but not to a mode that has to be said anew. */
function planBegunIn({ mode, planBegunIn: before }: Context, { settings }: SessionResumed): Context['planBegunIn'] {
  return mode === 'plan' && settings.mode === 'plan' && before !== 'trust' ? before : null;
}

/** What hooks were asked and told is nobody's any more; what the person has said and none has heard still begins the next turn. */
function withoutHooking({ hearing, systemHooked, edits, consenting, consent, told }: Context): Partial<Context> {
  const isEmpty = [hearing, systemHooked, edits, consenting, consent, told].every((one) => one === undefined);
  return isEmpty ? {} : { hearing: null, systemHooked: null, edits: null, consenting: null, consent: null, told: [] };
}
