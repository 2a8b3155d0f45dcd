/** Keys of a list to choose from. */
import type { Binding } from '../binding.ts';

export type ListCommand = 'choice-up' | 'choice-down' | 'choices-up' | 'choices-down' | 'choose';

export const LIST_KEYS: readonly Binding<ListCommand>[] = [
  { where: 'list', chords: ['up', 'ctrl+p'], command: 'choice-up', says: 'to the prompt above' },
  { where: 'list', chords: ['down', 'ctrl+n'], command: 'choice-down', says: 'to the prompt below, an older one' },
  { where: 'list', chords: ['page-up', 'wheel-up'], command: 'choices-up', says: 'some prompts up' },
  { where: 'list', chords: ['page-down', 'wheel-down'], command: 'choices-down', says: 'some prompts down' },
  { where: 'list', chords: ['enter'], command: 'choose', says: 'go on from right before that prompt' },
];
