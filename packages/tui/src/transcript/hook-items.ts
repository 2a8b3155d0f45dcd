/** What of hooks a person is shown: what they have changed or kept from happening, and which of them have failed. */
import type { HookEnded, HookOutcome } from '@tagma/core';
import type { Item } from './items.ts';

type HookItem = Extract<Item, { readonly kind: 'hook' }>;

export function hookItems({ outcome, ran }: HookEnded): readonly HookItem[] {
  const failed = ran.flatMap(({ hook, problem }): readonly HookItem[] =>
    problem === undefined
      ? []
      : [{ kind: 'hook', hook, says: `failed, and was passed over: ${problem}`, isProblem: true }],
  );
  if (outcome === null) return failed;
  const done = ran.flatMap((one) => (one.problem === undefined ? [one.hook] : [])).join(', ');
  const hook = 'by' in outcome ? outcome.by : done;
  return [...failed, { kind: 'hook', hook, says: wordsOf(outcome), isProblem: outcome.kind === 'refused' }];
}

function wordsOf(outcome: HookOutcome): string {
  switch (outcome.kind) {
    case 'refused':
      return outcome.reason === '' ? 'refused it' : `refused it: ${outcome.reason}`;
    case 'content':
      return 'the model is told other words than these';
    case 'text':
      return `you are taken to have said: ${outcome.text}`;
    case 'handled':
      return outcome.answer === '' ? 'has seen to it' : `has seen to it: ${outcome.answer}`;
    case 'briefed':
      return 'has added to what the turn begins with';
    case 'edited':
      return `has changed what goes to the model (${outcome.edits.length})`;
  }
}
