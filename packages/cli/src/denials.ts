/** What was denied to a turn, and what would let more through next time. */
import type { Denial, TurnResult } from '@tagma/core';

type Done = Extract<TurnResult, { readonly kind: 'done' }>;

/** One line each, below a heading. Ends with a newline. Not for a turn to which nothing was denied. */
export function aboutDenials({ denials, madeGood }: Pick<Done, 'denials' | 'madeGood'>): string {
  const hint = madeGood ? 'made good by a later reply' : hintFor(denials);
  const lines = denials.map(({ call, tool, why }) => `  call ${call}, ${tool}: ${why}`);
  return `denied${hint === '' ? '' : ` (${hint})`}:\n${lines.join('\n')}\n`;
}

/** The deny list yields to nothing, a denial of `plan` to no rule, and from `trust` no mode leads further. */
function hintFor(denials: readonly Denial[]): string {
  const open = denials.filter(({ why }) => !why.startsWith('denied: deny list: '));
  const byRule = open.some(({ why }) => !isOfPlan(why));
  const byMode = open.some(({ why }) => !why.startsWith('denied: mode trust: '));
  if (byRule && byMode) return '--allow RULE or --mode lets more through';
  if (byRule) return '--allow RULE lets more through';
  return byMode ? 'mode plan only looks; another --mode lets more through' : '';
}

/** What would ask, and is denied because nobody is there, a rule allows in `plan` too. */
function isOfPlan(why: string): boolean {
  return why.startsWith('denied: mode plan: ') && !why.endsWith('; nobody is there to ask');
}
