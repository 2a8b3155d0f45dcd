import type { Role } from '../theme/theme.ts';

/** A stretch of text in one role. It holds no newline. */
export type Span = { readonly text: string; readonly role: Role };

/** One line, of any width. */
export type Line = readonly Span[];

export function line(...spans: readonly (readonly [text: string, role: Role])[]): Line {
  return spans.map(([text, role]) => ({ text, role }));
}
