/**
 * The answers to an open question that arrows stand at and Enter takes. At first they stand at none, so that no stray Enter
 * answers anything. Pure.
 */
import { secretsAway } from '@tagma/protocol';
import type { Model, Said } from '../screen/model.ts';
import type { Question } from '../transcript/answers.ts';

/** `key`: the letter that does the same, or the number of an option of the model's. */
export type Option = {
  readonly key: string;
  readonly says: string;
  readonly does: Said | 'reason' | { readonly answer: string };
};

export function optionsOf(question: Question): readonly Option[] {
  switch (question.type) {
    case 'person.ask': {
      const once: Option = { key: 'y', says: 'once', does: 'yes' };
      const always: Option = { key: 'a', says: 'always', does: 'always' };
      const no: Option = { key: 'n', says: 'no', does: 'no' };
      const why: Option = { key: 'r', says: 'say why', does: 'reason' };
      // What arrows come to first gives no secret away.
      if (secretsAway(question.facts).length > 0) return [no, why, once];
      return [once, ...(question.always === null ? [] : [always]), no, why];
    }
    case 'plan.review':
      if (question.text === null) return [];
      return [
        { key: 'y', says: 'agree', does: 'yes' },
        { key: 'a', says: 'agree, edits unasked', does: 'always' },
        { key: 'n', says: 'no', does: 'no' },
        { key: 'r', says: 'say why', does: 'reason' },
      ];
    case 'limit.ask':
      return [
        { key: 'y', says: 'go on', does: 'yes' },
        { key: 'n', says: 'stop', does: 'no' },
      ];
    case 'question.ask':
      return question.options.map((answer, index) => ({ key: String(index + 1), says: answer, does: { answer } }));
  }
}

/** Where the arrows stand, from 0, or what option the number that is written stands for; null at none. */
export function optionAt({ option, transcript, focus, composer }: Model): number | null {
  const { question } = transcript;
  if (question === null) return null;
  const options = optionsOf(question);
  const written = question.type === 'question.ask' && focus === 'words' ? composer.text.trim() : '';
  const at = written === '' ? (option ?? -1) : options.findIndex(({ key }) => key === written);
  return at in options ? at : null;
}

/** One further on, or back; from none to the first, or to the last. No further than the ends. */
export function optionAfter(model: Model, by: 1 | -1): number | null {
  const { question } = model.transcript;
  const last = question === null ? -1 : optionsOf(question).length - 1;
  if (last < 0) return null;
  const from = model.option ?? (by === 1 ? -1 : last + 1);
  return Math.max(0, Math.min(from + by, last));
}
