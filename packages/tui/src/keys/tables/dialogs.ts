/** Keys that open a dialog. */
import type { Binding } from '../binding.ts';

export type DialogsCommand = 'toggle-help';

export const DIALOGS_KEYS: readonly Binding<DialogsCommand>[] = [
  { where: 'blank', chords: ['?'], command: 'toggle-help', says: 'these keys' },
];
