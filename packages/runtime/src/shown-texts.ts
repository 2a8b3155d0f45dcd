/**
 * Which texts of a fact the model is shown, and where each came from: what is taken out of these it may name later. Texts for
 * the person and for programs alone (the preview of a change, the details of an outcome) are redacted, and no more.
 */
import { resolve } from 'node:path';
import type { Attachment, Fact } from '@tagma/core';
import type { Outcome } from '@tagma/protocol';
import type { Place } from './seen-secrets.ts';

export type RedactText = {
  /** All texts in it, which the model is shown. */
  readonly shown: <T>(value: T, from: Place) => T;
  /** All texts in it, which it is not shown. */
  readonly rest: <T>(value: T) => T;
};

const PERSON: Place = { words: 'what you wrote', paths: [] };

/** Where the outcome of a tool came from, where that is known; and the project folder. */
export type ShownFrom = { readonly place: Place | undefined; readonly folder: string };

export function redactShown(fact: Fact, { place, folder }: ShownFrom, { shown, rest }: RedactText): Fact {
  const outcomeFrom = (outcome: Outcome, from: Place): Outcome => {
    const { details, ...told } = outcome;
    return inOrder(outcome, { ...shown(told, from), details: rest(details) });
  };
  switch (fact.type) {
    case 'tool.ended': {
      const outcome = outcomeFrom(fact.outcome, place ?? { words: 'the output of a tool', paths: [] });
      const guides = fact.guides?.map((guide) => shown(guide, placeOfFile(guide.path, folder)));
      return { ...rest(fact), outcome, ...(guides && { guides }) };
    }
    case 'shell.ended':
      return { ...rest(fact), outcome: outcomeFrom(fact.outcome, { words: 'the output of your command', paths: [] }) };
    case 'undo.ended':
      return { ...rest(fact), outcome: outcomeFrom(fact.outcome, { words: 'what was taken back', paths: [] }) };
    case 'prompt.given':
    case 'steer.given': {
      const { attached, ...said } = fact;
      const files = attached?.map((one) => shown(one, placeOf(one, folder)));
      return { ...shown(said, PERSON), ...(files && { attached: files }) };
    }
    case 'question.answered':
    case 'permission.answered':
    case 'plan.answered':
    case 'compact.requested':
    case 'shell.requested':
      return shown(fact, PERSON);
    default:
      return rest(fact);
  }
}

function placeOf({ kind, path }: Attachment, folder: string): Place {
  return kind === 'input' ? { words: 'what was piped in', paths: [] } : placeOfFile(path, folder);
}

function placeOfFile(path: string, folder: string): Place {
  const file = resolve(folder, path);
  return { words: file, paths: [file] };
}

/** What it is recorded as does not depend on how it was put together. */
function inOrder<T extends object>(like: T, made: T): T {
  return Object.fromEntries(Object.keys(like).map((key) => [key, made[key as keyof T]])) as T;
}
