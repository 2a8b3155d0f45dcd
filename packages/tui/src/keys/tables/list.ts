/** Keys of a list to choose from. */
import type { Binding } from '../binding.ts';

export type ListCommand =
  | 'choice-up'
  | 'choice-down'
  | 'choices-up'
  | 'choices-down'
  | 'wheel-choices-up'
  | 'wheel-choices-down'
  | 'first-choice'
  | 'last-choice'
  | 'choose'
  | 'keep-choice';

export const LIST_KEYS: readonly Binding<ListCommand>[] = [
  { where: 'list', chords: ['up', 'ctrl+p'], command: 'choice-up', says: 'to the choice above' },
  { where: 'list', chords: ['down', 'ctrl+n'], command: 'choice-down', says: 'to the choice below' },
  { where: 'list', chords: ['page-up'], command: 'choices-up', says: 'some choices up' },
  { where: 'list', chords: ['page-down'], command: 'choices-down', says: 'some choices down' },
  { where: 'list', chords: ['wheel-up'], command: 'wheel-choices-up', says: 'a few choices up' },
  { where: 'list', chords: ['wheel-down'], command: 'wheel-choices-down', says: 'a few choices down' },
  { where: 'list', chords: ['home', 'ctrl+home'], command: 'first-choice', says: 'to the first choice' },
  { where: 'list', chords: ['end', 'ctrl+end'], command: 'last-choice', says: 'to the last choice' },
  { where: 'list', chords: ['enter'], command: 'choose', says: 'take the choice; what it does stands above the list' },
  {
    where: 'list',
    chords: ['ctrl+s'],
    command: 'keep-choice',
    says: 'in the settings: keep the value in the configuration',
  },
];
