/** The keys and what they do, in two columns, from the table that binds them, and the commands. Those of a question stand apart. */

import type { Binding } from '../keys/binding.ts';
import { chordName } from '../keys/chord-name.ts';
import type { KeyTable } from '../keys/key-table.ts';
import { commandName, TYPED_COMMANDS } from '../keys/typed-commands.ts';
import { widthOf } from '../text/glyphs.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';

const INDENT = '  ';

type Entry = { readonly name: string; readonly says: string };

const COMMANDS: readonly Entry[] = [
  ...TYPED_COMMANDS.map((command) => ({ name: commandName(command), says: command.says })),
  { name: '//', says: 'a text that begins with a slash' },
];

export function helpLines(table: KeyTable, columns: number): readonly Line[] {
  const keys = table.map((binding) => ({ ...binding, name: keysOf(binding) }));
  const widest = Math.max(...[...keys, ...COMMANDS].map(({ name }) => widthOf(name)));
  const left = Math.min(widest, Math.floor(columns / 2) - INDENT.length);
  const right = columns - left - 2 * INDENT.length;
  const rows = (entries: readonly Entry[]): readonly Line[] =>
    entries.flatMap(({ name, says }) =>
      beside(wrap(line([name, 'action']), left), wrap(line([says, 'text']), right), left),
    );
  return [
    line(['keys while a question is open', 'label']),
    ...rows(keys.filter(isOfQuestion)),
    [],
    line(['keys', 'label']),
    ...rows(keys.filter(({ where }) => where === 'blank' || where === 'anywhere')),
    [],
    line(['keys in the list of prompts', 'label']),
    ...rows(keys.filter(({ where }) => where === 'list')),
    [],
    line(['commands', 'label']),
    ...rows(COMMANDS),
  ];
}

function isOfQuestion({ where }: Binding): boolean {
  return where !== 'list' && where !== 'blank' && where !== 'anywhere';
}

function keysOf({ chords }: Binding): string {
  return chords.map(chordName).join(', ');
}

/** Two columns of rows next to each other. */
function beside(left: readonly Line[], right: readonly Line[], width: number): Line[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const own = left[index] ?? [];
    const gap = width - own.reduce((sum, { text }) => sum + widthOf(text), 0);
    return [...line([INDENT, 'text']), ...own, ...line([' '.repeat(gap) + INDENT, 'text']), ...(right[index] ?? [])];
  });
}
