/** What is said before a session begins: on standard error, and once more on the full screen, which covers that. */
import { remark } from './problem.ts';

export type Tell = (message: string) => void;

export type StartNotes = { readonly tell: Tell; readonly told: () => readonly string[] };

export const tellHere: Tell = (message) => remark(`tagma: ${message}\n`);

/** @param before what was told already, elsewhere */
export function startNotes(before: readonly string[] = []): StartNotes {
  const notes = [...before];
  return {
    tell(message) {
      notes.push(message);
      tellHere(message);
    },
    told: () => notes,
  };
}
