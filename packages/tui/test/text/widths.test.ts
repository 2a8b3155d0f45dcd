/** Signs and their widths over the test files of Unicode, and how emulators of terminals count them. */
import { describe, expect, test } from 'vitest';
import { clustersOf, glyphsOf, widthOf } from '../../src/text/glyphs.ts';
import { emulator, WIDTH_TABLES, type WidthTable, written } from '../terminal/emulator.ts';
import { breakRows, EMOJI } from './unicode.ts';

/** Rows that Unicode has come to see otherwise since version 10, or that are seen otherwise here, each kind with its reason. */
const OTHERWISE: readonly RegExp[] = [
  // From version 11 on a skin tone belongs to whatever stands before it.
  /\u{1f3fb}/u,
  // From version 11 on a joiner joins only what stands between two pictures.
  /(^|[^\p{Extended_Pictographic}])\u200d\p{Extended_Pictographic}/u,
  // Lone surrogates: there are none in a text that was UTF-8, and `visible` names them.
  /\p{Surrogate}/u,
  // An Arabic number sign belongs to the digits that it stands over; no terminal draws it over Latin ones.
  /\u0600[\x20-\x7e]/,
];

describe('GraphemeBreakTest.txt', () => {
  const rows = breakRows();

  test('a text is cut where Unicode cuts it', () => {
    const wrong = rows.filter(({ text, clusters }) => {
      const cut = clustersOf(text).map(({ start, end }) => text.slice(start, end));
      return cut.join('|') !== clusters.join('|') && !OTHERWISE.some((reason) => reason.test(text));
    });
    expect(wrong).toEqual([]);
    expect(rows.filter(({ text }) => !OTHERWISE.some((reason) => reason.test(text))).length).toBeGreaterThan(600);
  });

  test('nothing of a text is lost, and every sign takes a column', () => {
    for (const { text } of rows) {
      const clusters = clustersOf(text);
      expect(clusters.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      expect(clusters.filter(({ width }) => width < 1)).toEqual([]);
    }
  });
});

describe('emoji-test.txt', () => {
  test('each is one sign', () => {
    expect(EMOJI.length).toBeGreaterThan(5_000);
    expect(EMOJI.filter((emoji) => glyphsOf(emoji).length !== 1)).toEqual([]);
  });

  test('each takes two columns, but for those that are signs of a text as long as nothing says otherwise', () => {
    const asText = /^\p{Emoji}$/u;
    const asPicture = /^\p{Emoji_Presentation}$/u;
    const ideographic = ['〰', '〽', '🈂', '🈷', '㊗', '㊙'];
    const isNarrow = (emoji: string) => asText.test(emoji) && !asPicture.test(emoji) && !ideographic.includes(emoji);
    expect(EMOJI.filter((emoji) => widthOf(emoji) !== (isNarrow(emoji) ? 1 : 2))).toEqual([]);
  });
});

test('a sign is whole wherever it stands in a long text', () => {
  const signs = ['👩‍👩‍👧‍👦', '🇨🇭', '👍🏽', 'क्षि'];
  const cut = signs.filter((sign) =>
    Array.from({ length: 140 }, (_, index) => glyphsOf('中'.repeat(index) + sign + '中'.repeat(140))).some(
      (glyphs) => !glyphs.some(({ text }) => text === sign),
    ),
  );
  expect(cut).toEqual([]);
});

describe('a sign that grows without end', () => {
  test.each([
    ['marks', 'e', '\u0301', '<U+0301>'],
    ['joined pictures', '👩', '\u200d👩', '<U+200D><U+1F469>'],
    ['tags', '🏴', '\u{e0061}', '<U+E0061>'],
  ])('%s: no more of it than any real sign has, the rest by its numbers', (_, first, more, named) => {
    const text = first + more.repeat(10_000);
    const [sign, ...rest] = glyphsOf(text);
    expect(sign?.text.length).toBeLessThanOrEqual(64);
    expect(text.startsWith(sign?.text ?? ' ')).toBe(true);
    const shown = rest.map((glyph) => glyph.text).join('');
    expect(named.repeat(10_000).endsWith(shown)).toBe(true);
    expect((sign?.text.length ?? 0) + (shown.length / named.length) * more.length).toBeCloseTo(text.length, -1);
  });
});

/** Signs that the emulator counts otherwise than we do. */
async function counted(signs: readonly string[], widths: WidthTable): Promise<string[]> {
  const terminal = emulator(20, signs.length, widths);
  await written(terminal, signs.map((sign, y) => `\x1b[${y + 1}H${sign}|`).join(''));
  return signs.filter((sign, y) => terminal.buffer.active.getLine(y)?.getCell(widthOf(sign))?.getChars() !== '|');
}

/** Ideographs, kana, Hangul, full and half width forms, and what is narrow among them. */
const EAST_ASIAN = [...'一丁七龥豈㐀𠀀𪜀あんアンｱﾝㄅ가힣ㄱＡｚ｡｢、。「」・￥￦'];
const LATIN = [...'azAZ09éßñčğĳŒα‐–—…‘’“”•·×÷°±←→─│┌┐└┘├┤┬┴┼█░▏☐✓›‹'];
const COMBINED = ['e\u0301', 'o\u0323\u0302', 'क\u094d', 'ก\u0e34', 'ا\u064b', 'נ\u05b0'];

describe('an emulator counts as we do', () => {
  test.each(WIDTH_TABLES)('letters, lines, ideographs: by Unicode %s', async (widths) => {
    expect(await counted([...LATIN, ...EAST_ASIAN], widths)).toEqual([]);
  });

  test('letters with marks: by one that knows clusters', async () => {
    expect(await counted(COMBINED, '15-graphemes')).toEqual([]);
  });

  test('emoji: by one that knows clusters, all but a few; by others not, so the cursor is never left to them', async () => {
    const [clusters, older] = [await counted(EMOJI, '15-graphemes'), await counted(EMOJI, '6')];
    expect(clusters.length).toBeLessThan(EMOJI.length / 20);
    expect(older.length).toBeGreaterThan(EMOJI.length / 2);
  });
});
