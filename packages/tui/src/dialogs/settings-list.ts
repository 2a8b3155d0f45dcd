/** `/settings`: what is set, where each value comes from, and what the keys make of it. */

import { visible } from '@tagma/protocol';
import { shownKey } from '../keys/shown-key.ts';
import type { Kept } from '../screen/doors.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import {
  keptSetting,
  NOTIFY,
  type Notify,
  type Origin,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  withSetting,
} from '../screen/settings.ts';
import type { Dialog, ListDialog } from './dialog.ts';
import { type Choice, chosenOf, listOf, withChoices } from './list.ts';
import { openDialog } from './opening.ts';

function hintOf({ keys }: Model): string {
  const [change, keep] = [shownKey(keys, 'choose'), shownKey(keys, 'keep-choice')];
  return (
    `${change} changes the chosen one for as long as this screen is open. ${keep} keeps a value in the configuration, ` +
    'where it is one of the screen.'
  );
}

const ORIGINS: { readonly [from in Origin]: string } = {
  default: 'the default',
  configuration: 'the configuration',
  session: 'set here',
};

const NOTIFY_SAYS: { readonly [notify in Notify]: string } = {
  auto: 'auto: bell and notification while you look elsewhere',
  always: 'always: at each question, and at the end of each turn',
  off: 'off',
};

export function openSettings(model: Model): Next {
  return openDialog(model, { kind: 'settings', list: listOf('settings', hintOf(model), settingChoices(model)) });
}

function settingChoices({ settings, status, look }: Model): readonly Choice[] {
  return [
    of('notify', NOTIFY_SAYS[settings.notify], settings),
    of(
      'mouse',
      settings.mouse ? 'on: Shift and a drag select text' : 'off: the terminal selects text with it',
      settings,
    ),
    of(
      'openTools',
      settings.openTools ? 'open: all that tools said' : 'folded: the first lines of what tools said',
      settings,
      'results',
    ),
    of(
      'openThoughts',
      settings.openThoughts ? 'open: all that the model thought' : 'folded: a line of each thought',
      settings,
      'thoughts',
    ),
    { id: 'mode', label: 'mode', detail: status.mode, note: 'this session' },
    { id: 'model', label: 'model', detail: status.model, note: 'this session' },
    { id: 'theme', label: 'theme', detail: look.chosen, note: 'kept by its own list' },
    { id: 'permissions', label: 'permissions', detail: 'the rules that hold', note: 'this session' },
  ];
}

function of(name: SettingName, detail: string, { from }: Settings, label: string = name): Choice {
  return { id: name, label, detail, note: ORIGINS[from[name]] };
}

/** To its next value; what has a list of its own opens that. */
export function changeSetting(model: Model, _dialog: ListDialog, { id }: Choice): Next {
  switch (id) {
    case 'notify': {
      const after = NOTIFY[(NOTIFY.indexOf(model.settings.notify) + 1) % NOTIFY.length] ?? 'auto';
      return renewed(next({ ...model, settings: withSetting(model.settings, 'notify', after) }));
    }
    case 'mouse': {
      const on = !model.settings.mouse;
      return renewed(next({ ...model, settings: withSetting(model.settings, 'mouse', on) }, { type: 'set-mouse', on }));
    }
    case 'openTools':
    case 'openThoughts':
      return renewed(next(unfolded(model, id, !model.settings[id])));
    case 'mode':
      return next(model, { type: 'run', command: 'cycle-mode' });
    case 'model':
    case 'permissions':
    case 'theme':
      return next(model, { type: 'run-typed', name: id });
    default:
      return next(model);
  }
}

/** The blocks that are there already, too. */
function unfolded(model: Model, name: 'openTools' | 'openThoughts', open: boolean): Model {
  const kind = name === 'openTools' ? 'tools' : 'thoughts';
  const folding = { ...model.folding, [kind]: open, other: new Set<number>() };
  return { ...model, folding, settings: withSetting(model.settings, name, open) };
}

/** Only what belongs to the screen has its place in the configuration; the rest of a session is said on the command line. */
export function keepChosen(model: Model): Next {
  const { dialog, settings } = model;
  const id = dialog?.kind === 'settings' ? chosenOf(dialog.list)?.id : undefined;
  const name = SETTING_NAMES.find((each) => each === id);
  if (name === undefined) {
    const notice = id === undefined ? null : 'That is not kept: it belongs to the session.';
    return next({ ...model, notice });
  }
  return next(model, { type: 'keep-setting', name, value: settings[name] });
}

export function settingKept(model: Model, name: SettingName, kept: Kept): Next {
  if (!kept.ok) return next({ ...model, notice: visible(kept.message) });
  const settings = keptSetting(model.settings, name);
  return renewed(next({ ...model, settings, notice: `${name} is kept in ${visible(kept.file)}.` }));
}

/** The list says how it is now. */
export function renewed({ model, acts }: Next): Next {
  const { dialog } = model;
  if (dialog?.kind !== 'settings') return { model, acts };
  const after: Dialog = { ...dialog, list: withChoices(dialog.list, settingChoices(model)) };
  return { model: { ...model, dialog: after }, acts };
}
