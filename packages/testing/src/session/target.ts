/** What a test waits for, and where the session stands if it does not come. */

import type { Effect, Fact, Note, StateName } from '@tagma/core';
import { chartOf } from '@tagma/core';
import type { Course } from './course.ts';
import { TestMistake } from './mistake.ts';
import type { OpenEffects } from './open-effects.ts';
import { answersTo, isQuestion } from './person.ts';
import { lineOf } from './readable.ts';

/**
 * A state; the type of an event or a note (the last step had it) or of an effect (it was emitted by the last step, or
 * waits for its answer); or whether it holds, asked after each step.
 */
export type Target = StateName | Fact['type'] | Effect['type'] | Note['type'] | (() => boolean);

/** How many steps of the course a message shows. */
const SHOWN_STEPS = 6;

/** @throws TestMistake where no session can ever be there */
export function reached(target: Target, course: Course, open: OpenEffects): () => boolean {
  if (typeof target === 'function') return target;
  if (target.includes('.')) {
    return () => {
      const last = course.steps().at(-1);
      const types = [last?.event, ...(last?.emitted ?? []), ...open.all()].map((one) => one?.type);
      return types.includes(target as Fact['type']);
    };
  }
  const state = chartOf().states.find(({ name }) => name === target);
  if (!state) {
    throw new TestMistake(
      `There is no state ${target}. The states: ${chartOf()
        .states.map(({ name }) => name)
        .join(', ')}.`,
    );
  }
  if (state.transitions.some(({ event, guard }) => event === null && guard === null)) {
    throw new TestMistake(`${target} is passed through within one step: no session is ever found in it.`);
  }
  return () => course.state() === target;
}

/** Why it is not there: where the session stands, what it waits for, and the steps that led there. */
export function whereItStands(target: Target | 'its rest', course: Course, open: OpenEffects, why: string): string {
  const wanted = typeof target === 'function' ? 'the condition' : target;
  const result = course.result();
  const lines = course.course();
  const left = lines.length - SHOWN_STEPS;
  return [
    `Waited for ${wanted} in vain: it stands in ${course.state()}, ${why}.`,
    ...open.all().map((effect) => `  ${lineOf(effect)} waits for its answer${hintFor(effect)}`),
    ...(result === null ? [] : [`  The turn has ended: ${JSON.stringify(result)}`]),
    `Its last steps${left > 0 ? ` (${left} before them)` : ''}:`,
    ...lines.slice(-SHOWN_STEPS).map((line) => `  ${line}`),
  ].join('\n');
}

function hintFor(effect: ReturnType<OpenEffects['all']>[number]): string {
  return isQuestion(effect) ? `: session.answer(${answersTo(effect)}), or one more in \`person\`` : '';
}
