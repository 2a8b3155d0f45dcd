/** What the person can do to a turn while it runs, and after it has failed. Pure. */

import { formatRule, type Mode, type RuleSource } from '@tagma/core';
import { visible } from '@tagma/protocol';
import type { FoundModel } from './doors.ts';
import { afterTurn, given, isBusy, type Model, type Next, next, sending } from './model.ts';

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

/** Another mode may say yes to the call that is asked about: that is answered first. */
export function changeMode(model: Model, mode: Mode): Next {
  if (model.transcript.question?.type === 'person.ask')
    return next({ ...model, notice: 'Another mode would answer for you: answer the question first.' });
  return sending(model, { type: 'mode.changed', mode });
}

/** Nothing but the plan is changed from here on; what is to be planned is said as any prompt is. */
export function plan(model: Model, text: string): Next {
  const isPlanning = model.status.mode === 'plan';
  if (isPlanning && text === '')
    return next({ ...model, notice: 'The mode is plan already. /plan TEXT says what to plan; /mode NAME leaves it.' });
  const begun = isPlanning ? next(model) : changeMode(model, 'plan');
  if (text === '' || (!isPlanning && begun.acts.length === 0)) return begun;
  const said = steer(begun.model, text);
  return { ...said, acts: [...begun.acts, ...said.acts] };
}

export function compact(model: Model, focus: string): Next {
  return sending(model, { type: 'compact.requested', focus });
}

/** One change of a file is one step. Nothing is taken back under a turn that runs. */
export function undo(model: Model, wanted: string): Next {
  if (isBusy(model)) return next({ ...model, notice: afterTurn(model, '/undo takes back what it has changed.') });
  const steps = wanted === '' ? 1 : Number(wanted);
  if (wanted !== 'turn' && !(Number.isSafeInteger(steps) && steps > 0)) {
    return next({ ...model, notice: '/undo takes a number of changes, or the word turn: /undo, /undo 3, /undo turn.' });
  }
  return sending({ ...model, scroll: null }, { type: 'undo.requested', steps: wanted === 'turn' ? wanted : steps });
}

/** In the person's own shell, at rest. */
export function runCommand(model: Model, command: string): Next {
  return sending({ ...model, scroll: null }, { type: 'shell.requested', command });
}

/** The rules are numbered as the dialog shows them. */
export function takeBackRule(model: Model, wanted: string): Next {
  const [, number] = /^remove\s+(\d+)$/.exec(wanted) ?? [];
  if (number === undefined)
    return next({ ...model, notice: '/permissions lists the rules; /permissions remove 2 takes the second one back.' });
  const rule = model.rules[Number(number) - 1];
  if (!rule) return next({ ...model, notice: `There is no rule ${number}. /permissions lists them.` });
  const kept = KEPT_ELSEWHERE.has(rule.from)
    ? ' It comes back with the next session, unless you take it out of its file.'
    : '';
  const notice = `${visible(formatRule(rule))} does not hold any more.${kept}`;
  return sending({ ...model, notice }, { type: 'rule.removed', rule });
}

/** Files of the person's and of the project's: nothing is taken out of them. */
const KEPT_ELSEWHERE: ReadonlySet<RuleSource> = new Set(['user', 'project', 'option']);

/** Whoever has opened the screen knows the models; what comes of it is told by `modelChosen`. */
export function chooseModel(model: Model, name: string): Next {
  return next({ ...model, notice: `Looking for ${name} …` }, { type: 'choose-model', name });
}

/** The model was found, and is asked from the next request on; or it was not, and it is said why. */
export function modelChosen(model: Model, found: FoundModel): Next {
  if (!found.ok) return next({ ...model, notice: visible(found.message.replace(/\s+/g, ' ')) });
  const { model: name, endpoint } = found.model;
  const notices = [
    ...(isBusy(model) ? [`${name} at ${endpoint} is asked from the next request on.`] : []),
    ...(found.notices ?? []).map(visible),
  ];
  return sending({ ...model, notice: notices.join(' ') || null }, { type: 'model.changed', model: found.model });
}

function resume(model: Model): Next {
  return sending(model, { type: 'resume.requested' });
}
