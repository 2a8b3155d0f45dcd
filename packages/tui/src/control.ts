/** What the person can do to a turn while it runs, and after it has failed. Pure. */
import { given, isBusy, type Model, type Next, next, sending } from './model.ts';

/** For the turn that runs, before its next reply. At rest it is a prompt. */
export function steer(model: Model, text: string): Next {
  return isBusy(model) ? sending({ ...model, scroll: null }, { type: 'steer.given', text }) : given(model, text);
}

/** Also what a failed turn goes on with. */
export function pauseOrResume(model: Model): Next {
  return model.state === 'failed' || model.pause !== 'no' ? resume(model) : sending(model, { type: 'pause.requested' });
}

export function step(model: Model): Next {
  if (model.state === 'paused') return sending(model, { type: 'step.requested' });
  return model.pause === 'no' ? sending(model, { type: 'pause.requested' }) : next(model);
}

export function retry(model: Model): Next {
  return model.state === 'failed' ? resume(model) : next({ ...model, notice: 'No turn has failed.' });
}

export function compact(model: Model, focus: string): Next {
  return sending(model, { type: 'compact.requested', focus });
}

function resume(model: Model): Next {
  return sending(model, { type: 'resume.requested' });
}
