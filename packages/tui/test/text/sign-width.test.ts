/** The width of a sign, held to a library that is made for it, over what Unicode has. */
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { signWidth } from '../../src/text/sign-width.ts';
import { breakRows, EMOJI } from './unicode.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The clusters of which the two think otherwise, each once, by their numbers. */
function otherwise(texts: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const { segment } of segmenter.segment(text)) {
      // Such a one never comes here: see `glyphsOfSegment`.
      if (/^[\x20-\x7e]*$/.test(segment) || signWidth(segment) === stringWidth(segment)) continue;
      found.add([...segment].map((each) => each.codePointAt(0)?.toString(16)).join(' '));
    }
  }
  return [...found];
}

function* allCharacters(): Generator<string> {
  for (let code = 0; code <= 0x3ffff; code++) if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
  for (let code = 0xe0000; code <= 0xe0fff; code++) yield String.fromCodePoint(code);
}

/** Parts of signs behind one another, also where nobody would write them so. */
function* madeUp(): Generator<string> {
  const bases = ['a', '中', '가', 'ᄀ', '☝', '👍', '1', '©', '⌚', 'क', 'ｶ', '🇩'];
  const seconds = [
    '\u0301',
    '\ufe0f',
    '\ufe0e',
    '\u200d',
    '🏻',
    'ᅡ',
    'ᆨ',
    '\uff9e',
    '\u20e3',
    '\u0903',
    '🇪',
    '\u200d👩',
    '\u200d中',
  ];
  for (const base of bases)
    for (const second of seconds) for (const third of ['', '\u0301', 'ᆨ', '\u200d♂']) yield base + second + third;
}

test('every character that there is', () => {
  expect(otherwise(allCharacters())).toEqual([]);
}, 300_000);

test('every emoji', () => {
  expect(otherwise(EMOJI)).toEqual([]);
});

test('the rows of GraphemeBreakTest.txt, but for pairs that are no flag: terminals draw them as wide as one', () => {
  const different = otherwise(breakRows().map(({ text }) => text));
  expect(different.filter((each) => !/^1f1e[6-8] 1f1e[6-8]$/.test(each))).toEqual([]);
});

test('made-up ones, but for a mark behind a picture: it stays a picture', () => {
  expect(otherwise(madeUp())).toEqual(['261d fe0f 301', '261d 1f3fb 301', 'a9 fe0f 301']);
});
