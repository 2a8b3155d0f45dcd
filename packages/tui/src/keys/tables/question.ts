/** Keys of a question that is open. */
import type { Binding } from '../binding.ts';

export type QuestionCommand =
  | 'answer-yes'
  | 'answer-always'
  | 'answer-no'
  | 'begin-reason'
  | 'leave-reason'
  | 'switch-focus';

export const QUESTION_KEYS: readonly Binding<QuestionCommand>[] = [
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
  { where: 'open', chords: ['tab'], command: 'switch-focus', says: 'to the draft, and back to the question' },
];
