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
  | 'find-said'
  | 'found-on'
  | 'found-back'
  | 'switch-pane-focus'
  | 'scroll-up'
  | 'scroll-down'
  | 'scroll-page-up'
  | 'scroll-page-down'
  | 'machine-pane'
  | 'as-source'
  | 'fork'
  | 'copy-record'
  | 'read-record'
  | 'view-help'
  | 'stay'
  | 'leave-view';

export const TRAVEL_KEYS: readonly Binding<TravelCommand, 'history'>[] = [
  {
    where: 'history',
    chords: ['right', 'n'],
    command: 'step-on',
    says: 'the next step: an event and what followed from it',
  },
  { where: 'history', chords: ['left', 'p'], command: 'step-back', says: 'the step before' },
  { where: 'history', chords: ['down'], command: 'record-on', says: 'the next record' },
  { where: 'history', chords: ['up'], command: 'record-back', says: 'the record before' },
  { where: 'history', chords: ['page-down', ']'], command: 'turn-on', says: 'the next turn' },
  { where: 'history', chords: ['page-up', '['], command: 'turn-back', says: 'the turn before' },
  {
    where: 'history',
    chords: ['d'],
    command: 'decision-on',
    says: 'the next decision: somebody was asked or answered, a call was denied',
  },
  { where: 'history', chords: ['D'], command: 'decision-back', says: 'the decision before' },
  { where: 'history', chords: ['e'], command: 'failure-on', says: 'the next failure' },
  { where: 'history', chords: ['E'], command: 'failure-back', says: 'the failure before' },
  { where: 'history', chords: ['home'], command: 'to-first', says: 'the first record' },
  { where: 'history', chords: ['end'], command: 'to-last', says: 'the last record' },
  {
    where: 'history',
    chords: ['g', ':'],
    command: 'to-place',
    says: 'to a record by its number (a digit will do), or to a turn: t3',
  },
  { where: 'history', chords: [' '], command: 'play', says: 'play, or stop playing' },
  {
    where: 'history',
    chords: ['s'],
    command: 'speed',
    says: 'how fast: 1, 4 or 16 times; long pauses are always shortened',
  },
  {
    where: 'history',
    chords: ['/', 'ctrl+f'],
    command: 'find-said',
    says: 'look for a text in what was said; Enter alone looks again',
  },
  { where: 'history', chords: ['f3'], command: 'found-on', says: 'look on for the same text' },
  { where: 'history', chords: ['shift+f3'], command: 'found-back', says: 'look back for it' },
  {
    where: 'history',
    chords: ['tab'],
    command: 'switch-pane-focus',
    says: 'whether the transcript or the record scrolls',
  },
  { where: 'history', chords: ['k', 'shift+up'], command: 'scroll-up', says: 'scroll back' },
  { where: 'history', chords: ['j', 'shift+down'], command: 'scroll-down', says: 'scroll on' },
  { where: 'history', chords: ['b', 'ctrl+b', 'shift+page-up'], command: 'scroll-page-up', says: 'scroll back a page' },
  { where: 'history', chords: ['ctrl+d', 'shift+page-down'], command: 'scroll-page-down', says: 'scroll on a page' },
  { where: 'history', chords: ['m', 'f2'], command: 'machine-pane', says: 'the machine as it stood, or the step' },
  { where: 'history', chords: ['v'], command: 'as-source', says: 'the record as it stands in the file, or its fields' },
  {
    where: 'history',
    chords: ['f'],
    command: 'fork',
    says: 'go on from behind this step in a new session; the old one stays as it is',
  },
  { where: 'history', chords: ['y'], command: 'copy-record', says: 'copy the record as it stands in the file' },
  { where: 'history', chords: ['o', 'ctrl+g'], command: 'read-record', says: 'open the record in $EDITOR, to be read' },
  { where: 'history', chords: ['?'], command: 'view-help', says: 'these keys' },
  { where: 'history', chords: ['escape'], command: 'stay', says: 'close what is open; stop playing' },
  { where: 'history', chords: ['q', 'ctrl+c'], command: 'leave-view', says: 'leave' },
];
