import { describe, expect, test } from 'vitest';
import { oneLine, revealed, visible } from '../src/visible.ts';

const rows = [
  ['plain text, newlines and tabs stay', 'a\tb\nc', 'a\tb\nc'],
  ['ESC and a colour', '\x1b[31mred', '␛[31mred'],
  ['NUL, BEL, CR, DEL', '\0\x07\r\x7f', '␀␇␍␡'],
  ['C1', '\x9b31m', '<U+009B>31m'],
  ['an unterminated OSC 52', '\x1b]52;c;aGk=', '␛]52;c;aGk='],
  ['bidirectional overrides and isolates', 'a\u202eb\u2066c\u061c', 'a<U+202E>b<U+2066>c<U+061C>'],
  ['line and paragraph separators', 'a\u2028b\u2029', 'a<U+2028>b<U+2029>'],
  ['a lone surrogate', 'a\ud83d', 'a<U+D83D>'],
  ['a joined emoji and Chinese stay', '👩‍👩‍👧 中文', '👩‍👩‍👧 中文'],
] as const;

describe('visible', () => {
  test.each(rows)('%s', (_, text, expected) => {
    expect(visible(text)).toBe(expected);
    expect(visible(expected)).toBe(expected);
  });
});

const hidden = [
  ['a zero-width space', 'rm\u200b -rf', 'rm<U+200B> -rf'],
  ['a no-break space', 'rm\u00a0-rf', 'rm<U+00A0>-rf'],
  ['an ideographic space', 'a\u3000b', 'a<U+3000>b'],
  ['tag characters', 'ok\u{e0041}', 'ok<U+E0041>'],
  ['a byte-order mark', '\ufeffls', '<U+FEFF>ls'],
  ['a soft hyphen', 'a\u00adb', 'a<U+00AD>b'],
  ['a Hangul filler', 'a\u3164b', 'a<U+3164>b'],
  ['a space, a newline and a tab stay', 'a b\n\tc', 'a b\n\tc'],
] as const;

describe('revealed', () => {
  test.each(hidden)('%s', (_, text, expected) => {
    expect(revealed(text)).toBe(expected);
  });
});

test('on one line', () => {
  expect(oneLine(visible('a\nb\tc\x1b'))).toBe('a␊b␉c␛');
});
