/** How much of each limit the turn has used up. */
import { budgetsOf, type Context, type Used } from '@tagma/core';
import { shownDuration } from '../text/amounts.ts';
import { type Line, line } from '../text/line.ts';

const GAUGE_COLUMNS = 10;

const SAYS: { readonly [limit in Used['limit']]: { readonly name: string; readonly write: (used: number) => string } } =
  {
    turns: { name: 'replies', write: String },
    tokens: { name: 'tokens', write: (used) => used.toLocaleString('en') },
    cost: { name: 'cost', write: (used) => String(Number(used.toFixed(4))) },
    time: { name: 'time', write: shownDuration },
  };

/** @param at in ms since 1970; what the person is waited for does not count */
export function gaugeLines(context: Context, at: number): readonly Line[] {
  return budgetsOf(context, context.waitingSince ?? at).map(({ limit, used, max }) => {
    const { name, write } = SAYS[limit];
    const text = `  ${name.padEnd(8)} ${write(Math.max(0, used))}`;
    if (max === 0) return line([text, 'text'], [' · no limit', 'muted']);
    const full = Math.min(GAUGE_COLUMNS, Math.max(0, Math.round((used / max) * GAUGE_COLUMNS)));
    return line(
      [`${text} of ${write(max)} `, 'text'],
      ['━'.repeat(full), 'gauge'],
      ['─'.repeat(GAUGE_COLUMNS - full), 'muted'],
    );
  });
}
