/** Whether a fact that was changed by hand holds what its history may hold. */
import type { Fact } from '@tagma/core';
import { type ProblemInFact, readFactShapes } from '@tagma/history';

let problemIn: ProblemInFact | null = null;

/** To be called when events begin to be held: a person reads one before he changes it. */
export async function readShapes(): Promise<void> {
  problemIn ??= await readFactShapes();
}

/** What an audit would find wrong with it; null where nothing is, and until the shapes have been read. */
export function shapeProblem(fact: Fact): string | null {
  return problemIn?.(fact) ?? null;
}
