/**
 * What the person said in a recorded session, to be said again. To a model that says what it said then, each thing is said
 * where it came: after as many replies, and as many calls that had ended. To another model that means nothing: there, what
 * was said begins a turn each, in order.
 *
 * What let less run is done again: what the person refused then must not run now. To another model it is said early rather
 * than late: rules are taken away at once, and a stricter mode holds from the beginning of its turn.
 */
import type { Fact, Mode } from '@tagma/core';
import type { TakenStep } from '@tagma/testing';
import { stricterOf } from './stricter.ts';

export type Line = {
  readonly fact: Fact;
  /** It was said while no turn ran. */
  readonly atRest: boolean;
  /** What had happened before. */
  readonly replies: number;
  readonly ended: number;
};

export type Script = {
  readonly lines: readonly Line[];
  /** What the person did that is not done again: by type, how often. */
  readonly left: ReadonlyMap<string, number>;
};

/** The states in which no turn runs. */
export const AT_REST: ReadonlySet<string> = new Set(['idle', 'finished', 'failed']);

const PROMPTS: ReadonlySet<Fact['type']> = new Set(['prompt.given', 'steer.given']);
/** What else is said again where it came. */
const IN_PLACE: ReadonlySet<Fact['type']> = new Set([
  ...(['message.withdrawn', 'abort.requested', 'compact.requested', 'mode.changed'] as const),
]);
/** What the person did, and only he may do again: it would change files, or ask others. */
const LEFT: ReadonlySet<Fact['type']> = new Set([
  ...(['model.changed', 'undo.requested', 'shell.requested'] as const),
  ...(['pause.requested', 'step.requested'] as const),
]);

/**
 * @param inPlace each thing where it came; else prompts, and what lets less run
 * @param mode the one that it is run again in: no other that is said lets more run
 */
export function scriptOf(steps: readonly TakenStep[], inPlace: boolean, mode: Mode): Script {
  const lines: Line[] = [];
  const left = new Map<string, number>();
  let [replies, ended, before] = [0, 0, 'unstarted'];
  for (const { event, state } of steps) {
    const { at: _at, changed: _changed, ...said } = event;
    if (isLeft(said, before, mode)) left.set(event.type, (left.get(event.type) ?? 0) + 1);
    if (isSaidAgain(said, before)) {
      const fact: Fact = said.type === 'mode.changed' ? { ...said, mode: stricterOf(said.mode, mode) } : said;
      lines.push({ fact, atRest: AT_REST.has(before), replies, ended });
    } else if (!inPlace && said.type === 'plan.answered' && said.answer === 'approve') {
      // From the next turn on: in this one the other model has yet to make its plan.
      lines.push({ fact: { type: 'mode.changed', mode }, atRest: false, replies, ended });
    }
    if (event.type === 'reply.ended' || event.type === 'reply.failed') replies += 1;
    if (event.type === 'tool.ended') ended += 1;
    before = state;
  }
  return { lines: inPlace ? lines : inOrder(lines, mode), left };
}

function isLeft(fact: Fact, before: string, mode: Mode): boolean {
  if (fact.type === 'mode.changed') return stricterOf(fact.mode, mode) !== fact.mode;
  if (fact.type === 'rule.removed') return fact.rule.says !== 'allow';
  return LEFT.has(fact.type) || (fact.type === 'resume.requested' && before !== 'failed');
}

/** A turn that had failed went on; one that was paused does so of itself, for nothing is paused again. */
function isSaidAgain(fact: Fact, before: string): boolean {
  if (fact.type === 'rule.removed') return fact.rule.says === 'allow';
  if (fact.type === 'resume.requested') return before === 'failed';
  return PROMPTS.has(fact.type) || IN_PLACE.has(fact.type);
}

/** For another model: the rules that were taken away, then each prompt, before it the mode of its turn. */
function inOrder(lines: readonly Line[], mode: Mode): readonly Line[] {
  const removed = lines.map(({ fact }) => fact).filter(({ type }) => type === 'rule.removed');
  const turns: { readonly prompt: Fact; mode: Mode }[] = [];
  let held = mode;
  for (const { fact, atRest } of lines) {
    const turn = turns.at(-1);
    if (PROMPTS.has(fact.type)) turns.push({ prompt: asPrompt(fact), mode: held });
    if (fact.type !== 'mode.changed') continue;
    held = fact.mode;
    if (!atRest && turn) turn.mode = stricterOf(turn.mode, held);
  }
  const isAlways = turns.every((turn) => turn.mode === mode);
  const said = turns.flatMap((turn): Fact[] =>
    isAlways ? [turn.prompt] : [{ type: 'mode.changed', mode: turn.mode }, turn.prompt],
  );
  return [...removed, ...said].map((fact) => ({ fact, atRest: true, replies: 0, ended: 0 }));
}

function asPrompt(fact: Fact): Fact {
  return fact.type === 'steer.given' ? { ...fact, type: 'prompt.given' } : fact;
}
