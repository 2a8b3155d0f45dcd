/** The keys of a command as they are bound, for hints: no text of the screen names a key itself. */
import type { ViewWhere, Where } from './binding.ts';
import { chordName } from './chord-name.ts';
import type { AnyCommand, KeyTable } from './key-table.ts';

/** What stands for a key that there is not. */
const NO_KEY = 'no key';

/** The name of its first key, in that place if one is named. */
export function shownKey(table: KeyTable, command: AnyCommand, where?: Where | ViewWhere): string {
  return keyOf(table, command, where) ?? NO_KEY;
}

/** `Esc interrupts`; nothing where no key does it. */
export function keyHint(
  table: KeyTable,
  command: AnyCommand,
  does: string,
  where?: Where | ViewWhere,
): readonly string[] {
  const key = keyOf(table, command, where);
  return key === null ? [] : [`${key} ${does}`];
}

function keyOf(table: KeyTable, command: AnyCommand, where: Where | ViewWhere | undefined): string | null {
  for (const binding of table) {
    if (binding.command !== command || (where !== undefined && binding.where !== where)) continue;
    const [chord] = binding.chords;
    if (chord !== undefined) return chordName(chord);
  }
  return null;
}
