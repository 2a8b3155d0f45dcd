/**
 * Every key of the screen, what it does, and the words that say so: these tables bind them, and the help is made of them.
 * Where two places bind a chord, the first of the places that are asked for wins.
 */
import type { Binding, Where } from './binding.ts';
import { COMPOSER_KEYS, type ComposerCommand } from './tables/composer.ts';
import { DIALOGS_KEYS, type DialogsCommand } from './tables/dialogs.ts';
import { LIST_KEYS, type ListCommand } from './tables/list.ts';
import { MACHINE_KEYS, type MachineCommand } from './tables/machine.ts';
import { MENU_KEYS, type MenuCommand } from './tables/menu.ts';
import { QUESTION_KEYS, type QuestionCommand } from './tables/question.ts';
import { TRANSCRIPT_KEYS, type TranscriptCommand } from './tables/transcript.ts';
import { TURN_KEYS, type TurnCommand } from './tables/turn.ts';

export type Command =
  | QuestionCommand
  | ListCommand
  | DialogsCommand
  | MachineCommand
  | TurnCommand
  | TranscriptCommand
  | ComposerCommand
  | MenuCommand;

export type KeyTable = readonly Binding<Command>[];

export const KEY_TABLE: KeyTable = [
  ...QUESTION_KEYS,
  ...LIST_KEYS,
  ...DIALOGS_KEYS,
  ...MACHINE_KEYS,
  ...TURN_KEYS,
  ...TRANSCRIPT_KEYS,
  ...COMPOSER_KEYS,
  ...MENU_KEYS,
];

/** What a chord does in the first of the places that binds it. */
export function commandFor(table: KeyTable, chord: string, places: readonly Where[]): Command | null {
  for (const place of places) {
    const binding = table.find(({ where, chords }) => where === place && chords.includes(chord));
    if (binding) return binding.command;
  }
  return null;
}
