/** The shapes of facts for whoever changes one by hand. They take a while to be read, and few ever ask: a start does without. */
import type { Fact } from '@tagma/core';

/** What an audit would find wrong with what the fact holds, in words; null where nothing is. */
export type ProblemInFact = (fact: Fact) => string | null;

export async function readFactShapes(): Promise<ProblemInFact> {
  return (await import('./shapes.ts')).problemInFact;
}
