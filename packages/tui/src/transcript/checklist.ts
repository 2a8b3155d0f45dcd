/** The model's list of steps, for a person: in the transcript where it was sent, and above the composer while it is worked off. */
import type { TodoItem } from '@tagma/core';
import { type Json, oneLine, type Params, visible } from '@tagma/protocol';
import type { Size } from '../text/cells.ts';
import { beginningOf } from '../text/glyphs.ts';
import { type Line, line } from '../text/line.ts';
import type { Role } from '../theme/roles.ts';

/** Rows above the composer, at most. */
const ROWS_MAX = 6;

/** A mark, and the blank behind it. */
const MARK_COLUMNS = 4;

const MARKS: { readonly [status in TodoItem['status']]: readonly [mark: string, role: Role] } = {
  open: ['[ ]', 'text'],
  doing: ['[>]', 'action'],
  done: ['[x]', 'muted'],
};

/** The items of a call, as far as they are such; null where the call has no list. */
export function itemsIn({ items }: Params): readonly TodoItem[] | null {
  if (!Array.isArray(items)) return null;
  return items.map(itemOf);
}

export function checklist(items: readonly TodoItem[], indent: string): Line[] {
  return items.map(({ text, status }) => {
    const [mark, role] = MARKS[status];
    return line([`${indent}${mark} `, role], [oneLine(visible(text)), role]);
  });
}

/**
 * What stands above the composer, one row for each: nothing where all is done; of a long list the part around what is being
 * done.
 */
export function liveChecklist(items: readonly TodoItem[], { rows, columns }: Size): Line[] {
  const current = items.findIndex(({ status }) => status !== 'done');
  const room = Math.min(rows, ROWS_MAX);
  if (current < 0 || room < 1) return [];
  const first = Math.max(0, Math.min(current - 1, items.length - room));
  const shown = items.slice(first, first + room);
  const done = items.filter(({ status }) => status === 'done').length;
  const left = items.length - shown.length;
  const heading = line([`steps · ${done} of ${items.length} done${left > 0 ? ` · ${left} not shown` : ''}`, 'muted']);
  const fitting = shown.map((item) => ({
    ...item,
    text: beginningOf(oneLine(visible(item.text)), columns - MARK_COLUMNS),
  }));
  return [heading, ...checklist(fitting, '')];
}

function itemOf(item: Json): TodoItem {
  const { text, status } = (typeof item === 'object' && item !== null ? item : {}) as Partial<Record<string, Json>>;
  const known = status === 'doing' || status === 'done' ? status : 'open';
  return { text: typeof text === 'string' ? text : JSON.stringify(item), status: known };
}
