/** What terminals send for keys that are no text, by the sequence's last byte or number. */

/** CSI and SS3 sequences by their final byte: `ESC [ A`, `ESC [ 1 ; 5 A`, `ESC O A`. */
export const BY_LETTER: { readonly [final: string]: string } = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  Z: 'shift+tab',
};

/** CSI sequences that end in `~`, by their number. */
export const BY_NUMBER: { readonly [number: number]: string } = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'page-up',
  6: 'page-down',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

/** Code points that CSI-u and modifyOtherKeys send for keys that have a name. */
export const BY_CODE: { readonly [code: number]: string } = {
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'escape',
  32: 'space',
  127: 'backspace',
  57414: 'enter',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'page-up',
  57422: 'page-down',
  57423: 'home',
  57424: 'end',
  57425: 'insert',
  57426: 'delete',
};

/** What kitty's keypad types, from code 57399; code 57414 among them is Enter. */
const KEYPAD_FIRST = 57399;
const KEYPAD_SIGNS = '0123456789./*-+\0=,';

/** The sign of a code point that CSI-u sends, or of a key of the keypad. Null: no key with a sign. */
export function signOf(code: number): string | null {
  const keypad = KEYPAD_SIGNS[code - KEYPAD_FIRST];
  if (keypad !== undefined) return keypad === '\0' ? null : keypad;
  // From 57344 the code stands for a key without a sign (a lone Shift, a media key); C1 controls are none.
  const isSign =
    (code > 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0xd800) || (code >= 0xf900 && code <= 0x10ffff);
  return isSign ? String.fromCodePoint(code) : null;
}

/** The chord of a C0 control byte or DEL. */
export function controlChord(code: number): string {
  if (code === 0) return 'ctrl+space';
  if (code === 8 || code === 0x7f) return 'backspace';
  if (code === 9) return 'tab';
  if (code === 13) return 'enter';
  if (code === 27) return 'escape';
  return `ctrl+${String.fromCharCode(code + 0x40).toLowerCase()}`;
}

const SHIFT = 1;
const ALT = 2;
const CONTROL = 4;
const META = 32;

/** A chord's name: its modifiers in one order, so that a table can hold it. `parameter` is the terminal's, from 1. */
export function withModifiers(name: string, parameter: number): string {
  const bits = Math.max(0, parameter - 1);
  const bare = name.replace(/^ctrl\+/, '');
  const control = bits & CONTROL || bare !== name ? 'ctrl+' : '';
  const alt = bits & (ALT | META) ? 'alt+' : '';
  const shift = bits & SHIFT && !bare.startsWith('shift+') ? 'shift+' : '';
  return control + alt + shift + bare;
}

/** Whether the modifiers leave a printable key a text: none, or shift alone (the locks do not count). */
export function leavesText(parameter: number): boolean {
  return (Math.max(0, parameter - 1) & ~(SHIFT | 64 | 128)) === 0;
}

export function hasShift(parameter: number): boolean {
  return (Math.max(0, parameter - 1) & SHIFT) !== 0;
}
