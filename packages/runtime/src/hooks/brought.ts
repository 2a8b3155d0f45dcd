/** Hooks that a project brings: compared right before each call with what the person trusts, and held in the sandbox where there is one. */
import type { HookPoint } from '@tagma/core';
import type { Bounds, Json, JsonObject } from '@tagma/protocol';
import type { AdmittedProgram, Operations } from '@tagma/tools';

/** What is around a hook that a project brings. */
export type BroughtHook = {
  /** Whether its files are those that the person trusts, and copies of just these for the sandbox. */
  readonly admit: (point: HookPoint, data: JsonObject) => AdmittedProgram;
  /** Within what it is held; null where there is no sandbox. */
  readonly bounds: Bounds | null;
  readonly spawn: Operations['spawn'];
  /** In a few words what the sandbox has kept it from. */
  readonly stopped?: Operations['stopped'];
};

/** What a hook refuses with at the points where it is asked for leave. */
export const REFUSING: { readonly [point in HookPoint]?: 'block' | 'cancel' } = {
  before_tool_call: 'block',
  before_session_op: 'cancel',
};

/**
 * What comes of a hook that is not run: a guard that nobody can ask lets nothing through.
 * @throws at all other points
 */
export function notAdmitted(point: HookPoint, why: string): Json {
  const word = REFUSING[point];
  if (word === undefined) throw new Error(why);
  return { [word]: why };
}
