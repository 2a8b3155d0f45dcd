import { oneLine, visible } from '@tagma/protocol';
import type { Role } from '../theme/roles.ts';

/** A stretch of text in one role. It holds no newline. `link`: where it leads, an address; the terminal makes it a hyperlink. */
export type Span = { readonly text: string; readonly role: Role; readonly link?: string };

/** One line, of any width. */
export type Line = readonly Span[];

export function line(...spans: readonly (readonly [text: string, role: Role])[]): Line {
  return spans.map(([text, role]) => ({ text, role }));
}

/** What stands in a heading: on one line, whatever it holds. */
export function named(text: string): string {
  return oneLine(visible(text));
}
