/**
 * Every key of the screen, what it does, and the words that say so: this table binds them, and the help is made of it.
 */

export type Command =
  | 'send'
  | 'queue'
  | 'break-line'
  | 'interrupt'
  | 'clear-or-quit'
  | 'delete-or-quit'
  | 'cycle-mode'
  | 'toggle-help'
  | 'suspend'
  | 'redraw'
  | 'take-back'
  | 'page-up'
  | 'page-down'
  | 'wheel-up'
  | 'wheel-down'
  | 'to-bottom'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'delete-left'
  | 'delete-right'
  | 'delete-word'
  | 'delete-to-start'
  | 'delete-to-end'
  | 'switch-focus'
  | 'answer-yes'
  | 'answer-always'
  | 'answer-no'
  | 'begin-reason'
  | 'leave-reason'
  | 'pause'
  | 'step'
  | 'choice-up'
  | 'choice-down'
  | 'choices-up'
  | 'choices-down'
  | 'choose';

/**
 * `open`: any question is open. `question`: one that a letter answers. `answering`: and it has the keys. `reason`: the
 * reason for a no is being written. `asked`: the model's own question is open. `list`: there is a list to choose from.
 * `blank`: the composer holds nothing.
 */
export type Where = 'answering' | 'question' | 'reason' | 'asked' | 'open' | 'list' | 'blank' | 'anywhere';

export type Binding = {
  readonly where: Where;
  readonly chords: readonly string[];
  readonly command: Command;
  readonly says: string;
};

export const KEY_TABLE: readonly Binding[] = [
  { where: 'answering', chords: ['y'], command: 'answer-yes', says: 'yes: allow it this once, agree, go on' },
  { where: 'answering', chords: ['a'], command: 'answer-always', says: 'allow it, and add the rule that is shown' },
  { where: 'answering', chords: ['n'], command: 'answer-no', says: 'no' },
  { where: 'answering', chords: ['r'], command: 'begin-reason', says: 'no, and write why: the model is told' },
  { where: 'question', chords: ['escape'], command: 'answer-no', says: 'no' },
  {
    where: 'reason',
    chords: ['escape'],
    command: 'leave-reason',
    says: 'while a reason is written: back to the question',
  },
  {
    where: 'asked',
    chords: ['enter'],
    command: 'send',
    says: 'what is written answers the model; the number of an option picks it',
  },
  { where: 'open', chords: ['tab'], command: 'switch-focus', says: 'to the draft, and back to the question' },
  { where: 'list', chords: ['up', 'ctrl+p'], command: 'choice-up', says: 'to the prompt above' },
  { where: 'list', chords: ['down', 'ctrl+n'], command: 'choice-down', says: 'to the prompt below, an older one' },
  { where: 'list', chords: ['page-up', 'wheel-up'], command: 'choices-up', says: 'some prompts up' },
  { where: 'list', chords: ['page-down', 'wheel-down'], command: 'choices-down', says: 'some prompts down' },
  { where: 'list', chords: ['enter'], command: 'choose', says: 'go on from right before that prompt' },
  { where: 'blank', chords: ['?'], command: 'toggle-help', says: 'these keys' },
  {
    where: 'anywhere',
    chords: ['enter'],
    command: 'send',
    says: 'send; while a turn runs, steer it: the model is told before its next reply',
  },
  {
    where: 'anywhere',
    chords: ['alt+enter', 'ctrl+q'],
    command: 'queue',
    says: 'send; while a turn runs, queue it as the next prompt',
  },
  {
    where: 'anywhere',
    chords: ['shift+enter', 'ctrl+j'],
    command: 'break-line',
    says: 'new line (also \\ and Enter)',
  },
  {
    where: 'anywhere',
    chords: ['escape'],
    command: 'interrupt',
    says: 'interrupt the turn, or close these keys; twice at rest: back to before a prompt',
  },
  {
    where: 'anywhere',
    chords: ['ctrl+c'],
    command: 'clear-or-quit',
    says: 'clear the draft, or interrupt; twice quits',
  },
  {
    where: 'anywhere',
    chords: ['ctrl+d'],
    command: 'delete-or-quit',
    says: 'quit, where the draft is empty; else delete',
  },
  { where: 'anywhere', chords: ['shift+tab'], command: 'cycle-mode', says: 'next permission mode' },
  { where: 'anywhere', chords: ['page-up'], command: 'page-up', says: 'scroll back' },
  { where: 'anywhere', chords: ['page-down'], command: 'page-down', says: 'scroll on' },
  { where: 'anywhere', chords: ['wheel-up'], command: 'wheel-up', says: 'scroll back a little' },
  { where: 'anywhere', chords: ['wheel-down'], command: 'wheel-down', says: 'scroll on a little' },
  { where: 'anywhere', chords: ['ctrl+end'], command: 'to-bottom', says: 'scroll to the newest' },
  { where: 'anywhere', chords: ['alt+up'], command: 'take-back', says: 'take back what was queued last' },
  { where: 'anywhere', chords: ['f2'], command: 'pause', says: 'pause, or go on; also after a failure' },
  { where: 'anywhere', chords: ['f3'], command: 'step', says: 'one step while paused; else pause' },
  { where: 'anywhere', chords: ['left', 'ctrl+b'], command: 'left', says: 'left' },
  { where: 'anywhere', chords: ['right', 'ctrl+f'], command: 'right', says: 'right' },
  { where: 'anywhere', chords: ['up', 'ctrl+p'], command: 'up', says: 'up' },
  { where: 'anywhere', chords: ['down', 'ctrl+n'], command: 'down', says: 'down' },
  { where: 'anywhere', chords: ['ctrl+left', 'alt+left', 'alt+b'], command: 'word-left', says: 'a word left' },
  { where: 'anywhere', chords: ['ctrl+right', 'alt+right', 'alt+f'], command: 'word-right', says: 'a word right' },
  { where: 'anywhere', chords: ['home', 'ctrl+a'], command: 'line-start', says: 'start of the line' },
  { where: 'anywhere', chords: ['end', 'ctrl+e'], command: 'line-end', says: 'end of the line' },
  { where: 'anywhere', chords: ['backspace', 'shift+backspace'], command: 'delete-left', says: 'delete to the left' },
  { where: 'anywhere', chords: ['delete'], command: 'delete-right', says: 'delete to the right' },
  {
    where: 'anywhere',
    chords: ['ctrl+w', 'alt+backspace', 'ctrl+backspace'],
    command: 'delete-word',
    says: 'delete a word',
  },
  { where: 'anywhere', chords: ['ctrl+u'], command: 'delete-to-start', says: 'delete to the start of the line' },
  { where: 'anywhere', chords: ['ctrl+k'], command: 'delete-to-end', says: 'delete to the end of the line' },
  { where: 'anywhere', chords: ['ctrl+l'], command: 'redraw', says: 'draw the screen anew' },
  { where: 'anywhere', chords: ['ctrl+z'], command: 'suspend', says: 'to the shell; `fg` comes back' },
];

/** What a chord does in the first of the places that binds it. */
export function commandFor(chord: string, places: readonly Where[]): Command | null {
  for (const place of places) {
    const binding = KEY_TABLE.find(({ where, chords }) => where === place && chords.includes(chord));
    if (binding) return binding.command;
  }
  return null;
}

/** `ctrl+c` as people write it: `Ctrl+C`. */
export function chordName(chord: string): string {
  const names: { readonly [part: string]: string } = {
    escape: 'Esc',
    'page-up': 'PgUp',
    'page-down': 'PgDn',
    'wheel-up': 'Wheel up',
    'wheel-down': 'Wheel down',
  };
  return chord
    .split('+')
    .map(
      (part) =>
        names[part] ??
        (part.length === 1 && !chord.includes('+') ? part : part.charAt(0).toUpperCase() + part.slice(1)),
    )
    .join('+');
}
