/** Keys that look at the transcript. */
import type { Binding } from '../binding.ts';

export type TranscriptCommand = 'page-up' | 'page-down' | 'wheel-up' | 'wheel-down' | 'to-bottom';

export const TRANSCRIPT_KEYS: readonly Binding<TranscriptCommand>[] = [
  { where: 'anywhere', chords: ['page-up'], command: 'page-up', says: 'scroll back' },
  { where: 'anywhere', chords: ['page-down'], command: 'page-down', says: 'scroll on' },
  { where: 'anywhere', chords: ['wheel-up'], command: 'wheel-up', says: 'scroll back a little' },
  { where: 'anywhere', chords: ['wheel-down'], command: 'wheel-down', says: 'scroll on a little' },
  { where: 'anywhere', chords: ['ctrl+end'], command: 'to-bottom', says: 'scroll to the newest' },
];
