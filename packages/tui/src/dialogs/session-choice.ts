/** What the list of sessions says of each. */
import type { SessionSummary } from '@tagma/history';
import { counted, shownAge, shownBytes, shownCost, shownCount } from '../text/amounts.ts';
import type { Choice } from './list.ts';

/** A session that is kept in a file. `isShown`: it is the one on the screen. */
export type SessionChoice = Omit<SessionSummary, 'ok'> & { readonly ageMs: number; readonly isShown: boolean };

export function sessionChoice({ file, title, state, isShown, torn, ageMs, bytes }: SessionChoice): Choice {
  const words = isShown ? 'this one' : torn ? `${state}, torn` : state;
  return {
    id: file,
    label: title.trim() === '' ? '(nothing said)' : title,
    detail: words,
    note: `${shownAge(ageMs)} · ${shownBytes(bytes)}`,
  };
}

/** What is known of it without a look into its file. */
export function aboutSession({ session, model, prompts, replies, tokens, cost, parent }: SessionChoice): string {
  return [
    session,
    model,
    `${counted(prompts, 'prompt')}, ${counted(replies, 'reply', 'replies')}`,
    ...(tokens === 0 ? [] : [`${shownCount(tokens)} tokens`]),
    ...(cost === null ? [] : [`cost ${shownCost(cost)}`]),
    ...(parent === null ? [] : [`a copy of ${parent.session} up to record ${parent.record}`]),
  ].join(' · ');
}
