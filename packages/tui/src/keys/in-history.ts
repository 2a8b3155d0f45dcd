/** What can be done on a session's screen, and where a history is looked at as well: by the same keys, unless it has its own. */
import type { ViewWhere } from './binding.ts';
import { type AnyCommand, type CommandAt, commandFor, type KeyTable } from './key-table.ts';

/** Where two stand side by side these alone. */
export const ON_ANY_SCREEN = ['redraw', 'suspend'] as const;

export type OnAnyScreen = (typeof ON_ANY_SCREEN)[number];

export function isInHistory(command: AnyCommand): command is OnAnyScreen {
  return ON_ANY_SCREEN.some((each) => each === command);
}

/** What a chord does there. */
export function commandInView<Place extends ViewWhere>(
  table: KeyTable,
  chord: string,
  place: Place,
): CommandAt<Place> | OnAnyScreen | null {
  const own = commandFor(table, chord, [place]);
  if (own !== null) return own;
  const shared = commandFor(table, chord, ['anywhere']);
  return shared !== null && isInHistory(shared) ? shared : null;
}
