/** Keys that write and edit the draft. */
import type { Binding } from '../binding.ts';

export type ComposerCommand =
  | 'break-line'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'delete-left'
  | 'delete-right'
  | 'delete-word'
  | 'delete-to-start'
  | 'delete-to-end';

export const COMPOSER_KEYS: readonly Binding<ComposerCommand>[] = [
  {
    where: 'anywhere',
    chords: ['shift+enter', 'ctrl+j'],
    command: 'break-line',
    says: 'new line (also \\ and Enter)',
  },
  { where: 'anywhere', chords: ['left', 'ctrl+b'], command: 'left', says: 'left' },
  { where: 'anywhere', chords: ['right', 'ctrl+f'], command: 'right', says: 'right' },
  { where: 'anywhere', chords: ['up'], command: 'up', says: 'up' },
  { where: 'anywhere', chords: ['down', 'ctrl+n'], command: 'down', says: 'down' },
  { where: 'anywhere', chords: ['ctrl+left', 'alt+left', 'alt+b'], command: 'word-left', says: 'a word left' },
  { where: 'anywhere', chords: ['ctrl+right', 'alt+right', 'alt+f'], command: 'word-right', says: 'a word right' },
  { where: 'anywhere', chords: ['home', 'ctrl+a'], command: 'line-start', says: 'start of the line' },
  { where: 'anywhere', chords: ['end', 'ctrl+e'], command: 'line-end', says: 'end of the line' },
  { where: 'anywhere', chords: ['backspace', 'shift+backspace'], command: 'delete-left', says: 'delete to the left' },
  { where: 'anywhere', chords: ['delete'], command: 'delete-right', says: 'delete to the right' },
  {
    where: 'anywhere',
    chords: ['ctrl+w', 'alt+backspace', 'ctrl+backspace'],
    command: 'delete-word',
    says: 'delete a word',
  },
  { where: 'anywhere', chords: ['ctrl+u'], command: 'delete-to-start', says: 'delete to the start of the line' },
  { where: 'anywhere', chords: ['ctrl+k'], command: 'delete-to-end', says: 'delete to the end of the line' },
];
