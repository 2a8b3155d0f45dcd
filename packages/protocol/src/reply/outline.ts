/** What was recognised where: for people who look at a reply that was not understood as they expected. */

import { skipSpace } from './lexer/white-space.ts';
import { lineAt, type Scan, textFrom } from './parser/state.ts';
import type { Repair, Reply, ReplyAction } from './types.ts';

/** Lines count from 1. What came in the endpoint's fields stands on no line of the text: on line 0. */
export type Part = { readonly line: number } & (
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'action'; readonly dialect: string | null; readonly action: ReplyAction }
  | { readonly kind: 'final'; readonly text: string }
  | { readonly kind: 'loose'; readonly text: string }
  /** Behind the end of the reply. */
  | { readonly kind: 'dropped'; readonly text: string }
  | { readonly kind: 'repair'; readonly name: Repair }
);

/**
 * The parts of a reply, in the order of their lines. Loose text that is only white space is left out.
 *
 * @param scan of that reply, after it has ended
 */
export function outlineOf(scan: Scan, reply: Reply): readonly Part[] {
  const { found } = scan;
  const fields = reply.thoughts.length - found.thoughts.length;
  const parts: Part[] = [];
  for (const [index, { text }] of reply.thoughts.entries()) {
    parts.push({ kind: 'thought', line: found.thoughts[index - fields]?.line ?? 0, text });
  }
  for (const [index, action] of reply.actions.entries()) {
    const { line = 0, dialect = 'native' } = found.actions[index] ?? {};
    parts.push({ kind: 'action', line, dialect, action });
  }
  if (reply.final !== null) parts.push({ kind: 'final', line: found.final?.line ?? 1, text: reply.final });
  for (const { text, from } of found.loose) {
    if (text.trim() !== '')
      parts.push({ kind: 'loose', line: lineAt(scan, from + skipSpace(text, 0)), text: text.trim() });
  }
  const text = scan.over === null ? '' : textFrom(scan, scan.overAt);
  if (text.trim() !== '') {
    parts.push({ kind: 'dropped', line: lineAt(scan, scan.overAt + skipSpace(text, 0)), text: text.trim() });
  }
  for (const [name, line] of found.repairs) parts.push({ kind: 'repair', line, name });
  return parts.sort((a, b) => a.line - b.line);
}
