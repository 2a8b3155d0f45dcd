/** Keys of the session and the turn that runs. */
import type { Binding } from '../binding.ts';

export type TurnCommand =
  | 'send'
  | 'queue'
  | 'interrupt'
  | 'clear-or-quit'
  | 'delete-or-quit'
  | 'cycle-mode'
  | 'take-back'
  | 'pause'
  | 'step'
  | 'redraw'
  | 'suspend';

export const TURN_KEYS: readonly Binding<TurnCommand>[] = [
  {
    where: 'asked',
    chords: ['enter'],
    command: 'send',
    says: 'what is written answers the model; the number of an option picks it',
  },
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
  { where: 'anywhere', chords: ['alt+up'], command: 'take-back', says: 'take back what was queued last' },
  { where: 'anywhere', chords: ['f4'], command: 'pause', says: 'pause, or go on; also after a failure' },
  { where: 'anywhere', chords: ['f5'], command: 'step', says: 'one step while paused; else pause' },
  { where: 'anywhere', chords: ['ctrl+l'], command: 'redraw', says: 'draw the screen anew' },
  { where: 'anywhere', chords: ['ctrl+z'], command: 'suspend', says: 'to the shell; `fg` comes back' },
];
