/** Keys that open a dialog. */
import type { Binding } from '../binding.ts';

export type DialogsCommand = 'toggle-help' | 'palette';

export const DIALOGS_KEYS: readonly Binding<DialogsCommand>[] = [
  { where: 'blank', chords: ['?'], command: 'toggle-help', says: 'all keys and commands' },
  {
    where: 'anywhere',
    chords: ['ctrl+p'],
    command: 'palette',
    says: 'the palette: all that can be done, to find and to do',
  },
];
