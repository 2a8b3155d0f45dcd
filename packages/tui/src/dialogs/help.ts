/** Every key and every command, from the tables that bind them, under headings. What is typed finds one. */
import type { Where } from '../keys/binding.ts';
import { chordName } from '../keys/chord-name.ts';
import type { KeyTable } from '../keys/key-table.ts';
import { commandName, TYPED_COMMANDS } from '../keys/typed-commands.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import { type Choice, listOf } from './list.ts';
import { openDialog, withoutDialog } from './opening.ts';

const HINT = 'Type to find a key or a command. Keys are bound anew in the configuration.';

/** In the order in which they are shown. */
const GROUPS: { readonly [where in Where]: string } = {
  anywhere: 'keys',
  blank: 'keys while nothing is written',
  options: 'keys while a question is open',
  menu: 'keys in the menu of commands and files',
  answering: 'keys while a question is open',
  question: 'keys while a question is open',
  reason: 'keys while a question is open',
  asked: 'keys while a question is open',
  open: 'keys while a question is open',
  list: 'keys in a list to choose from',
  stepping: 'keys while an event is held, and nothing is written',
  held: 'keys while an event is held, and nothing is written',
  machine: 'keys while the machine is shown in the place of the transcript',
  block: 'keys while a block of the transcript is chosen, and nothing is written',
  search: 'keys while something is looked for',
  pointed: 'with the mouse over the machine',
};

export function openHelp(model: Model): Next {
  return openDialog(model, { kind: 'keys', list: listOf('keys and commands', HINT, helpChoices(model.keys)) });
}

export function helpChoices(table: KeyTable): readonly Choice[] {
  const groups = [...new Set(Object.values(GROUPS))];
  const keys = groups.flatMap((group) =>
    table
      .filter(({ where }) => GROUPS[where] === group)
      .map(
        (binding, index): Choice => ({
          id: `${group} ${index}`,
          label: binding.chords.map(chordName).join(', '),
          detail: binding.says,
          group,
        }),
      ),
  );
  const commands = TYPED_COMMANDS.map(
    (each): Choice => ({
      id: `/${each.name}`,
      label: commandName(each),
      detail: each.says,
      group: 'commands',
    }),
  );
  const slashes: Choice = { id: '//', label: '//', detail: 'a text that begins with a slash', group: 'commands' };
  return [...keys, ...commands, slashes];
}

/** There is nothing to be had here but to know it. */
export function closeHelp(model: Model): Next {
  return next(withoutDialog(model));
}
