/** `/theme`: the themes, to choose one, which is shown while it is looked at; and one that is chosen by its name. */

import { shownKey } from '../keys/shown-key.ts';
import type { FoundThemes, Kept } from '../screen/doors.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import { AUTO, type Look, themeNamed, themeShown } from '../theme/look.ts';
import type { Theme } from '../theme/roles.ts';
import { THEMES, type ThemeName } from '../theme/themes.ts';
import type { ListDialog } from './dialog.ts';
import { type Choice, chosenOf, listOf, withChoices, withChosen } from './list.ts';
import { openDialog, withoutDialog } from './opening.ts';

const SAYS: { readonly [name in ThemeName]: string } = {
  dark: 'for a dark background',
  light: 'for a light background',
  'high-contrast': 'white on black, and nothing grey',
  minimal: 'no colours: weight, slant and inversion alone',
  'colour-blind': 'for a dark background: blue and orange for good and bad',
  terminal: "the terminal's own sixteen colours, for any background",
};

function hintOf({ keys }: Model): string {
  const [keep, back] = [shownKey(keys, 'choose'), shownKey(keys, 'interrupt')];
  return `The screen shows the one that you stand on. ${keep} keeps it, ${back} goes back.`;
}

/** What the screen is drawn in: the theme that is looked at, or the one that is chosen. */
export function themeOf({ look, dialog }: Model): Theme {
  return themeShown(look, dialog?.kind === 'themes' ? (chosenOf(dialog.list)?.id ?? null) : null);
}

/** With a name that one; without, the list. The person's own stand in files: they are looked for first. */
export function chooseTheme(model: Model, name: string): Next {
  if (name !== '') return next(model, { type: 'find-themes', name });
  const opened = openDialog(model, { kind: 'themes', list: listOf('themes', hintOf(model), null) });
  const dialog = { kind: 'themes', list: listWith(model) } as const;
  return { model: { ...opened.model, dialog }, acts: [...opened.acts, { type: 'find-themes', name: null }] };
}

/** @param name the one that is wanted, or null for the list, which the person may have left meanwhile */
export function themesFound(before: Model, name: string | null, { themes, problems }: FoundThemes): Next {
  const model = { ...before, look: { ...before.look, own: themes } };
  const [problem = null] = problems;
  if (name !== null) return named(model, name, problems);
  const { dialog } = model;
  if (dialog?.kind !== 'themes') return next(model);
  const list = withChoices(dialog.list, choicesOf(model.look));
  return next({ ...model, dialog: { ...dialog, list }, notice: problem });
}

function named(model: Model, name: string, problems: readonly string[]): Next {
  if (name === AUTO || themeNamed(name, model.look.own)) return kept(model, name);
  const names = choicesOf(model.look).map(({ id }) => id);
  const notice = [`There is no theme "${name}", only ${names.join(', ')}.`, ...problems].join(' ');
  return next({ ...model, notice });
}

export function takeTheme(model: Model, _dialog: ListDialog, { id }: Choice): Next {
  return kept(withoutDialog(model), id);
}

/** It holds at once, and is kept for other sessions too where that can be. */
function kept(model: Model, name: string): Next {
  return next({ ...model, look: { ...model.look, chosen: name } }, { type: 'keep-theme', name });
}

export function themeKept(model: Model, name: string, answer: Kept): Next {
  const where = answer.ok ? `It stands in ${answer.file}.` : `It holds for this session. ${answer.message}`;
  return next({ ...model, notice: `The theme is ${name}. ${where}` });
}

function listWith(model: Model): ReturnType<typeof listOf> {
  const { look } = model;
  return withChosen(listOf('themes', hintOf(model), choicesOf(look)), look.chosen);
}

function choicesOf({ own, dark }: Look): readonly Choice[] {
  const knows = { true: 'dark now', false: 'light now', null: 'which it does not tell' }[`${dark}`];
  const mine = own.map(({ name }): Choice => ({ id: name, label: name, detail: 'your own' }));
  const others = (Object.keys(THEMES) as ThemeName[]).filter((name) => !own.some((each) => each.name === name));
  return [
    { id: AUTO, label: AUTO, detail: `follows the terminal's background, ${knows}` },
    ...mine,
    ...others.map((name) => ({ id: name, label: name, detail: SAYS[name] })),
  ];
}
