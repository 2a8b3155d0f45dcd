/** Keys that write and edit the draft. */
import type { Binding } from '../binding.ts';

export type ComposerCommand =
  | 'break-line'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'earlier-prompt'
  | 'later-prompt'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'text-start'
  | 'text-end'
  | 'select-left'
  | 'select-right'
  | 'select-up'
  | 'select-down'
  | 'select-word-left'
  | 'select-word-right'
  | 'select-line-start'
  | 'select-line-end'
  | 'select-text-start'
  | 'select-text-end'
  | 'select-all'
  | 'delete-left'
  | 'delete-right'
  | 'cut-word-left'
  | 'cut-word-right'
  | 'cut-to-start'
  | 'cut-to-end'
  | 'cut'
  | 'copy'
  | 'paste-cut'
  | 'paste-earlier-cut'
  | 'undo'
  | 'redo'
  | 'unfold-paste'
  | 'edit-draft';

export const COMPOSER_KEYS: readonly Binding<ComposerCommand>[] = [
  {
    where: 'anywhere',
    chords: ['shift+enter', 'ctrl+j'],
    command: 'break-line',
    says: 'new line (also \\ and Enter)',
  },
  { where: 'anywhere', chords: ['left', 'ctrl+b'], command: 'left', says: 'left' },
  { where: 'anywhere', chords: ['right', 'ctrl+f'], command: 'right', says: 'right' },
  {
    where: 'anywhere',
    chords: ['up'],
    command: 'up',
    says: 'up; in the first row: the prompt before, of this session or an earlier one',
  },
  {
    where: 'anywhere',
    chords: ['down', 'ctrl+n'],
    command: 'down',
    says: 'down; in the last row: the prompt after, and at last the draft',
  },
  { where: 'anywhere', chords: ['alt+p'], command: 'earlier-prompt', says: 'the prompt before, from any row' },
  { where: 'anywhere', chords: ['alt+n'], command: 'later-prompt', says: 'the prompt after, from any row' },
  { where: 'anywhere', chords: ['ctrl+left', 'alt+left', 'alt+b'], command: 'word-left', says: 'a word left' },
  { where: 'anywhere', chords: ['ctrl+right', 'alt+right', 'alt+f'], command: 'word-right', says: 'a word right' },
  { where: 'anywhere', chords: ['home', 'ctrl+a'], command: 'line-start', says: 'start of the line' },
  { where: 'anywhere', chords: ['end', 'ctrl+e'], command: 'line-end', says: 'end of the line' },
  { where: 'anywhere', chords: ['alt+home', 'alt+<'], command: 'text-start', says: 'start of the draft' },
  { where: 'anywhere', chords: ['alt+end', 'alt+>'], command: 'text-end', says: 'end of the draft' },
  { where: 'anywhere', chords: ['shift+left'], command: 'select-left', says: 'select to the left' },
  { where: 'anywhere', chords: ['shift+right'], command: 'select-right', says: 'select to the right' },
  { where: 'anywhere', chords: ['shift+up'], command: 'select-up', says: 'select a row up' },
  { where: 'anywhere', chords: ['shift+down'], command: 'select-down', says: 'select a row down' },
  {
    where: 'anywhere',
    chords: ['ctrl+shift+left', 'alt+shift+left'],
    command: 'select-word-left',
    says: 'select a word to the left',
  },
  {
    where: 'anywhere',
    chords: ['ctrl+shift+right', 'alt+shift+right'],
    command: 'select-word-right',
    says: 'select a word to the right',
  },
  { where: 'anywhere', chords: ['shift+home'], command: 'select-line-start', says: 'select to the start of the line' },
  { where: 'anywhere', chords: ['shift+end'], command: 'select-line-end', says: 'select to the end of the line' },
  {
    where: 'anywhere',
    chords: ['alt+shift+home', 'ctrl+shift+home'],
    command: 'select-text-start',
    says: 'select to the start of the draft',
  },
  {
    where: 'anywhere',
    chords: ['alt+shift+end', 'ctrl+shift+end'],
    command: 'select-text-end',
    says: 'select to the end of the draft',
  },
  { where: 'anywhere', chords: ['alt+a'], command: 'select-all', says: 'select the whole draft' },
  { where: 'anywhere', chords: ['backspace', 'shift+backspace'], command: 'delete-left', says: 'delete to the left' },
  { where: 'anywhere', chords: ['delete'], command: 'delete-right', says: 'delete to the right' },
  {
    where: 'anywhere',
    chords: ['ctrl+w', 'alt+backspace', 'ctrl+backspace'],
    command: 'cut-word-left',
    says: 'cut what is selected, else a word',
  },
  {
    where: 'anywhere',
    chords: ['alt+d', 'ctrl+delete', 'alt+delete'],
    command: 'cut-word-right',
    says: 'cut a word to the right',
  },
  { where: 'anywhere', chords: ['ctrl+u'], command: 'cut-to-start', says: 'cut to the start of the line' },
  { where: 'anywhere', chords: ['ctrl+k'], command: 'cut-to-end', says: 'cut to the end of the line' },
  {
    where: 'anywhere',
    chords: ['ctrl+x', 'shift+delete'],
    command: 'cut',
    says: 'cut what is selected, to the clipboard too',
  },
  {
    where: 'anywhere',
    chords: ['alt+w', 'ctrl+insert'],
    command: 'copy',
    says: 'copy what is selected, to the clipboard too',
  },
  { where: 'anywhere', chords: ['ctrl+y', 'shift+insert'], command: 'paste-cut', says: 'paste what was cut or copied' },
  { where: 'anywhere', chords: ['alt+y'], command: 'paste-earlier-cut', says: 'after that: what was cut before it' },
  {
    where: 'anywhere',
    chords: ['ctrl+_', 'ctrl+/', 'ctrl+-', 'alt+z'],
    command: 'undo',
    says: 'take back the last change of the draft',
  },
  { where: 'anywhere', chords: ['alt+shift+z', 'ctrl+alt+_'], command: 'redo', says: 'make it again' },
  { where: 'anywhere', chords: ['alt+o'], command: 'unfold-paste', says: 'unfold the long paste beside the caret' },
  { where: 'anywhere', chords: ['ctrl+g'], command: 'edit-draft', says: 'the draft in your editor ($VISUAL, $EDITOR)' },
];
