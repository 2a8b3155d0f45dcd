/** Looks for a text in what was said in a history, from where one stands, a step at a time. */
import { countUpTo, holdsNeedle, type Needle, type Tape } from '@tagma/history';

export type From = { readonly from: number; readonly back: boolean };

/** Gives nothing for each step that was looked at in vain, and then the record that holds it; null where none does. */
export function* found<T>(tape: Tape<T>, needle: Needle, { from, back }: From): Generator<void, number | null> {
  const { steps } = tape.known;
  const here = countUpTo(steps, from) - 1;
  for (let at = back ? here - 1 : here + 1; at >= 0 && at < steps.length; at += back ? -1 : 1) {
    const event = tape.eventOf(at);
    if (event !== null && holdsNeedle(event, event.bytes, needle)) return event.n;
    yield;
  }
  return null;
}
