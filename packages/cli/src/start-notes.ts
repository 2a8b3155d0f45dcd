/** What is said before a session begins: on standard error, and once more on the full screen, which covers that. */
import { remark } from './problem.ts';

export type Tell = (message: string) => void;

export type StartNotes = { readonly tell: Tell; readonly told: () => readonly string[] };

export const tellHere: Tell = (message) => remark(`tagma: ${message}\n`);

export function startNotes(): StartNotes {
  const notes: string[] = [];
  return {
    tell(message) {
      notes.push(message);
      tellHere(message);
    },
    told: () => notes,
  };
}
