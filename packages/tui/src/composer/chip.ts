/**
 * A long paste stands in a draft as a chip: one sign for the caret, a few words on the screen, and the whole text for
 * whoever gets the draft.
 *
 * In the draft's text a chip is the second half of a surrogate pair without the first. No key and no paste can forge one,
 * for UTF-8 has no such thing, and it never melts with what stands beside it into one grapheme.
 */
import { shownBytes } from '../text/amounts.ts';

export type Chip = {
  readonly text: string;
  readonly lines: number;
  /** In UTF-8. */
  readonly bytes: number;
};

/** What is longer than this, in either way, is pasted as a chip. */
const LINES_AS_TEXT_MAX = 10;
const LENGTH_AS_TEXT_MAX = 1_000;

const FIRST_SIGN = 0xdc00;
/** There are no more such signs; what is pasted beyond is text. */
const CHIPS_MAX = 0x400;

/** A chip's sign, and nothing else: the second half of a whole pair is none. */
const SIGN = /[\udc00-\udfff]/gu;

export function isLong(text: string): boolean {
  return text.length > LENGTH_AS_TEXT_MAX || linesOf(text) > LINES_AS_TEXT_MAX;
}

/** The text as a chip, and its sign; null where there is no sign left for it. */
export function chipOf(
  text: string,
  chips: readonly Chip[],
): { readonly chips: readonly Chip[]; readonly sign: string } | null {
  if (chips.length >= CHIPS_MAX) return null;
  const chip = { text, lines: linesOf(text), bytes: Buffer.byteLength(text) };
  return { chips: [...chips, chip], sign: signOf(chips.length) };
}

/** `index` of the chip, from 0. */
export function signOf(index: number): string {
  return String.fromCharCode(FIRST_SIGN + index);
}

/** What a text of a draft stands for: each chip's sign is its text. */
export function unfolded(text: string, chips: readonly Chip[]): string {
  return chips.length === 0 ? text : text.replace(SIGN, (sign) => chips[numberOf(sign)]?.text ?? '');
}

/** Without what would look like a chip and is none. */
export function withoutSigns(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** The chip that a grapheme of a draft is; null for any other. */
export function chipAt(grapheme: string, chips: readonly Chip[]): Chip | null {
  return grapheme.length === 1 ? (chips[numberOf(grapheme)] ?? null) : null;
}

/** `[pasted 2: 10,000 lines, 512 kB]`; numbers are from 1. */
export function chipLabel(chip: Chip, chips: readonly Chip[]): string {
  const lines = `${chip.lines.toLocaleString('en')} ${chip.lines === 1 ? 'line' : 'lines'}`;
  return `[pasted ${chips.indexOf(chip) + 1}: ${lines}, ${shownBytes(chip.bytes)}]`;
}

function numberOf(sign: string): number {
  return sign.charCodeAt(0) - FIRST_SIGN;
}

/** A newline at the end begins no line. */
function linesOf(text: string): number {
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
