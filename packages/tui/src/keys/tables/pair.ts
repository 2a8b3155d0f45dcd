/** Keys of two histories that are looked at side by side. */
import type { Binding } from '../binding.ts';

export type PairCommand =
  | 'difference-on'
  | 'difference-back'
  | 'round-on'
  | 'round-back'
  | 'row-on'
  | 'row-back'
  | 'page-on'
  | 'page-back'
  | 'to-first'
  | 'to-last'
  | 'open-a'
  | 'open-b'
  | 'help'
  | 'close'
  | 'quit'
  | 'redraw'
  | 'suspend';

export const PAIR_KEYS: readonly Omit<Binding<PairCommand>, 'where'>[] = [
  { chords: ['right', 'n'], command: 'difference-on', says: 'the next round that differs' },
  { chords: ['left', 'p'], command: 'difference-back', says: 'the one before' },
  { chords: [']'], command: 'round-on', says: 'the next round' },
  { chords: ['['], command: 'round-back', says: 'the round before' },
  { chords: ['down', 'j', 'wheel-down'], command: 'row-on', says: 'scroll both on' },
  { chords: ['up', 'k', 'wheel-up'], command: 'row-back', says: 'scroll both back' },
  { chords: ['page-down', 'space', ' '], command: 'page-on', says: 'a page on' },
  { chords: ['page-up', 'b'], command: 'page-back', says: 'a page back' },
  { chords: ['home'], command: 'to-first', says: 'what both ran on, and the first round' },
  { chords: ['end'], command: 'to-last', says: 'the last round' },
  { chords: ['1'], command: 'open-a', says: 'travel through the left one from here on; leaving it leads back' },
  { chords: ['2'], command: 'open-b', says: 'travel through the right one' },
  { chords: ['?'], command: 'help', says: 'these keys' },
  { chords: ['escape'], command: 'close', says: 'close these keys' },
  { chords: ['q', 'ctrl+c'], command: 'quit', says: 'leave' },
  { chords: ['ctrl+l'], command: 'redraw', says: 'draw the screen anew' },
  { chords: ['ctrl+z'], command: 'suspend', says: 'to the shell; `fg` comes back' },
];
