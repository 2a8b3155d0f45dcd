/** Keys that look at the transcript, open its blocks, and find something in it. */
import type { Binding } from '../binding.ts';

export type TranscriptCommand =
  | 'page-up'
  | 'page-down'
  | 'wheel-up'
  | 'wheel-down'
  | 'to-top'
  | 'to-bottom'
  | 'block-up'
  | 'block-down'
  | 'toggle-block'
  | 'close-block'
  | 'open-block'
  | 'leave-block'
  | 'toggle-tools'
  | 'toggle-thoughts'
  | 'copy-block'
  | 'copy-source'
  | 'read-elsewhere'
  | 'to-scrollback'
  | 'find'
  | 'hit-up'
  | 'hit-down'
  | 'leave-search';

export const TRANSCRIPT_KEYS: readonly Binding<TranscriptCommand>[] = [
  { where: 'search', chords: ['enter', 'up', 'f6'], command: 'hit-up', says: 'the hit above, an older one' },
  { where: 'search', chords: ['down', 'shift+enter', 'shift+f6'], command: 'hit-down', says: 'the hit below' },
  {
    where: 'search',
    chords: ['escape', 'ctrl+c'],
    command: 'leave-search',
    says: 'leave the search; what it found stays in view',
  },
  { where: 'block', chords: ['enter', ' '], command: 'toggle-block', says: 'open or fold the chosen block' },
  { where: 'block', chords: ['left'], command: 'close-block', says: 'fold it' },
  { where: 'block', chords: ['right'], command: 'open-block', says: 'open it' },
  { where: 'block', chords: ['escape'], command: 'leave-block', says: 'choose none' },
  { where: 'anywhere', chords: ['ctrl+up', 'alt+k'], command: 'block-up', says: 'choose the block above' },
  { where: 'anywhere', chords: ['ctrl+down', 'alt+j'], command: 'block-down', says: 'choose the block below' },
  {
    where: 'anywhere',
    chords: ['ctrl+o'],
    command: 'toggle-tools',
    says: 'open or fold what tools were told and said',
  },
  { where: 'anywhere', chords: ['alt+t'], command: 'toggle-thoughts', says: 'open or fold thoughts' },
  { where: 'anywhere', chords: ['alt+c'], command: 'copy-block', says: 'copy the chosen block, else the last answer' },
  {
    where: 'anywhere',
    chords: ['alt+s'],
    command: 'copy-source',
    says: 'the same as it was written: Markdown, output, command',
  },
  { where: 'anywhere', chords: ['alt+e'], command: 'read-elsewhere', says: 'the same in your editor' },
  { where: 'anywhere', chords: ['f6', 'alt+/'], command: 'find', says: 'find something in the transcript' },
  {
    where: 'anywhere',
    chords: ['f7'],
    command: 'to-scrollback',
    says: 'write all of it to the terminal’s own scrollback',
  },
  { where: 'anywhere', chords: ['page-up'], command: 'page-up', says: 'scroll back' },
  { where: 'anywhere', chords: ['page-down'], command: 'page-down', says: 'scroll on' },
  {
    where: 'anywhere',
    chords: ['wheel-up'],
    command: 'wheel-up',
    says: 'scroll back a little; Shift and the mouse select text',
  },
  { where: 'anywhere', chords: ['wheel-down'], command: 'wheel-down', says: 'scroll on a little' },
  { where: 'anywhere', chords: ['ctrl+home'], command: 'to-top', says: 'scroll to the beginning' },
  { where: 'anywhere', chords: ['ctrl+end'], command: 'to-bottom', says: 'scroll to the newest' },
];
