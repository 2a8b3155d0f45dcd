/** How much of each limit the turn has used up, and the session of its own. */
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
    'session-tokens': { name: 'session', write: (used) => `${used.toLocaleString('en')} tokens` },
    'session-cost': { name: 'session', write: (used) => `cost ${Number(used.toFixed(4))}` },
  };

/** @param at in ms since 1970; what the person is waited for does not count */
export function gaugeLines(context: Context, at: number): readonly Line[] {
  return budgetsOf(context, context.waitingSince ?? at).flatMap(({ limit, used, max }) => {
    // What the session has used up stands in the status line: here it is named where it is limited.
    if (max === 0 && limit.startsWith('session-')) return [];
    const { name, write } = SAYS[limit];
    const text = `  ${name.padEnd(8)} ${write(Math.max(0, used))}`;
    if (max === 0) return [line([text, 'text'], [' · no limit', 'muted'])];
    const full = Math.min(GAUGE_COLUMNS, Math.max(0, Math.round((used / max) * GAUGE_COLUMNS)));
    return [
      line(
        [`${text} of ${write(max)} `, 'text'],
        ['━'.repeat(full), 'gauge'],
        ['─'.repeat(GAUGE_COLUMNS - full), 'muted'],
      ),
    ];
  });
}
