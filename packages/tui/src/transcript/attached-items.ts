/** What was read beside what somebody said, as items: a line each. */
import { type AttachedName, attachedWords, type Guide } from '@tagma/core';
import type { Item } from './items.ts';

type Said = { readonly text: string; readonly attached?: readonly AttachedName[] };

/** What the person has said, and what went with it. */
export function promptItems({ text, attached = [] }: Said): readonly Item[] {
  return [{ kind: 'prompt', text }, ...attached.map(attachedItem)];
}

/** What the project says of the folders that a call has touched. */
export function guideItems(guides: readonly Guide[] = []): readonly Item[] {
  return guides.map(guideItem);
}

function attachedItem(attached: AttachedName): Item {
  return { kind: 'attached', what: 'attached', words: attachedWords(attached), isProblem: attached.problem !== null };
}

function guideItem({ path, text, isCut, problem }: Guide): Item {
  const lines = text === '' ? 0 : text.split('\n').length;
  const amount = `${lines === 1 ? '1 line' : `${lines} lines`}${isCut ? ', cut to what fits' : ''}`;
  return { kind: 'attached', what: 'guide', words: `${path}: ${problem ?? amount}`, isProblem: problem !== null };
}
