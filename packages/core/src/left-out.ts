/** Texts that are made shorter, with a note in the place of what is left out. */
import { beginningOf, endOf } from '@tagma/protocol';

/** So many characters from its beginning, and how many more there were. */
export function withoutEnd(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const kept = beginningOf(text, charactersMax);
  return kept + endNote(text.length - kept.length);
}

/** The same, with the note in not more than so many characters; null where there is no room for `charactersMin` of the text. */
export function withoutEndIn(text: string, charactersMax: number, charactersMin: number): string | null {
  if (text.length <= charactersMax) return text;
  const room = charactersMax - endNote(text.length).length;
  return room < charactersMin ? null : withoutEnd(text, room);
}

/** So many characters from its beginning, as many from its end, and between them how many there were. */
export function withoutMiddle(text: string, half: number): string {
  const left = text.length - 2 * half;
  return `${beginningOf(text, half)}\n[tagma: ${left} characters that stood here are left out.]\n${endOf(text, half)}`;
}

function endNote(characters: number): string {
  return `… (${characters} characters more were here)`;
}
