// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file is about
/**
 * Text from a model, a tool or a file may hold bytes that a terminal obeys: colours, cursor moves, the clipboard, the
 * window's title, or marks that turn the order of letters. None of it may reach a terminal. Nothing is removed either:
 * whoever decides on a command must see that there is something.
 */

/** C0 but newline and tab, DEL, C1, bidirectional controls, line and paragraph separators, lone surrogates. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/** As above, and all that has no ink of its own: formats, zero-width and tag characters, blanks other than the space. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}|\p{Cf}|\p{Default_Ignorable_Code_Point}|(?! )\p{Z}/gu;

/** Every control character as text that stands for it: `␛` for ESC, `<U+202E>` where Unicode has no picture. */
export function visible(text: string): string {
  return text.replace(CONTROL, nameOf);
}

/** For decisions: nothing in the text is invisible, nor looks like a space and is none. Newlines and tabs stay. */
export function revealed(text: string): string {
  return revealedAs(text, (name) => name);
}

/** The same, with what stands for such a character made from its name: `␛`, `<U+202E>`. */
export function revealedAs(text: string, shownAs: (name: string) => string): string {
  return text.replace(INVISIBLE, (character) => shownAs(nameOf(character)));
}

/** A visible or revealed text as a part of one line: its newlines and tabs stand for themselves no more. */
export function oneLine(text: string): string {
  return text.replace(/[\n\t]/g, nameOf);
}

/** What stands for one character that must not be sent as it is. */
export function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
