/** A key as a person writes it. */
import { expect, test } from 'vitest';
import { isRare, readChord } from '../../src/keys/chord.ts';

test.each([
  ['Ctrl+X', 'ctrl+x'],
  ['shift+ctrl+LEFT', 'ctrl+shift+left'],
  ['Meta+Enter', 'alt+enter'],
  [' F6 ', 'f6'],
  ['Esc', 'escape'],
  ['PgUp', 'page-up'],
  ['return', 'enter'],
  ['?', '?'],
  ['x', 'x'],
  ['X', 'X'],
  ['shift+x', 'X'],
  ['space', ' '],
  ['ctrl+space', 'ctrl+space'],
  ['+', '+'],
  ['ctrl++', 'ctrl++'],
  ['alt+ü', 'alt+ü'],
])('%s is %j', (text, chord) => {
  expect(readChord(text)).toEqual({ ok: true, chord });
});

test.each([
  ['', 'a key is missing'],
  ['ctrl+', 'there is no key ""'],
  ['cmd+x', '"cmd" is no modifier; there are Ctrl, Alt and Shift'],
  ['ctrl+entr', 'there is no key "entr"; did you mean "enter"?'],
  ['f13', 'there is no key "f13"; did you mean "f1"?'],
  ['ctrl+i', 'a terminal sends the same for ctrl+i as for tab'],
  ['Ctrl+M', 'a terminal sends the same for Ctrl+M as for enter'],
  ['ctrl+[', 'a terminal sends the same for ctrl+[ as for escape'],
  ['ctrl+h', 'a terminal sends the same for ctrl+h as for backspace'],
])('%s is none: %s', (text, message) => {
  const read = readChord(text);
  expect(read.ok ? '' : read.message.startsWith(message)).toBe(true);
});

test.each([
  ['ctrl+enter', true],
  ['shift+enter', true],
  ['alt+enter', false],
  ['ctrl+tab', true],
  ['shift+tab', false],
  ['ctrl+shift+x', true],
  ['ctrl+x', false],
  ['ctrl+1', true],
  ['ctrl+_', false],
  ['ctrl+space', false],
  ['ctrl+left', false],
  ['f6', false],
])('only few terminals tell %s: %s', (chord, rare) => {
  expect(isRare(chord)).toBe(rare);
});
