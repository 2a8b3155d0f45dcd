/** Whose models can be asked, to choose one: `/provider` without a name. Its default model is asked then. */
import { chooseModel } from '../screen/control.ts';
import type { OfferedModel } from '../screen/doors.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import type { ListDialog } from './dialog.ts';
import { type Choice, listOf } from './list.ts';
import { openDialog, withoutDialog } from './opening.ts';

const HINT = 'The default model of the chosen one is asked from the next request on. /model lists all of them.';

/** Shown at once: a server may take its time to tell what it has. */
export function openProviders(model: Model): Next {
  const { model: name, endpoint } = model.status;
  const title = `providers: ${name}${endpoint === undefined ? '' : ` at ${endpoint}`} is asked`;
  const list = { ...listOf(title, HINT, null), none: 'No provider is known here: /model NAME takes a model.' };
  return next(openDialog(model, { kind: 'providers', list }).model, { type: 'find-models' });
}

export function takeProvider(model: Model, _dialog: ListDialog, { id }: Choice): Next {
  return chooseModel(withoutDialog(model), id);
}

/** Each once, in the order of its first model. */
export function providerChoices(models: readonly OfferedModel[]): readonly Choice[] {
  const names = [...new Set(models.flatMap(({ provider }) => provider ?? []))];
  return names.map((name) => {
    const own = models.filter(({ provider }) => provider === name);
    const [first] = own;
    const place = first?.place ?? '';
    const lacks = own.every((one) => one.lacks !== '') ? (first?.lacks ?? '') : '';
    return {
      id: name,
      label: name,
      detail: [place, lacks === '' ? '' : `needs ${lacks}`].filter((part) => part !== '').join(', '),
      note: own.length === 1 ? '1 model' : `${own.length} models`,
    };
  });
}
