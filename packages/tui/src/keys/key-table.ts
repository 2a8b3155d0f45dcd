/**
 * Every key of the screen, what it does, and the words that say so: these tables bind them, and the help is made of them.
 * Where two places bind a chord, the first of the places that are asked for wins.
 */
import type { Binding, ViewWhere, Where } from './binding.ts';
import { COMPOSER_KEYS, type ComposerCommand } from './tables/composer.ts';
import { DIALOGS_KEYS, type DialogsCommand } from './tables/dialogs.ts';
import { LIST_KEYS, type ListCommand } from './tables/list.ts';
import { MACHINE_KEYS, type MachineCommand } from './tables/machine.ts';
import { MENU_KEYS, type MenuCommand } from './tables/menu.ts';
import { MOUSE_KEYS, type MouseCommand } from './tables/mouse.ts';
import { PAIR_KEYS, type PairCommand } from './tables/pair.ts';
import { QUESTION_KEYS, type QuestionCommand } from './tables/question.ts';
import { TRANSCRIPT_KEYS, type TranscriptCommand } from './tables/transcript.ts';
import { TRAVEL_KEYS, type TravelCommand } from './tables/travel.ts';
import { TURN_KEYS, type TurnCommand } from './tables/turn.ts';

/** What can be done on the screen of a session. */
export type Command =
  | QuestionCommand
  | ListCommand
  | DialogsCommand
  | MachineCommand
  | TurnCommand
  | TranscriptCommand
  | ComposerCommand
  | MenuCommand
  | MouseCommand;

/** And what can be done with histories. */
export type AnyCommand = Command | TravelCommand | PairCommand;

export type AnyBinding = Binding<Command> | Binding<TravelCommand, 'history'> | Binding<PairCommand, 'pair'>;

export type KeyTable = readonly AnyBinding[];

export const KEY_TABLE: KeyTable = [
  ...QUESTION_KEYS,
  ...LIST_KEYS,
  ...DIALOGS_KEYS,
  ...MACHINE_KEYS,
  ...TURN_KEYS,
  ...TRANSCRIPT_KEYS,
  ...COMPOSER_KEYS,
  ...MENU_KEYS,
  ...MOUSE_KEYS,
  ...TRAVEL_KEYS,
  ...PAIR_KEYS,
];

/** Not of a history that is looked at. */
export function isOfSession(binding: AnyBinding): binding is Binding<Command> {
  return binding.where !== 'history' && binding.where !== 'pair';
}

/** What is bound in a place. */
export type CommandAt<Place> = Place extends 'history' ? TravelCommand : Place extends 'pair' ? PairCommand : Command;

/** What a chord does in the first of the places that binds it. */
export function commandFor<Place extends Where | ViewWhere>(
  table: KeyTable,
  chord: string,
  places: readonly Place[],
): CommandAt<Place> | null {
  for (const place of places) {
    const binding = table.find(({ where, chords }) => where === place && chords.includes(chord));
    // The compiler does not see that a binding of that place has a command of it.
    if (binding) return binding.command as CommandAt<Place>;
  }
  return null;
}
