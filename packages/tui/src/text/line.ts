import { oneLine, visible } from '@tagma/protocol';
import type { Doable } from '../keys/doable.ts';
import type { Role } from '../theme/roles.ts';

/**
 * What a click on a text is about: a choice of the list that is shown, an entry of the menu, an answer to the question, each
 * by its number from 0; or what it does. `first`: the first row that is shown of the list, its headings counted.
 */
export type Target =
  | { readonly kind: 'choice' | 'entry'; readonly at: number; readonly first: number }
  | { readonly kind: 'option'; readonly at: number }
  | { readonly kind: 'run'; readonly does: Doable };

/** A stretch of text in one role. It holds no newline. `link`: where it leads, an address; the terminal makes it a hyperlink. */
export type Span = { readonly text: string; readonly role: Role; readonly link?: string; readonly target?: Target };

/** One line, of any width. */
export type Line = readonly Span[];

export function line(...spans: readonly (readonly [text: string, role: Role])[]): Line {
  return spans.map(([text, role]) => ({ text, role }));
}

/** What stands in a heading: on one line, whatever it holds. */
export function named(text: string): string {
  return oneLine(visible(text));
}

/** All of it is about one thing. */
export function targeted(line: Line, target: Target): Line {
  return line.map((span) => ({ ...span, target }));
}
