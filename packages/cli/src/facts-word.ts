/** The word that makes a process of this program one that takes facts for another (`facts-process.ts`). */
export const FACTS_WORD = '@tagma-facts';
