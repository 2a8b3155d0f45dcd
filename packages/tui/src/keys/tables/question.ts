/** Keys of a question that is open. */
import type { Binding } from '../binding.ts';

export type QuestionCommand =
  | 'answer-yes'
  | 'answer-always'
  | 'answer-no'
  | 'option-before'
  | 'option-after'
  | 'take-option'
  | 'begin-reason'
  | 'leave-reason'
  | 'switch-focus';

export const QUESTION_KEYS: readonly Binding<QuestionCommand>[] = [
  { where: 'answering', chords: ['y'], command: 'answer-yes', says: 'yes: allow it this once, agree, go on' },
  {
    where: 'answering',
    chords: ['a'],
    command: 'answer-always',
    says: 'allow it, and add the rule that is shown; agree to a plan, edits unasked',
  },
  { where: 'answering', chords: ['n'], command: 'answer-no', says: 'no' },
  { where: 'answering', chords: ['r'], command: 'begin-reason', says: 'no, and write why: the model is told' },
  { where: 'options', chords: ['up', 'left'], command: 'option-before', says: 'to the answer before' },
  { where: 'options', chords: ['down', 'right'], command: 'option-after', says: 'to the next answer' },
  { where: 'options', chords: ['enter'], command: 'take-option', says: 'take the answer that the arrows stand at' },
  { where: 'question', chords: ['escape'], command: 'answer-no', says: 'no' },
  {
    where: 'reason',
    chords: ['escape'],
    command: 'leave-reason',
    says: 'while a reason is written: back to the question',
  },
  { where: 'open', chords: ['tab'], command: 'switch-focus', says: 'to the draft, and back to the question' },
];
