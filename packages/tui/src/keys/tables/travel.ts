/** Keys of a history that is looked at. A digit begins the number of a record. */
import type { Binding } from '../binding.ts';

export type TravelCommand =
  | 'step-on'
  | 'step-back'
  | 'record-on'
  | 'record-back'
  | 'turn-on'
  | 'turn-back'
  | 'decision-on'
  | 'decision-back'
  | 'failure-on'
  | 'failure-back'
  | 'to-first'
  | 'to-last'
  | 'to-place'
  | 'play'
  | 'speed'
  | 'search'
  | 'found-on'
  | 'found-back'
  | 'switch-pane-focus'
  | 'scroll-up'
  | 'scroll-down'
  | 'page-up'
  | 'page-down'
  | 'machine-pane'
  | 'as-source'
  | 'fork'
  | 'copy'
  | 'edit'
  | 'help'
  | 'close'
  | 'quit'
  | 'redraw'
  | 'suspend';

export const TRAVEL_KEYS: readonly Omit<Binding<TravelCommand>, 'where'>[] = [
  { chords: ['right', 'n'], command: 'step-on', says: 'the next step: an event and what followed from it' },
  { chords: ['left', 'p'], command: 'step-back', says: 'the step before' },
  { chords: ['down'], command: 'record-on', says: 'the next record' },
  { chords: ['up'], command: 'record-back', says: 'the record before' },
  { chords: ['page-down', ']'], command: 'turn-on', says: 'the next turn' },
  { chords: ['page-up', '['], command: 'turn-back', says: 'the turn before' },
  {
    chords: ['d'],
    command: 'decision-on',
    says: 'the next decision: somebody was asked or answered, a call was denied',
  },
  { chords: ['shift+d', 'D'], command: 'decision-back', says: 'the decision before' },
  { chords: ['e'], command: 'failure-on', says: 'the next failure' },
  { chords: ['shift+e', 'E'], command: 'failure-back', says: 'the failure before' },
  { chords: ['home'], command: 'to-first', says: 'the first record' },
  { chords: ['end'], command: 'to-last', says: 'the last record' },
  { chords: ['g', ':'], command: 'to-place', says: 'to a record by its number (a digit will do), or to a turn: t3' },
  { chords: ['space', ' '], command: 'play', says: 'play, or stop playing' },
  { chords: ['s'], command: 'speed', says: 'how fast: 1, 4 or 16 times; long pauses are always shortened' },
  { chords: ['/', 'ctrl+f'], command: 'search', says: 'look for a text in what was said; Enter alone looks again' },
  { chords: ['f3'], command: 'found-on', says: 'look on for the same text' },
  { chords: ['shift+f3'], command: 'found-back', says: 'look back for it' },
  { chords: ['tab'], command: 'switch-pane-focus', says: 'whether the transcript or the record scrolls' },
  { chords: ['k', 'shift+up'], command: 'scroll-up', says: 'scroll back' },
  { chords: ['j', 'shift+down'], command: 'scroll-down', says: 'scroll on' },
  { chords: ['b', 'ctrl+b', 'shift+page-up'], command: 'page-up', says: 'scroll back a page' },
  { chords: ['ctrl+d', 'shift+page-down'], command: 'page-down', says: 'scroll on a page' },
  { chords: ['m', 'f2'], command: 'machine-pane', says: 'the machine as it stood, or the step' },
  { chords: ['v'], command: 'as-source', says: 'the record as it stands in the file, or its fields' },
  { chords: ['f'], command: 'fork', says: 'go on from behind this step in a new session; the old one stays as it is' },
  { chords: ['y'], command: 'copy', says: 'copy the record as it stands in the file' },
  { chords: ['o', 'ctrl+g'], command: 'edit', says: 'open the record in $EDITOR, to be read' },
  { chords: ['?'], command: 'help', says: 'these keys' },
  { chords: ['escape'], command: 'close', says: 'close what is open; stop playing' },
  { chords: ['q', 'ctrl+c'], command: 'quit', says: 'leave' },
  { chords: ['ctrl+l'], command: 'redraw', says: 'draw the screen anew' },
  { chords: ['ctrl+z'], command: 'suspend', says: 'to the shell; `fg` comes back' },
];
