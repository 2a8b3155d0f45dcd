/**
 * The sessions of a folder, to choose the one that goes on, before there is a session on the screen. The list is that of
 * `/sessions`; nothing else of the screen can be had. Pure.
 */
import { queryCaret } from '../dialogs/listing.ts';
import { listSessions } from '../dialogs/sessions-list.ts';
import { type Command, commandFor, KEY_TABLE, type KeyTable } from '../keys/key-table.ts';
import { shownKey } from '../keys/shown-key.ts';
import { type Act, type Model, startModel } from '../screen/model.ts';
import { press } from '../screen/press.ts';
import { isLargeEnough } from '../screen/size.ts';
import { tooSmall } from '../screen/too-small.ts';
import { partsOf } from '../screen/view.ts';
import type { Pressed } from '../screen/viewer.ts';
import { cellsOf, type Frame, type Size } from '../text/cells.ts';
import { line } from '../text/line.ts';

export type PickingAct =
  | Extract<Act, { type: 'open-session' | 'outline-session' | 'redraw' | 'suspend' }>
  | { readonly type: 'leave' };

export type Picking = { readonly model: Model; readonly acts: readonly PickingAct[] };

const HINT = 'The chosen one goes on as it was left. Below stands what was done in it.';
const LEAVING: ReadonlySet<Command | null> = new Set<Command>(['interrupt', 'clear-or-quit']);

export function startPicker(size: Size, keys: KeyTable = KEY_TABLE, notice: string | null = null): Model {
  const model = startModel({ model: '', folder: '', mode: 'default' }, size);
  return { ...listSessions(model, HINT), keys, notice };
}

/** `at`, in ms: now. */
export function pressPicker(before: Model, input: Pressed, at: number): Picking {
  const command = input.kind === 'key' ? commandFor(before.keys, input.chord, ['list', 'anywhere']) : null;
  if (LEAVING.has(command) || (command === 'delete-or-quit' && isUnasked(before)))
    return { model: before, acts: [{ type: 'leave' }] };
  const { model, acts } = press(before, input, at);
  const { dialog, pointer, notice, now } = model;
  const shown = dialog?.kind === 'sessions' ? dialog : before.dialog;
  return { model: { ...before, dialog: shown, pointer, notice, now }, acts: acts.filter(isOfPicker) };
}

function isUnasked({ dialog }: Model): boolean {
  return dialog?.kind === 'sessions' && dialog.list.query.text === '';
}

function isOfPicker(act: Act): act is Exclude<PickingAct, { type: 'leave' }> {
  return ['open-session', 'outline-session', 'redraw', 'suspend'].includes(act.type);
}

/** As on the screen of a session, without a draft. */
export function viewPicker(model: Model): Frame {
  const { size, keys } = model;
  if (!isLargeEnough(size)) return tooSmall(size);
  const { upper, between, draft } = partsOf(model);
  const blank = cellsOf([], size.columns);
  const hint = ` ${shownKey(keys, 'choose')} goes on with it · ${shownKey(keys, 'interrupt')} leaves`;
  const status = cellsOf(line([hint, 'status']), size.columns, 'status');
  return { size, rows: [...upper, ...between, ...draft.rows.map(() => blank), status], caret: queryCaret(model) };
}
