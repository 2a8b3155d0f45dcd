/** What an update of the session does to the screen. Pure. */
import { noteOnMode, type QueuedMessage, type Update } from '@tagma/core';
import { asked, questionClosed } from '../dialogs/answering.ts';
import { notifications } from '../dialogs/notifying.ts';
import { renewed } from '../dialogs/settings-list.ts';
import { machineTold } from '../machine/machine.ts';
import { transcriptAfter } from '../transcript/transcript.ts';
import { isBusy, type Model, type Next, next, standingAt, TURN_RUNS, takenBack, withDraftBefore } from './model.ts';
import { progressAfter } from './progress.ts';

type StepUpdate = Extract<Update, { kind: 'step' }>;

/** `at`, in ms: now. */
export function told(earlier: Model, update: Update, at: number): Next {
  const before = { ...earlier, now: at };
  const transcript = transcriptAfter(before.transcript, update);
  if (update.kind !== 'step') return next({ ...before, transcript });
  const progress = progressAfter(before.progress, update, at);
  const machine = machineTold(before.machine, update, at);
  let model: Model = { ...standingAt(before, update.snapshot), machine, transcript, progress };
  if (tookPrompt(update)) model = { ...model, sent: false, scroll: null };
  model = draftBack(model, update);
  const closed = before.transcript.question;
  const open = transcript.question;
  if (closed && closed.id !== open?.id) model = questionClosed(model, closed);
  if (open && open !== closed) model = asked(model, open, at);
  // It said what can be done once the turn has ended.
  if (!isBusy(model) && model.notice?.startsWith(TURN_RUNS)) model = { ...model, notice: null };
  const notice = noteOnNewMode(before, model, update) ?? noticeOf(model, update);
  if (notice !== null) model = { ...model, notice };
  const end = update.emitted.find((each) => each.type === 'turn.end');
  const notes = notifications(model, closed, update);
  if (!end) return renewed(next(model, ...notes));
  const after = end.result.kind === 'done' ? next(model) : allTakenBack(model, model.queue);
  // The turn may have checked out another one.
  return { ...after, acts: [...after.acts, { type: 'find-branch' }, ...notes] };
}

/** Whether a prompt has come through, or is kept from the machine, or changed to something else, by who stepped it. */
function tookPrompt({ event }: StepUpdate): boolean {
  const came = event.type === 'event.dropped' ? event.event : (event.changed?.original ?? event);
  return event.type === 'prompt.given' || came.type === 'prompt.given';
}

/** What the person said and then kept from the machine is not lost. */
function draftBack(model: Model, { event }: StepUpdate): Model {
  if (event.type !== 'event.dropped') return model;
  const { event: dropped } = event;
  const isSaid = dropped.type === 'prompt.given' || dropped.type === 'steer.given';
  return isSaid ? withDraftBefore(model, dropped.text) : model;
}

/** Of the mode that holds from here on; at the start it is told otherwise. */
function noteOnNewMode(before: Model, { status }: Model, { event }: StepUpdate): string | null {
  const begins = event.type === 'session.started' || event.type === 'session.resumed';
  return begins || status.mode === before.status.mode ? null : noteOnMode(status.mode, status.sandbox === true);
}

/** What would otherwise not be seen of a request of the person. */
function noticeOf(model: Model, { event, emitted }: StepUpdate): string | null {
  if (event.type !== 'compact.requested') return null;
  if (emitted.some(({ type }) => type === 'event.ignored')) return 'Nothing here is old enough to be compacted.';
  const begun = emitted.some(({ type }) => type === 'summary.ask' || type === 'conversation.compacted');
  return begun || !isBusy(model) ? null : 'The conversation will be compacted before the next request.';
}

/** The turn did not come to an answer: what was queued may no longer be meant, so it goes back to the draft. */
function allTakenBack(model: Model, queue: readonly QueuedMessage[]): Next {
  return queue.reduceRight((after: Next, one) => {
    const back = takenBack(after.model, one);
    return { model: back.model, acts: [...back.acts, ...after.acts] };
  }, next(model));
}
