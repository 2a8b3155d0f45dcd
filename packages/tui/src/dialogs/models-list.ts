/** The models that can be asked, to choose one: `/model` without a name. */

import { chooseModel } from '../screen/control.ts';
import type { FoundModels, OfferedModel } from '../screen/doors.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import { shownCount } from '../text/amounts.ts';
import type { ListDialog } from './dialog.ts';
import { type Choice, type ChoiceList, listOf, withChoices, withChosen } from './list.ts';
import { openDialog, withoutDialog } from './opening.ts';
import { providerChoices } from './providers-list.ts';

const HINT = 'The chosen one is asked from the next request on. Any other: /model NAME.';

/** Shown at once: a server may take its time to tell what it has. */
export function openModels(model: Model): Next {
  const { model: name, endpoint } = model.status;
  const title = `models: ${name}${endpoint === undefined ? '' : ` at ${endpoint}`} is asked`;
  const opened = openDialog(model, { kind: 'models', list: listOf(title, HINT, null) });
  return { ...opened, acts: [...opened.acts, { type: 'find-models' }] };
}

/** They are listed, unless the person has gone on meanwhile. */
export function modelsFound(model: Model, found: FoundModels): Next {
  const { dialog } = model;
  if (dialog?.kind !== 'models' && dialog?.kind !== 'providers') return next(model);
  if (!found.ok) return next({ ...withoutDialog(model), notice: found.message });
  const list =
    dialog.kind === 'providers'
      ? withChoices(dialog.list, providerChoices(found.models))
      : withCurrent(withChoices(dialog.list, found.models.map(choiceOf)), model.status.model);
  return next({ ...model, dialog: { ...dialog, list }, notice: found.message });
}

export function takeModel(model: Model, _dialog: ListDialog, { id }: Choice): Next {
  return chooseModel(withoutDialog(model), id);
}

/** A model may be named with its provider before it. */
function withCurrent(list: ChoiceList, name: string): ChoiceList {
  const current = list.choices?.find(({ id }) => id === name || id.endsWith(`:${name}`));
  return current === undefined ? list : withChosen(list, current.id);
}

function choiceOf({ name, place, windowTokens, prices, lacks }: OfferedModel): Choice {
  const window = windowTokens === null || windowTokens === 0 ? '' : `${shownCount(windowTokens)} window`;
  const price = prices === null ? '' : `$${prices.input} / $${prices.output}`;
  return {
    id: name,
    label: name,
    detail: [place, lacks === '' ? '' : `needs ${lacks}`].filter((part) => part !== '').join(', '),
    note: [window, price].filter((part) => part !== '').join(' · '),
  };
}
