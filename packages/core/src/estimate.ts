/**
 * How many tokens a text takes, as far as its characters tell. Byte-pair encoders first cut a text into words, groups of up to
 * three digits, runs of signs and of blanks, and then into the pieces that they have learnt: so what counts is where such a piece
 * begins, more than how many characters it has. A blank before a word costs nothing, a long word or one in capitals more than a
 * short one; of the scripts without blanks each character has its weight. The weights are fitted to `o200k_base` over prose in
 * six languages, code in seven, data, logs and listings, and within 15 % of it for each; `sample-texts.ts` of the tests holds that.
 */

/** What a character is. */
const BLANK = 0;
const LINE_END = 1;
const SMALL = 2;
const CAPITAL = 3;
const ACCENTED = 4;
const DIGIT = 5;
const SIGN = 6;
const CYRILLIC = 7;
/** Of these each costs the same, wherever it stands. */
const ALONE = 8;
/** What stands before the text. */
const NOTHING = 9;
const CLASSES = 10;

/** Tokens. A word: its first letter, those up to the eighth, and those behind it, which no common word has. */
const WORD = 0.88;
const LETTER = 0.05;
const LATE_LETTER = 0.5;
const LATE_FROM = 8;
/** A capital within a word begins one (`camelCase`); one after another is rarely in a piece that was learnt. */
const HUMP = 1.4;
const CAPITAL_AFTER_CAPITAL = 0.12;
const ACCENT = 1;
/** Cyrillic words, which are inflected, come in more pieces. */
const CYRILLIC_WORD = 0.5;
const CYRILLIC_LETTER = 0.26;
const DIGITS = 1.4;
const DIGITS_IN_GROUP = 3;
const SIGNS = 0.62;
const LATER_SIGN = 0.27;
/** Several blanks in a row, however many: an indentation is one token. */
const BLANKS = 1.2;
/** The end of a line mostly goes with the sign before it. */
const LINES = 0.1;
/** A ruled line, and blanks without end: one more of the same, behind so many signs. */
const REPEATED = 0.05;
const SIGNS_ALIKE = 3;

const HAN = 0.73;
const KANA = 0.7;
const HANGUL = 0.7;
const WIDE_SIGN = 0.7;
const SYMBOL = 0.6;
/** Half of an emoji, or of a rare character. */
const SURROGATE = 1;
/** Of another script: Greek, Arabic, the scripts of India, Thai. */
const OTHER = 0.45;

const ASCII: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, code) => asciiClass(code));
/** Of the first character of a piece, by its class. */
const FIRST_OF: readonly number[] = [0, LINES, WORD, WORD, WORD + ACCENT, DIGITS, SIGNS, CYRILLIC_WORD];
/** By the class before and the class now: whether a piece begins there, and what that costs. */
const PAIRS = Array.from({ length: CLASSES * CLASSES }, (_, at) => [Math.floor(at / CLASSES), at % CLASSES] as const);
const BEGINS: Uint8Array = Uint8Array.from(PAIRS, ([before, now]) => (beginsPiece(before, now) ? 1 : 0));
const FIRST: Float64Array = Float64Array.from(PAIRS, ([before, now]) => firstWeight(before, now));

/** One pass over the text, with no memory but that of the character before and of how long its piece is. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let before = NOTHING;
  let codeBefore = -1;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const now = code < 0x80 ? (ASCII[code] ?? SIGN) : classOf(code);
    if (now === ALONE) {
      tokens += weightAlone(code);
    } else if (now !== before) {
      const begins = BEGINS[before * CLASSES + now] === 1;
      run = begins ? 1 : run + 1;
      tokens += begins ? (FIRST[before * CLASSES + now] ?? 0) : laterLetter(now, run);
    } else {
      run++;
      // Most characters are small letters.
      if (now === SMALL) tokens += run > LATE_FROM ? LATE_LETTER : LETTER;
      else tokens += laterWeight(now, run, code === codeBefore);
    }
    before = now;
    codeBefore = code;
  }
  return Math.ceil(tokens);
}

function beginsPiece(before: number, now: number): boolean {
  return !isLetter(now) || !isLetter(before) || (now === CAPITAL && before === SMALL);
}

function firstWeight(before: number, now: number): number {
  if (now === CAPITAL && before === SMALL) return HUMP;
  return FIRST_OF[now] ?? 0;
}

function laterLetter(now: number, run: number): number {
  const letter = run > LATE_FROM ? LATE_LETTER : LETTER;
  return now === CAPITAL ? CAPITAL_AFTER_CAPITAL : letter + (now === ACCENTED ? ACCENT : 0);
}

/**
 * @param run which of its piece the character is, from 2
 * @param isSame as the character before it
 */
function laterWeight(now: number, run: number, isSame: boolean): number {
  switch (now) {
    case BLANK:
      return run === 2 ? BLANKS : REPEATED;
    case LINE_END:
      return REPEATED;
    case DIGIT:
      return run % DIGITS_IN_GROUP === 1 ? DIGITS : 0;
    case SIGN:
      return isSame && run > SIGNS_ALIKE ? REPEATED : LATER_SIGN;
    case CYRILLIC:
      return CYRILLIC_LETTER;
    default:
      return laterLetter(now, run);
  }
}

function isLetter(kind: number): boolean {
  return kind === SMALL || kind === CAPITAL || kind === ACCENTED;
}

function asciiClass(code: number): number {
  if (code === 0x0a || code === 0x0d) return LINE_END;
  if (code === 0x20 || code === 0x09) return BLANK;
  if (code >= 0x61 && code <= 0x7a) return SMALL;
  if (code >= 0x41 && code <= 0x5a) return CAPITAL;
  return code >= 0x30 && code <= 0x39 ? DIGIT : SIGN;
}

function classOf(code: number): number {
  if (code < 0x370) return ACCENTED;
  return code >= 0x400 && code < 0x530 ? CYRILLIC : ALONE;
}

function weightAlone(code: number): number {
  if (code < 0x2000) return code >= 0x1100 && code < 0x1200 ? HANGUL : OTHER;
  if (code < 0x2e80) return SYMBOL;
  if (code >= 0x3040 && code < 0x3100) return KANA;
  if (code >= 0x3000 && code < 0x3040) return WIDE_SIGN;
  if (code < 0xac00) return HAN;
  if (code < 0xd7b0) return HANGUL;
  if (code < 0xe000) return SURROGATE;
  return code >= 0xff00 ? WIDE_SIGN : HAN;
}
