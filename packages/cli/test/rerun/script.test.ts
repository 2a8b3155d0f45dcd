/** What the person did in a recorded session that let less run is done again; what let more run is not. */
import { type Fact, formatRule, type Mode, type Rule, type StateName } from '@tagma/core';
import type { TakenStep } from '@tagma/testing';
import { expect, test } from 'vitest';
import { scriptOf } from '../../src/rerun/script.ts';

const FIRST: Fact = { type: 'prompt.given', text: 'first' };
const SECOND: Fact = { type: 'prompt.given', text: 'second' };
const AGREED: Fact = { type: 'plan.answered', request: 1, answer: 'approve', reason: '' };
const to = (mode: Mode): Fact => ({ type: 'mode.changed', mode });
const without = (says: Rule['says']): Fact => {
  return { type: 'rule.removed', rule: { says, tool: 'bash', pattern: 'make', from: 'option' } };
};

/** Each with the state that it leads to. */
function recorded(...facts: readonly (readonly [Fact, StateName])[]): readonly TakenStep[] {
  return facts.map(([fact, state]) => ({ event: { ...fact, at: 0 }, state, emitted: [] }));
}

function inWords(fact: Fact): string {
  if (fact.type === 'mode.changed') return fact.mode;
  if (fact.type === 'rule.removed') return `without ${fact.rule.says} ${formatRule(fact.rule)}`;
  return fact.type === 'prompt.given' ? fact.text : fact.type;
}

const BEGUN: readonly [Fact, StateName] = [to('accept-edits'), 'idle'];
type Row = readonly [
  title: string,
  facts: readonly (readonly [Fact, StateName])[],
  inPlace: readonly string[],
  other: readonly string[],
  left: number,
];
const ROWS: readonly Row[] = [
  [
    'a mode between two turns',
    [
      [FIRST, 'finished'],
      [to('default'), 'finished'],
      [SECOND, 'finished'],
    ],
    ['accept-edits', 'first', 'default', 'second'],
    ['accept-edits', 'first', 'default', 'second'],
    0,
  ],
  [
    'a stricter mode in mid-turn',
    [
      [FIRST, 'asking'],
      [to('plan'), 'asking'],
      [to('accept-edits'), 'finished'],
      [SECOND, 'finished'],
    ],
    ['accept-edits', 'first', 'plan', 'accept-edits', 'second'],
    ['plan', 'first', 'accept-edits', 'second'],
    0,
  ],
  [
    'a mode that lets more run than this run does',
    [
      [to('default'), 'idle'],
      [to('trust'), 'idle'],
      [FIRST, 'finished'],
    ],
    ['accept-edits', 'default', 'accept-edits', 'first'],
    ['first'],
    1,
  ],
  [
    'a plan that was agreed to',
    [
      [to('plan'), 'idle'],
      [FIRST, 'asking'],
      [AGREED, 'finished'],
      [SECOND, 'finished'],
    ],
    ['accept-edits', 'plan', 'first', 'second'],
    ['plan', 'first', 'accept-edits', 'second'],
    0,
  ],
  [
    'a rule that was taken away',
    [
      [FIRST, 'asking'],
      [without('allow'), 'asking'],
      [without('deny'), 'finished'],
    ],
    ['accept-edits', 'first', 'without allow Bash(make)'],
    ['without allow Bash(make)', 'first'],
    1,
  ],
];

test.each(ROWS)('%s', (_title, facts, inPlace, other, left) => {
  const said = (isInPlace: boolean) => scriptOf(recorded(BEGUN, ...facts), isInPlace, 'accept-edits');
  expect(said(true).lines.map(({ fact }) => inWords(fact))).toEqual(inPlace);
  expect(said(false).lines.map(({ fact }) => inWords(fact))).toEqual(other);
  expect([...said(true).left.values()]).toEqual(left === 0 ? [] : [left]);
});
