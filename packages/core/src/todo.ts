/**
 * The list of steps that the model keeps for itself, and for the person to see: `todo` replaces it whole. The machine keeps it,
 * and tells it again when what is old is taken out of the conversation. Pure functions of the context.
 */
import { guard, type Json } from '@tagma/protocol';
import type { Answer } from './call.ts';
import { nextCall, withoutRunning } from './calls.ts';
import type { Context } from './context.ts';
import { TODO } from './machine-tools.ts';
import { TODO_STATUSES, type TodoItem } from './todo-item.ts';

/** A longer list is no plan any more. */
const ITEMS_MAX = 100;
const ITEM_CHARACTERS_MAX = 500;
const FORM = '[{"text": "what is to be done", "status": "open"}], where status is open, doing or done';
const MARKS: { readonly [status in TodoItem['status']]: string } = { open: '[ ]', doing: '[>]', done: '[x]' };

/** What the next call is answered with, where it is one of `todo`; else null. */
export function todoAnswer(context: Context): Answer | null {
  const ref = nextCall(context)?.ref;
  if (ref?.tool !== TODO.name) return null;
  const problem = problemOf(ref.params.items);
  return problem === null
    ? withoutRunning('ok', kept(itemsOf(ref.params.items)))
    : withoutRunning('error', `${problem}. The list stays as it was. Send all of it in this form: ${FORM}`);
}

/** The list as the next call leaves it. */
export function todoAfter(context: Context): readonly TodoItem[] {
  const ref = nextCall(context)?.ref;
  if (ref?.tool !== TODO.name || problemOf(ref.params.items) !== null) return context.todo;
  return itemsOf(ref.params.items);
}

/** For the model: a line for each item; empty where there is none. */
export function todoText({ todo }: Context): string {
  if (todo.length === 0) return '';
  return `Your list of steps:\n${todo.map(({ text, status }) => `${MARKS[status]} ${guard(text)}`).join('\n')}`;
}

function kept(items: readonly TodoItem[]): string {
  if (items.length === 0) return 'The list is empty now.';
  const counts = TODO_STATUSES.map((status) => `${items.filter((item) => item.status === status).length} ${status}`);
  return `The list is kept: ${counts.join(', ')}.`;
}

function itemsOf(items: Json | undefined): readonly TodoItem[] {
  return (items as unknown as readonly { text: string; status?: TodoItem['status'] }[]).map((item) => ({
    text: item.text.trim(),
    status: item.status ?? 'open',
  }));
}

/** What the schema does not hold the model to. A status that is left out is `open`. */
function problemOf(items: Json | undefined): string | null {
  if (!Array.isArray(items)) return 'items should be a list';
  if (items.length > ITEMS_MAX)
    return `the list may have ${ITEMS_MAX} items, and has ${items.length}: put some together`;
  for (const [index, item] of items.entries()) {
    const { text, status = 'open' } = (item ?? {}) as { text?: unknown; status?: unknown };
    if (typeof text !== 'string' || text.trim() === '') return `items[${index}].text should say what is to be done`;
    if (text.length > ITEM_CHARACTERS_MAX) return `items[${index}].text may have ${ITEM_CHARACTERS_MAX} characters`;
    if (!TODO_STATUSES.some((one) => one === status)) return `items[${index}].status should be open, doing or done`;
  }
  return null;
}
