/**
 * How a lenient reader takes a character: letters of other alphabets and styles for those that they look like, and what is
 * invisible for nothing. Two characters that look alike have the same skeleton.
 */

/** By letter, those that look like it and that Unicode does not call compatible with it. Small and capital, whichever look so. */
const LOOK_ALIKES: { readonly [letter: string]: string } = {
  a: 'аαɑᴀАΑᎪꓮ',
  b: 'ьвʙБЬВΒᏴꓐ',
  c: 'сϲᴄСϹᏟꓚ',
  d: 'ԁɗđᴅĐᎠꓓ',
  e: 'еҽεɛəɘᴇЕΕᎬꓰ',
  f: 'ƒꜰϝҒꓝ',
  g: 'ɡցɢԌᏀꓖ',
  h: 'һհħʜНΗᎻꓧ',
  k: 'кκᴋКΚᏦꓗ',
  l: 'iıіιɪІΙᎥꓲlӏʟłŁӀᏞꓡ1ǀ',
  m: 'мᴍМΜᎷꓟ',
  n: 'ոηпɴΝꓠ',
  o: 'оοօøᴏОΟՕØꓳ0',
  p: 'рρᴘРΡᏢꓑ',
  r: 'гʀᎡꓣ',
  s: 'ѕꜱЅՏᏚꓢ',
  t: 'тτŧᴛТΤŦᎢꓔ',
  u: 'υսʋᴜՍꓴ',
  v: 'νѵᴠѴᏙꓦ',
  y: 'уγүʏУΥҮꓬ',
};
const SKELETONS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);
/** Alphabets of 26 letters in a row for which Unicode has no plain form: in brackets, black circles and squares, flags. */
const ALPHABETS = [0x249c, 0x1f150, 0x1f170, 0x1f1e6];

const INVISIBLE = /[\p{DI}\p{M}\p{Cf}\p{Cs}]/u;
const CONTROL = /\p{Cc}/u;
/** Braille's empty cell is white to a reader, and no space to Unicode. */
const SPACE = /[\s\u2800]/;

/** In small letters, each for all that look like it: `i`, `1` and `l` are one. Of a ligature, all of its letters. */
export function skeleton(text: string): string {
  let letters = '';
  for (const character of text) {
    const known = SKELETONS.get(character);
    letters += known ?? [...plain(character).toLowerCase()].map((letter) => SKELETONS.get(letter) ?? letter).join('');
  }
  return letters;
}

/** What Unicode holds for the same in a plainer form, without marks: full-width and mathematical letters, ligatures. */
export function plain(character: string): string {
  if (character <= '~') return character;
  const code = character.codePointAt(0) ?? 0;
  const alphabet = ALPHABETS.find((first) => code >= first && code < first + 26);
  if (alphabet !== undefined) return String.fromCharCode(code - alphabet + 0x61);
  return character.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** What a reader may not see, or a server drop: zero-width, marks on other letters, controls, halves of a pair. */
export function isInvisible(character: string): boolean {
  if (character >= ' ' && character <= '~') return false;
  return INVISIBLE.test(character) || (CONTROL.test(character) && !SPACE.test(character));
}

/** White space and what is invisible. */
export function isGap(character: string): boolean {
  return SPACE.test(character) || isInvisible(character);
}
