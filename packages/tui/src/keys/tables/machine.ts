/** Keys of the machine pane and of step mode. */
import type { Binding } from '../binding.ts';

export type MachineCommand =
  | 'machine'
  | 'hold'
  | 'machine-up'
  | 'machine-down'
  | 'machine-wheel-up'
  | 'machine-wheel-down'
  | 'held-next'
  | 'held-continue'
  | 'held-edit'
  | 'held-revert'
  | 'held-drop'
  | 'held-break'
  | 'held-write';

export const MACHINE_KEYS: readonly Binding<MachineCommand>[] = [
  {
    where: 'anywhere',
    chords: ['f2'],
    command: 'machine',
    says: 'the machine: its state, and how it came there',
  },
  {
    where: 'anywhere',
    chords: ['f3'],
    command: 'hold',
    says: 'step mode: each event is held, or all go on',
  },
  { where: 'anywhere', chords: ['alt+page-up'], command: 'machine-up', says: 'scroll the machine back' },
  { where: 'anywhere', chords: ['alt+page-down'], command: 'machine-down', says: 'scroll the machine on' },
  { where: 'machine', chords: ['page-up'], command: 'machine-up', says: 'scroll the machine back' },
  { where: 'machine', chords: ['page-down'], command: 'machine-down', says: 'scroll the machine on' },
  { where: 'pointed', chords: ['wheel-up'], command: 'machine-wheel-up', says: 'scroll the machine back a little' },
  { where: 'pointed', chords: ['wheel-down'], command: 'machine-wheel-down', says: 'scroll the machine on a little' },
  { where: 'stepping', chords: ['n'], command: 'held-next', says: 'let the event go that is held, and hold the next' },
  { where: 'stepping', chords: ['c'], command: 'held-continue', says: 'let all events go, up to a breakpoint' },
  { where: 'stepping', chords: ['e'], command: 'held-edit', says: 'change the event that is held, in your editor' },
  { where: 'stepping', chords: ['v'], command: 'held-revert', says: 'take back what was changed of it' },
  { where: 'stepping', chords: ['d'], command: 'held-drop', says: 'keep it from the machine' },
  { where: 'stepping', chords: ['b'], command: 'held-break', says: 'stop at each event of its kind, or no more' },
  { where: 'held', chords: ['tab'], command: 'held-write', says: 'to the draft, and back to the event that is held' },
];
