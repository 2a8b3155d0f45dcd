/**
 * What the person said in a recorded session, to be said again. To a model that says what it said then, each thing is said
 * where it came: after as many replies, and as many calls that had ended. To another model that means nothing: there, what
 * was said begins a turn each, in order.
 */
import type { Fact } from '@tagma/core';
import type { TakenStep } from '@tagma/testing';

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
const IN_PLACE: ReadonlySet<Fact['type']> = new Set(['message.withdrawn', 'abort.requested', 'compact.requested']);
/** What the person did, and only he may do again: it would let more run, or change files. */
const LEFT: ReadonlySet<Fact['type']> = new Set([
  ...(['mode.changed', 'rule.removed', 'model.changed', 'undo.requested'] as const),
  ...(['pause.requested', 'step.requested'] as const),
]);

/** @param inPlace each thing where it came; else prompts alone */
export function scriptOf(steps: readonly TakenStep[], inPlace: boolean): Script {
  const lines: Line[] = [];
  const left = new Map<string, number>();
  let [replies, ended, before] = [0, 0, 'unstarted'];
  for (const { event, state } of steps) {
    const atRest = AT_REST.has(before);
    const { at: _at, changed: _changed, ...fact } = event;
    if (PROMPTS.has(event.type) || (inPlace && isSaidAgain(event.type, before))) {
      lines.push({ fact: inPlace ? fact : asPrompt(fact), atRest, replies, ended });
    } else if (LEFT.has(event.type) || (event.type === 'resume.requested' && !isSaidAgain(event.type, before))) {
      left.set(event.type, (left.get(event.type) ?? 0) + 1);
    }
    if (event.type === 'reply.ended' || event.type === 'reply.failed') replies += 1;
    if (event.type === 'tool.ended') ended += 1;
    before = state;
  }
  return { lines, left };
}

/** A turn that had failed went on; one that was paused does so of itself, for nothing is paused again. */
function isSaidAgain(type: Fact['type'], before: string): boolean {
  return IN_PLACE.has(type) || (type === 'resume.requested' && before === 'failed');
}

function asPrompt(fact: Fact): Fact {
  return fact.type === 'steer.given' ? { type: 'prompt.given', text: fact.text } : fact;
}
