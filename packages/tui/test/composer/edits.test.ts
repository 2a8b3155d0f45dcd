import { describe, expect, test } from 'vitest';
import { type Composer, insert, paste, wholeText } from '../../src/composer/composer.ts';
import * as edits from '../../src/composer/edits.ts';
import { draft, longText, shown } from './draft.ts';

type Edit = (composer: Composer) => Composer;

const rows: readonly (readonly [title: string, before: string, edit: Edit, after: string])[] = [
  ['insert', 'a|b', (c) => insert(c, 'xy'), 'axy|b'],
  ['insert in the place of what is selected', 'a‸bc|d', (c) => insert(c, 'x'), 'ax|d'],
  ['a new line', 'a|b', edits.breakLine, 'a\n|b'],
  ['backspace takes a whole flag', 'a🇩🇪|b', edits.deleteLeft, 'a|b'],
  ['backspace joins lines', 'a\n|b', edits.deleteLeft, 'a|b'],
  ['backspace at the start', '|b', edits.deleteLeft, '|b'],
  ['backspace takes a chip', 'a①|b', edits.deleteLeft, 'a|b'],
  ['backspace takes what is selected', 'a|b①‸c', edits.deleteLeft, 'a|c'],
  ['delete takes a whole sign', 'a|👩‍👩‍👧b', edits.deleteRight, 'a|b'],
  ['delete takes a chip', 'a|①b', edits.deleteRight, 'a|b'],
  ['delete at the end', 'a|', edits.deleteRight, 'a|'],
  ['a word', 'foo bar|', edits.cutWordLeft, 'foo |'],
  ['a word to the right', 'foo| bar baz', edits.cutWordRight, 'foo| baz'],
  ['the selection, where there is one', 'fo‸o b|ar', edits.cutWordLeft, 'fo|ar'],
  ['to the start of the line', 'a\nbc|d', edits.cutToLineStart, 'a\n|d'],
  ['to the start, from there', 'a\n|d', edits.cutToLineStart, 'a|d'],
  ['to the start, at the start of all', '|d', edits.cutToLineStart, '|d'],
  ['to the end of the line', 'a|bc\nd', edits.cutToLineEnd, 'a|\nd'],
  ['to the end, from there', 'a|\nd', edits.cutToLineEnd, 'a|d'],
  ['nothing is cut where nothing is selected', 'a|b', edits.cutSelection, 'a|b'],
  ['a chip before the caret unfolds', 'a①|', edits.unfold, `a${longText(1)}|`],
  ['a chip behind the caret unfolds', 'a|①b', edits.unfold, `a${longText(1)}|b`],
  ['an emoji does not unfold', '①🐀|', edits.unfold, '①🐀|'],
  ['a text above the draft', 'b|c', (c) => edits.prepended(c, 'a'), 'a\nbc|'],
  ['a text above none', '|', (c) => edits.prepended(c, 'a'), 'a|'],
  ['a text below the draft', '|b', (c) => edits.appended(c, 'c'), 'b\nc|'],
  ['all of it', 'a\nb|①', edits.clear, '|'],
];

describe('editing', () => {
  test.each(rows)('%s', (_, before, edit, after) => {
    expect(shown(edit(draft(before)))).toBe(after);
  });
});

describe('what is cut can be pasted', () => {
  const scripts: readonly (readonly [title: string, before: string, script: readonly Edit[], after: string])[] = [
    ['a word', 'foo bar|', [edits.cutWordLeft, edits.pasteCut, edits.pasteCut], 'foo barbar|'],
    ['cuts in a row are one', 'a b c|', [edits.cutWordLeft, edits.cutWordLeft, edits.pasteCut], 'a b c|'],
    [
      'cuts to the right in a row too',
      '|a\nb\nc',
      [edits.cutToLineEnd, edits.cutToLineEnd, edits.cutToLineEnd, edits.pasteCut, edits.pasteCut],
      'a\nba\nb|\nc',
    ],
    [
      'a key in between ends the row',
      'a b|',
      [edits.cutWordLeft, (c) => insert(c, 'x'), edits.cutWordLeft, edits.pasteCut],
      'a x|',
    ],
    [
      'the cut before the last in its place',
      'one two|',
      [edits.cutWordLeft, (c) => insert(c, '-'), edits.cutWordLeft, edits.pasteCut, edits.pasteEarlierCut],
      'two|',
    ],
    ['an earlier cut only right after a paste', 'a|', [edits.pasteEarlierCut], 'a|'],
    ['a copy', 'a‸b|c', [edits.copySelection, edits.pasteCut], 'abb|c'],
    ['a chip is cut with its text, and pasted as a chip', 'a‸①|', [edits.cutSelection, edits.pasteCut], 'a②|'],
  ];
  test.each(scripts)('%s', (_, before, script, after) => {
    expect(shown(script.reduce((composer, edit) => edit(composer), draft(before)))).toBe(after);
  });

  test('what is selected is copied in full', () => {
    expect([edits.selectedText(draft('a‸b①|')), edits.selectedText(draft('a|'))]).toEqual([`b${longText(1)}`, null]);
  });
});

test('a draft that comes back from an editor keeps the chips that are still whole in it', () => {
  const before = paste(paste(insert(draft('|'), 'see '), longText(1)), longText(2));
  const changed = wholeText(before).replace('see ', 'look at ').replace('line 3 of paste 2', 'LINE 3');
  const after = edits.rewritten(before, changed);
  expect(shown(after)).toBe(`look at ①${longText(2).replace('line 3 of paste 2', 'LINE 3')}|`);
  expect(wholeText(after)).toBe(changed);
  expect(edits.rewritten(before, wholeText(before))).toBe(before);
});
