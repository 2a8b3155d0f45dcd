/**
 * Whether a key is meant as an answer. Not if the question has only just appeared, for nobody has read it; nor if more is
 * typed right behind it, for then it begins a word. Pure: the time comes with the key.
 */
import type { Command } from '../keys/key-table.ts';
import { type Model, type Next, next } from '../screen/model.ts';

/** For so long a question, or an event that is held, is new. */
export const NEW_MS = 300;
/** A key that answers stands alone if so long nothing is typed after it. */
export const ALONE_MS = 80;

/** And what leads to one: who moves in a draft or a list as the question comes would stand at a yes. */
const ANSWERS: ReadonlySet<Command> = new Set<Command>([
  'answer-yes',
  'answer-always',
  'answer-no',
  'begin-reason',
  'option-before',
  'option-after',
  'take-option',
]);

/** Whether a question is open that nobody can have read yet. `at`, in ms. */
export function isNew({ transcript, newSince }: Model, at: number): boolean {
  return transcript.question !== null && at - newSince < NEW_MS;
}

/** Whether the command would answer a question that is new. `at`, in ms. */
export function isTooSoon(model: Model, command: Command, at: number): boolean {
  if (!isNew(model, at)) return false;
  const sends = command === 'send' || command === 'queue';
  return sends ? model.focus === 'words' && model.composer.text !== '' : ANSWERS.has(command);
}

/** The screen was hidden until now (by an editor, by the shell, by a window that was too small): nobody has read what is asked. */
export function newAgain(model: Model, at: number): Model {
  return model.transcript.question === null ? model : { ...model, newSince: at };
}

/** The key is dropped. Whoever goes on pressing is not reading: the question is new again. */
export function tooSoon(model: Model, at: number): Next {
  return next({ ...model, newSince: at, notice: 'A new question: read it first.' });
}
