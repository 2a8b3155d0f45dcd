/** The machine is told at which points there are hooks, as the session begins: by that it asks for them. */
import { type Fact, HOOK_POINTS } from '@tagma/core';
import type { Hook } from './hook.ts';

/** The fact with the points of these hooks among its settings; any other as it is. */
export function withHookPoints(fact: Fact, hooks: readonly Hook[] = []): Fact {
  if (fact.type !== 'session.started' && fact.type !== 'session.resumed') return fact;
  const { hooks: _other, ...settings } = fact.settings;
  const points = HOOK_POINTS.filter((point) => hooks.some(({ on }) => on[point] !== undefined));
  return { ...fact, settings: points.length === 0 ? settings : { ...settings, hooks: points } };
}
