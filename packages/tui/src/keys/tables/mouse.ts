/** What the buttons of the mouse do; the wheel stands with what it scrolls. */
import type { Binding } from '../binding.ts';

export type MouseCommand = 'click';

export const MOUSE_KEYS: readonly Binding<MouseCommand>[] = [
  {
    where: 'anywhere',
    chords: ['mouse-left'],
    command: 'click',
    says: 'choose what is there, or write there; again: open it, fold it, take it',
  },
];
