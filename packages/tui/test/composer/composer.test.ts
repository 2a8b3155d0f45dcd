import { describe, expect, test } from 'vitest';
import * as composer from '../../src/composer/composer.ts';
import * as edits from '../../src/composer/edits.ts';
import { left, lineStart, selectAll } from '../../src/composer/moves.ts';
import { draft, longText, shown } from './draft.ts';

type Step = (before: composer.Composer) => composer.Composer;

/** Sign by sign. */
function types(text: string): readonly Step[] {
  return [...text].map((sign) => (before: composer.Composer) => composer.insert(before, sign));
}

function pastes(text: string): Step {
  return (before) => composer.paste(before, text);
}

describe('undo and redo', () => {
  const { undo, redo } = composer;
  const rows: readonly (readonly [title: string, steps: readonly Step[], after: string])[] = [
    ['a word at once', [...types('one two'), undo], 'one |'],
    ['and the word before it', [...types('one two'), undo, undo], '|'],
    ['no further than the beginning', [...types('a'), undo, undo, undo], '|'],
    ['again', [...types('one two'), undo, undo, redo], 'one |'],
    ['no further than what was undone', [...types('one'), undo, redo, redo], 'one|'],
    ['what is typed after it ends what could be done again', [...types('a'), undo, ...types('b'), redo], 'b|'],
    ['what was typed elsewhere is apart', [...types('ab'), left, ...types('c'), undo], 'a|b'],
    ['a run of deletions at once', [...types('abc'), edits.deleteLeft, edits.deleteLeft, undo], 'abc|'],
    ['a paste at once', [...types('a'), pastes('b c d'), undo], 'a|'],
    ['a chip that was deleted', [pastes(longText(1)), edits.deleteLeft, undo], '①|'],
    ['a chip that was unfolded', [pastes(longText(1)), edits.unfold, undo], '①|'],
    ['a clearing', [...types('a b'), edits.clear, undo], 'a b|'],
    ['a replaced selection with the selection', [...types('ab'), selectAll, ...types('c'), undo], '‸ab|'],
    ['a cut', [...types('ab'), lineStart, edits.cutToLineEnd, undo], '|ab'],
  ];
  test.each(rows)('%s', (_, steps, after) => {
    expect(shown(steps.reduce((before, step) => step(before), composer.BLANK_COMPOSER))).toBe(after);
  });

  test('a thousand changes are remembered', () => {
    const typed = Array.from({ length: 1_500 }, () => [...types('x'), left, left]).flat();
    const after = typed.reduce((before, step) => step(before), composer.BLANK_COMPOSER);
    expect(after.done.length).toBe(1_000);
    const back = Array.from({ length: 2_000 }).reduce<composer.Composer>((before) => undo(before), after);
    expect(back.text.length).toBe(500);
  });
});

describe('a paste', () => {
  const rows: readonly (readonly [title: string, pasted: string, after: string])[] = [
    ['is text while it is short', 'a\nb', 'see a\nb|'],
    ['of ten lines is text', 'x\n'.repeat(10), `see ${'x\n'.repeat(10)}|`],
    ['of eleven lines is a chip', 'x\n'.repeat(11), 'see ①|'],
    ['of a thousand letters is text', 'x'.repeat(1_000), `see ${'x'.repeat(1_000)}|`],
    ['of more is a chip', 'x'.repeat(1_001), 'see ①|'],
  ];
  test.each(rows)('%s', (_, pasted, after) => {
    const whole = composer.paste(draft('see |'), pasted);
    expect(shown(whole)).toBe(after);
    expect(composer.wholeText(whole)).toBe(`see ${pasted}`);
  });

  test('cannot forge a chip, and neither can a key or a text that is given', () => {
    const forged = 'a\udc00b';
    const one = draft('①|');
    expect([
      composer.paste(one, forged).text.endsWith('a\ufffdb'),
      composer.insert(one, forged).text.endsWith('a\ufffdb'),
      composer.composed(forged).text,
      composer.wholeText(composer.paste(one, `${longText(2)}${forged}`)),
    ]).toEqual([true, true, 'a\ufffdb', `${longText(1)}${longText(2)}a\ufffdb`]);
  });

  test('of ten thousand lines is sent in full', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `const value${index} = $&;\n`).join('');
    const whole = composer.insert(composer.paste(draft('why |'), lines), '?');
    expect(composer.wholeText(whole)).toBe(`why ${lines}?`);
    expect(whole.text.length).toBe('why x?'.length);
  });

  test('beyond the chips that there are signs for is text', () => {
    const many = Array.from({ length: 1_025 }).reduce<composer.Composer>(
      (before) => composer.paste(before, longText(1)),
      composer.BLANK_COMPOSER,
    );
    expect([many.chips.length, many.text.length]).toEqual([1_024, 1_024 + longText(1).length]);
    expect(composer.wholeText(many)).toBe(longText(1).repeat(1_025));
  });
});

test('what was cut outlives the draft', () => {
  const cut = edits.cutWordLeft(draft('foo bar|'));
  expect([composer.blankAfter(cut), edits.pasteCut(composer.blankAfter(cut)).text]).toEqual([
    { ...composer.BLANK_COMPOSER, cuts: ['bar'] },
    'bar',
  ]);
});
