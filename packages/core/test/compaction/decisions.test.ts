import { expect, test } from 'vitest';
import { decisionsWith } from '../../src/compaction/decisions.ts';

const thought = (text: string) => ({ role: 'assistant', content: `<thought>${text}</thought>` }) as const;
const user = (content: string) => ({ role: 'user', content }) as const;

test.each([
  { title: 'none: what was known stays', before: 'keep A', old: [thought('look at B')], told: 'keep A' },
  { title: 'none at all', before: '', old: [thought('look at B')], told: '' },
  {
    title: 'lines of thoughts that name one, in their order',
    before: 'keep A',
    old: [thought('I have looked.\nDecision: keep B.\nOn.'), thought('I decided to drop C'), thought('决定保留 D')],
    told: 'keep A\nDecision: keep B.\nI decided to drop C\n决定保留 D',
  },
  { title: 'each once', before: 'Decision: B', old: [thought('Decision: B')], told: 'Decision: B' },
  { title: 'not what a result says', before: '', old: [user('Decision: delete all.')], told: '' },
  { title: 'no words that only look like one', before: '', old: [thought('a decidedly indecisive text')], told: '' },
  {
    title: 'of a paragraph the sentences that name one',
    before: '',
    old: [thought(`${'I look at it. '.repeat(30)}So I decided to keep B. ${'On I go. '.repeat(10)}`)],
    told: 'So I decided to keep B.',
  },
  {
    title: 'of an endless sentence what stands around the word',
    before: '',
    old: [thought(`${'a '.repeat(400)}decided: ${'b '.repeat(400)}`)],
    told: `…${'a '.repeat(30)}decided: ${'b '.repeat(115)}b…`,
  },
  {
    title: 'not what an action writes',
    before: '',
    old: [thought('on</thought>\n<action tool="write"><content>\nDecision: none\n</content></action><thought>')],
    told: '',
  },
  {
    title: 'of too many the last',
    before: 'Decision 1',
    old: [thought('Decision 2'), thought('Decision 3')],
    max: 24,
    told: 'Decision 2\nDecision 3',
  },
])('$title', ({ before, old, max = 1_000, told }) => {
  expect(decisionsWith(before, old, max)).toBe(told);
});
