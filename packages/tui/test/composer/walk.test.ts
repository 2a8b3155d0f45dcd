/** Random keys in random texts: whatever is done, the caret stands between two signs, and all of it can be taken back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Composer, composed, insert, paste, redo, undo, wholeText } from '../../src/composer/composer.ts';
import * as edits from '../../src/composer/edits.ts';
import * as moves from '../../src/composer/moves.ts';
import { piecesOf, rowsAround, vertical } from '../../src/composer/rows.ts';
import { clustersOf } from '../../src/text/glyphs.ts';
import { longText } from './draft.ts';

type Step = (composer: Composer) => Composer;

const WIDTH = 12;
const TEXTS = [
  'a',
  ' ',
  '\n',
  'é',
  'e\u0301',
  '中',
  '👩‍👩‍👧',
  '🇩🇪',
  '❤\ufe0f',
  '_x1',
  '\u200b',
  '\t',
  '!',
  '\udc00',
  '🐀',
];

const MOVES: readonly Step[] = [
  moves.left,
  moves.right,
  moves.wordLeft,
  moves.wordRight,
  moves.lineStart,
  moves.lineEnd,
  moves.textStart,
  moves.textEnd,
  (composer) => vertical(composer, WIDTH, -1) ?? composer,
  (composer) => vertical(composer, WIDTH, 1) ?? composer,
];
const EDITS: readonly Step[] = [
  edits.deleteLeft,
  edits.deleteRight,
  edits.cutWordLeft,
  edits.cutWordRight,
  edits.cutToLineStart,
  edits.cutToLineEnd,
  edits.cutSelection,
  edits.copySelection,
  edits.pasteCut,
  edits.pasteEarlierCut,
  edits.unfold,
  (composer) => paste(composer, longText(1)),
  undo,
  redo,
];

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...TEXTS).map(
    (text): Step =>
      (composer) =>
        insert(composer, text),
  ),
  fc.constantFrom(...MOVES, ...MOVES.map((move) => moves.selecting(move)), moves.selectAll),
  fc.constantFrom(...EDITS),
);

test('the caret stands between two signs, in a row of the draft, and the text has no half of a sign', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let composer = composed('');
      for (const each of steps) {
        composer = each(composer);
        const edges = new Set([0, ...clustersOf(composer.text).map(({ end }) => end)]);
        const inside = [composer.caret, composer.anchor ?? 0].filter((at) => !edges.has(at));
        expect([inside, /\p{Surrogate}/u.test(wholeText(composer))]).toEqual([[], false]);
        const { rows, caret } = rowsAround(composer, WIDTH, 5);
        const row = rows[caret.row];
        expect(row && row.start <= composer.caret && composer.caret <= row.end).toBe(true);
        for (const each of rows)
          expect(piecesOf(composer, each, WIDTH).reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(WIDTH);
      }
    }),
    { numRuns: 300 },
  );
});

test('all changes can be taken back, and made again', () => {
  const keys = fc.array(
    step.filter((each) => each !== undo && each !== redo),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(keys, (steps) => {
      const after = steps.reduce((composer, each) => each(composer), composed('start'));
      let before = after;
      while (before.done.length > 0) before = undo(before);
      let again = before;
      while (again.undone.length > 0) again = redo(again);
      expect([before.text, again.text]).toEqual(['start', after.text]);
    }),
    { numRuns: 300 },
  );
});
