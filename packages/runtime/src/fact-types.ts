/** The types of facts, as data: what comes from outside is looked up in it. */
import type { Fact } from '@tagma/core';

/** The compiler asks for each type, and takes no other. */
const TYPES: { readonly [type in Fact['type']]: true } = {
  'session.started': true,
  'prompt.given': true,
  'steer.given': true,
  'message.withdrawn': true,
  'reply.ended': true,
  'reply.failed': true,
  'facts.taken': true,
  'facts.changed': true,
  'permission.answered': true,
  'question.answered': true,
  'plan.presented': true,
  'plan.answered': true,
  'limit.answered': true,
  'tool.ended': true,
  'undo.requested': true,
  'undo.ended': true,
  'shell.requested': true,
  'shell.ended': true,
  'timer.fired': true,
  'abort.requested': true,
  'pause.requested': true,
  'resume.requested': true,
  'step.requested': true,
  'compact.requested': true,
  'mode.changed': true,
  'rule.removed': true,
  'model.changed': true,
  'window.found': true,
  'tokens.counted': true,
  'event.dropped': true,
  'hook.failed': true,
  'operation.requested': true,
  'hook.ended': true,
  'session.ended': true,
  'session.resumed': true,
};

/** The type of each fact that there is, for whoever reads one from outside. */
export const FACT_TYPES = Object.keys(TYPES) as readonly Fact['type'][];

export function isFactType(type: unknown): type is Fact['type'] {
  return typeof type === 'string' && Object.hasOwn(TYPES, type);
}
