import { expect, test } from 'vitest';
import { isTrusted } from '../../src/terminal/trusted.ts';
import { EMOJI } from '../text/unicode.ts';

test('letters, figures, lines and ideographs move the cursor as we count', () => {
  const signs = [...'aZ0~é ñ×ΩЖאبअก中文あア가ｱＡ、。│─┼█…’“€→✓›'];
  expect(signs.filter((sign) => !isTrusted(sign))).toEqual([]);
});

test('pictures, clusters, marks and what joins to its neighbour do not', () => {
  // These two are drawn narrow wherever they stand alone.
  const pictures = EMOJI.filter((emoji) => !['©', '®'].includes(emoji));
  const others = ['e\u0301', '⚠', '©\ufe0f', '\u11a8', '\u1160', '\u0903', '\u0600', 'ﾞ', '\u0e33', '𠀀', '\u200d'];
  expect([...pictures, ...others].filter(isTrusted)).toEqual([]);
});
