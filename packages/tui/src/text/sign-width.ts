/**
 * How many columns terminals give to one sign. Made for the first frame: the tables of ICU that a regular expression for
 * all emoji or a segmenter asks for take some 40 ms to load, so a common sign is known by its number, and any other by
 * what its parts are.
 */
import { eastAsianWidth } from 'get-east-asian-width';

/** Ranges of signs that stand alone and take one column, and two; each ends with the last number of it. */
const NARROW: readonly (readonly [number, number])[] = [
  [0xa1, 0xac],
  [0xae, 0x2ff],
  [0x400, 0x482],
  [0x48a, 0x52f],
];
const WIDE: readonly (readonly [number, number])[] = [
  [0x3041, 0x3096],
  [0x309b, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff60],
];

/** What takes no column of its own. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]/u;
const SPACING_MARK = /\p{Mc}/u;
/** What a picture can be asked for of: not a digit, which only a keycap makes one, and not half a flag. */
const EMOJI = /(?![\d#*\u{1f1e6}-\u{1f1ff}])\p{Emoji}/u;
const PICTURES = /\p{Extended_Pictographic}/gu;
const TONED = /^\p{Emoji_Modifier_Base}\ufe0f?\p{Emoji_Modifier}/u;
const KEYCAP = /^[\d#*]\ufe0f?\u20e3$/;
const FLAG = /^[\u{1f1e6}-\u{1f1ff}]{2}$/u;
const JOINER = '\u200d';
const AS_PICTURE = '\ufe0f';

/** Of one grapheme cluster; 0 for what shows nothing by itself. */
export function signWidth(cluster: string): number {
  const first = cluster.codePointAt(0) ?? 0;
  if (cluster.length === (first > 0xffff ? 2 : 1)) {
    if (isIn(NARROW, first)) return 1;
    if (isIn(WIDE, first)) return 2;
  }
  if (isPicture(cluster)) return 2;
  const seen = [...cluster].filter((character) => !INVISIBLE.test(character));
  return (
    hangulWidth(seen) ??
    seen.reduce((sum, character, at) => sum + (at === 0 || isAdded(character) ? own(character) : 0), 0)
  );
}

/** A sequence that is drawn as one picture, whatever its parts would be alone. */
function isPicture(cluster: string): boolean {
  if (KEYCAP.test(cluster) || FLAG.test(cluster) || TONED.test(cluster)) return true;
  const [base = '', next] = cluster;
  if (next === AS_PICTURE && EMOJI.test(base)) return true;
  return cluster.includes(JOINER) && (cluster.match(PICTURES)?.length ?? 0) > 1;
}

/** Behind the first of a cluster: a mark that takes room, and a half-wide sign that is set beside. */
function isAdded(character: string): boolean {
  return SPACING_MARK.test(character) || (character >= '\uff00' && character <= '\uffef');
}

/** A lead, a vowel and a tail make one block; what finds no partner stands alone. Null where none of them comes first. */
function hangulWidth(characters: readonly string[]): number | null {
  const [first = ''] = characters;
  if (!isLead(first) && !isVowel(first) && !isTail(first)) return null;
  let width = 0;
  for (let at = 0; at < characters.length; at++) {
    const [lead = '', vowel = '', tail = ''] = characters.slice(at);
    if (isLead(lead) && isVowel(vowel)) at += isTail(tail) ? 2 : 1;
    width += own(lead);
  }
  return width;
}

function isLead(character: string): boolean {
  return /[\u1100-\u115f\ua960-\ua97c]/.test(character);
}

function isVowel(character: string): boolean {
  return /[\u1160-\u11a7\ud7b0-\ud7c6]/.test(character);
}

function isTail(character: string): boolean {
  return /[\u11a8-\u11ff\ud7cb-\ud7fb]/.test(character);
}

function own(character: string): number {
  return eastAsianWidth(character.codePointAt(0) ?? 0);
}

function isIn(ranges: readonly (readonly [number, number])[], code: number): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to);
}
