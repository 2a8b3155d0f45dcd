/** Every key and every command, from the tables that bind them, under headings. What is typed finds one. */
import type { KeyTable } from '../keys/key-table.ts';
import { keyRows } from '../keys/rows.ts';
import { commandName, commandNames, TYPED_COMMANDS } from '../keys/typed-commands.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import { type Choice, listOf } from './list.ts';
import { openDialog, withoutDialog } from './opening.ts';

const KEYS_HINT = 'Keys are bound anew in the configuration. /help has the commands too.';
const HINT = 'Type to find a key or a command. Keys are bound anew in the configuration.';

export function openHelp(model: Model): Next {
  return openDialog(model, { kind: 'keys', list: listOf('keys and commands', HINT, helpChoices(model)) });
}

const OWN_GROUPS = { person: 'commands of your own', project: 'commands of the project' } as const;

/** The keys alone. */
export function openKeys(model: Model): Next {
  return openDialog(model, { kind: 'keys', list: listOf('keys', KEYS_HINT, keyChoices(model.keys)) });
}

function keyChoices(table: KeyTable): readonly Choice[] {
  return keyRows(table)
    .filter((row) => row.keys.length > 0)
    .map(
      (row): Choice => ({
        id: `${row.where}.${row.command}`,
        label: row.keys.join(', '),
        detail: row.says,
        group: row.heading,
      }),
    );
}

function helpChoices({ keys, writing }: Model): readonly Choice[] {
  const commands = TYPED_COMMANDS.map(
    (each): Choice => ({
      id: `/${each.name}`,
      label: commandNames(each),
      detail: each.says,
      group: 'commands',
    }),
  );
  const own = (writing.commands.found ?? []).map(
    (each): Choice => ({
      id: `/${each.name}`,
      label: commandName(each),
      detail: each.says,
      group: OWN_GROUPS[each.from],
    }),
  );
  const slashes: Choice = { id: '//', label: '//', detail: 'a text that begins with a slash', group: 'commands' };
  return [...keyChoices(keys), ...commands, slashes, ...own];
}

/** There is nothing to be had here but to know it. */
export function closeHelp(model: Model): Next {
  return next(withoutDialog(model));
}
