/** The shapes of facts for whoever changes one by hand. They take a while to be read, and few ever ask: a start does without. */
import type { Fact } from '@tagma/core';

/** What an audit would find wrong with what the fact holds, in words; null where nothing is. */
export type ProblemInFact = (fact: Fact) => string | null;

/** The check of facts that come from outside. It is loaded when it is asked for: it takes zod with it. */
export async function readFactShapes(): Promise<ProblemInFact> {
  return (await import('./shapes.ts')).problemInFact;
}
