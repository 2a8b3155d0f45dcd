/** All that can be done, in one list: the commands behind a slash, and those of the keys, each with what it is had by. */

import type { Binding, Where } from '../keys/binding.ts';
import { chordName } from '../keys/chord-name.ts';
import type { Doable } from '../keys/doable.ts';
import { type Command, isOfSession, type KeyTable } from '../keys/key-table.ts';
import { shownKey } from '../keys/shown-key.ts';
import { commandName, commandNames, TYPED_COMMANDS, type TypedCommand } from '../keys/typed-commands.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import type { ListDialog } from './dialog.ts';
import { type Choice, listOf } from './list.ts';
import { drafted, openDialog, withoutDialog } from './opening.ts';

const PLACES: ReadonlySet<Where> = new Set<Where>(['blank', 'anywhere']);
/** What a name behind a slash does, and a key too: they stand in one row. */
const SAME: { readonly [name in TypedCommand]?: Command } = {
  help: 'toggle-help',
  find: 'find',
  copy: 'copy-block',
  scrollback: 'to-scrollback',
  editor: 'edit-draft',
  pause: 'pause',
  step: 'step',
  machine: 'machine',
  hold: 'hold',
};
/** Of no use without the draft that they are pressed in. */
const IN_DRAFT =
  /^(send|queue|break-line|up|down|left|right|undo|redo|cut|copy|(word|line|text|delete|select|cut|paste|unfold|wheel)-.*|palette|click)$/;

export function openPalette(model: Model): Next {
  const hint = `${shownKey(model.keys, 'choose')} does it.`;
  return openDialog(model, {
    kind: 'palette',
    list: listOf('what can be done', hint, [...paletteChoices(model.keys), ...ownChoices(model)]),
  });
}

export function paletteChoices(table: KeyTable): readonly Choice[] {
  const commands = new Map<Command, Binding<Command>[]>();
  for (const binding of table) {
    if (!isOfSession(binding) || !PLACES.has(binding.where) || IN_DRAFT.test(binding.command)) continue;
    commands.set(binding.command, [...(commands.get(binding.command) ?? []), binding]);
  }
  const typed = TYPED_COMMANDS.map((each): Choice => {
    const byKey = SAME[each.name];
    const bindings = byKey === undefined ? [] : (commands.get(byKey) ?? []);
    if (byKey !== undefined) commands.delete(byKey);
    return { id: `/${each.name}`, label: each.says, note: [...keysOf(bindings), commandNames(each)].join(', ') };
  });
  const byKey = [...commands].map(
    ([command, bindings]): Choice => ({
      id: command,
      label: bindings.map(({ says }) => says).join('; '),
      note: keysOf(bindings).join(', '),
    }),
  );
  return [...typed, ...byKey];
}

function keysOf(bindings: readonly Binding[]): readonly string[] {
  return bindings.flatMap(({ chords }) => chords.map(chordName));
}

/** What it takes is not known here: it is written, to be sent. */
const OWN = 'own ';

function ownChoices({ writing }: Model): readonly Choice[] {
  return (writing.commands.found ?? []).map((each) => ({
    id: `${OWN}/${each.name}`,
    label: each.says,
    note: commandName(each),
  }));
}

/** The dialog is closed first: what is done may open another one. */
export function runChosen(model: Model, _dialog: ListDialog, { id }: Choice): Next {
  if (id.startsWith(OWN)) return drafted(model, `${id.slice(OWN.length)} `);
  return done(withoutDialog(model), id as Doable);
}

export function done(model: Model, does: Doable): Next {
  return does.startsWith('/')
    ? next(model, { type: 'run-typed', name: does.slice(1) as TypedCommand })
    : next(model, { type: 'run', command: does as Command });
}
