/** All that can be done, in one list: the commands behind a slash, and those of the keys, each with what it is had by. */

import type { Binding, Where } from '../keys/binding.ts';
import { chordName } from '../keys/chord-name.ts';
import { type Command, isOfSession, type KeyTable } from '../keys/key-table.ts';
import { shownKey } from '../keys/shown-key.ts';
import { MACHINE_KEYS } from '../keys/tables/machine.ts';
import { TURN_KEYS } from '../keys/tables/turn.ts';
import { commandName, TYPED_COMMANDS, type TypedCommand } from '../keys/typed-commands.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import type { ListDialog } from './dialog.ts';
import { type Choice, listOf } from './list.ts';
import { openDialog, withoutDialog } from './opening.ts';

const PLACES: ReadonlySet<Where> = new Set<Where>(['blank', 'anywhere']);
/** Where a name behind a slash is that of a key's command, it does the same. */
const SAME: ReadonlySet<string> = new Set([...TURN_KEYS, ...MACHINE_KEYS].map(({ command }) => command));
/** Of no use without the draft that they are pressed in. */
const IN_DRAFT =
  /^(send|queue|break-line|up|down|left|right|undo|redo|cut|copy|(word|line|text|delete|select|cut|paste|unfold|wheel)-.*|palette)$/;

export function openPalette(model: Model): Next {
  const hint = `${shownKey(model.keys, 'choose')} does it.`;
  return openDialog(model, { kind: 'palette', list: listOf('what can be done', hint, paletteChoices(model.keys)) });
}

export function paletteChoices(table: KeyTable): readonly Choice[] {
  const commands = new Map<Command, Binding<Command>[]>();
  for (const binding of table) {
    if (!isOfSession(binding) || !PLACES.has(binding.where) || IN_DRAFT.test(binding.command)) continue;
    commands.set(binding.command, [...(commands.get(binding.command) ?? []), binding]);
  }
  const typed = TYPED_COMMANDS.map((each): Choice => {
    const sameByKey = SAME.has(each.name) ? (commands.get(each.name as Command) ?? []) : [];
    if (SAME.has(each.name)) commands.delete(each.name as Command);
    const note = [...keysOf(sameByKey), commandName(each)].join(', ');
    return { id: `/${each.name}`, label: each.says, note };
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

/** The dialog is closed first: what is done may open another one. */
export function runChosen(model: Model, _dialog: ListDialog, { id }: Choice): Next {
  const closed = withoutDialog(model);
  const isTyped = id.startsWith('/');
  return isTyped
    ? next(closed, { type: 'run-typed', name: id.slice(1) as TypedCommand })
    : next(closed, { type: 'run', command: id as Command });
}
