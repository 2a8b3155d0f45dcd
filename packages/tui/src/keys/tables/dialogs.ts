/** Keys that open a dialog. */
import type { Binding } from '../binding.ts';

export type DialogsCommand = 'toggle-help' | 'palette';

export const DIALOGS_KEYS: readonly Binding<DialogsCommand>[] = [
  { where: 'blank', chords: ['?'], command: 'toggle-help', says: 'these keys' },
  { where: 'anywhere', chords: ['ctrl+p'], command: 'palette', says: 'all that can be done, to find and to do' },
];
