/** Keys of the menu of commands and files, while something is written that it can complete. */
import type { Binding } from '../binding.ts';

export type MenuCommand = 'menu-up' | 'menu-down' | 'menu-complete' | 'menu-enter' | 'menu-close';

export const MENU_KEYS: readonly Binding<MenuCommand>[] = [
  { where: 'menu', chords: ['up', 'ctrl+p'], command: 'menu-up', says: 'to the one above' },
  { where: 'menu', chords: ['down', 'ctrl+n'], command: 'menu-down', says: 'to the one below' },
  { where: 'menu', chords: ['tab'], command: 'menu-complete', says: 'write the chosen one' },
  {
    where: 'menu',
    chords: ['enter'],
    command: 'menu-enter',
    says: 'write the chosen one; where it stands there already, send',
  },
  { where: 'menu', chords: ['escape'], command: 'menu-close', says: 'close the menu' },
];
