/** The table of keys as rows under headings: for the help, for `tagma keys`, for the manual. */
import type { ViewWhere, Where } from './binding.ts';
import { chordName } from './chord-name.ts';
import { type AnyCommand, KEY_TABLE, type KeyTable } from './key-table.ts';

/** A command and its keys, for the manual and `/keys`. */
export type KeyRow = {
  /** Where it holds, in words: rows of one heading stand together. */
  readonly heading: string;
  readonly where: Where | ViewWhere;
  readonly command: AnyCommand;
  /** As people write them; none where the command has no key. */
  readonly keys: readonly string[];
  readonly says: string;
};

/** In the order in which they are shown. */
const HEADINGS: { readonly [where in Where | ViewWhere]: string } = {
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
  pointed: 'with the mouse over the machine',
  block: 'keys while a block of the transcript is chosen, and nothing is written',
  search: 'keys while something is looked for',
  history: 'keys in a history that is looked at (tagma view)',
  pair: 'keys in two histories side by side (tagma view A B)',
};

/** All commands and their keys, those of one heading together. */
export function keyRows(table: KeyTable = KEY_TABLE): readonly KeyRow[] {
  const headings = [...new Set(Object.values(HEADINGS))];
  return headings.flatMap((heading) =>
    table
      .filter(({ where }) => HEADINGS[where] === heading)
      .map(({ where, command, chords, says }) => ({ heading, where, command, keys: chords.map(chordName), says })),
  );
}
