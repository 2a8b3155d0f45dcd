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
  | 'view-help'
  | 'close-view-help'
  | 'leave-view';

export const PAIR_KEYS: readonly Binding<PairCommand, 'pair'>[] = [
  { where: 'pair', chords: ['n', 'right'], command: 'difference-on', says: 'the next round that differs' },
  { where: 'pair', chords: ['p', 'left'], command: 'difference-back', says: 'the one before' },
  { where: 'pair', chords: [']'], command: 'round-on', says: 'the next round' },
  { where: 'pair', chords: ['['], command: 'round-back', says: 'the round before' },
  { where: 'pair', chords: ['down', 'j', 'wheel-down'], command: 'row-on', says: 'scroll both on' },
  { where: 'pair', chords: ['up', 'k', 'wheel-up'], command: 'row-back', says: 'scroll both back' },
  { where: 'pair', chords: ['page-down', ' '], command: 'page-on', says: 'a page on' },
  { where: 'pair', chords: ['page-up', 'b'], command: 'page-back', says: 'a page back' },
  { where: 'pair', chords: ['home'], command: 'to-first', says: 'what both ran on, and the first round' },
  { where: 'pair', chords: ['end'], command: 'to-last', says: 'the last round' },
  {
    where: 'pair',
    chords: ['1'],
    command: 'open-a',
    says: 'travel through the left one from here on; leaving it leads back',
  },
  { where: 'pair', chords: ['2'], command: 'open-b', says: 'travel through the right one' },
  { where: 'pair', chords: ['?'], command: 'view-help', says: 'these keys' },
  { where: 'pair', chords: ['escape'], command: 'close-view-help', says: 'close these keys' },
  { where: 'pair', chords: ['q', 'ctrl+c'], command: 'leave-view', says: 'leave' },
];
