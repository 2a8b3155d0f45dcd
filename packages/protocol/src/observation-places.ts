/**
 * The places of a text that a model or a chat template could read as live: protocol tags and template tokens, in any letter
 * case, through white space, invisible characters and look-alikes. A place is told from what stands behind its first character
 * alone, and no place holds the first character of another one: so marks put behind them change none.
 */

/** Lines that begin like this are the writer's own; in an output they are marked like a tag. */
export const NOTE = '[tagma: ';

const OPENERS = '<‹＜〈﹤ᐸ˂❮⟨〈';
/** The characters that a place can begin with, as they stand in a character class. */
export const PLACE_STARTS = `${OPENERS}\\[`;

const SLASHES = new Set('/／⁄∕⧸\\');
const BARS = new Set('|｜│¦∣ǀ❘‖');

const NAMES = [
  'thought',
  'action',
  'observation',
  'final',
  'message',
  'thinking',
  'think',
  'reasoning',
  'tool_calls',
  'tool_call',
  'tool_response',
  'function_calls',
  'function',
  'invoke',
  'function_call',
  'parameter',
  'arg_key',
  'arg_value',
];
/** A name that is common in ordinary markup (comments in C#, HTML), and means something only with this attribute. */
const NAME_WITH_ATTRIBUTE = ['param', 'name'] as const;
const COLONS = new Set(':：∶꞉﹕');
/** The longest namespace before a name that is looked for. */
const PREFIX_CHARACTERS_MAX = 32;

/** Letters that look like those of the names without being compatible to them in Unicode's sense. */
const LOOK_ALIKES: { readonly [letter: string]: string } = {
  a: 'аαɑᴀ',
  b: 'ьЬ',
  c: 'сϲᴄ',
  d: 'ԁ',
  e: 'еҽЕΕ',
  f: 'ƒ',
  g: 'ɡց',
  h: 'һհН',
  i: 'іιıІΙ',
  k: 'кκКΚ',
  l: 'ӏІ1|',
  m: 'мМΜ',
  n: 'ոΝ',
  o: 'оοօОΟ0',
  p: 'рρРΡ',
  r: 'г',
  s: 'ѕЅ',
  t: 'тτТΤ',
  u: 'υս',
  v: 'νѵ',
  y: 'уγУΥ',
};

/** Of the visible ones in ASCII, those that can stand behind the first character of a place. */
const FIRST_CHARACTERS = new Set('taofmripsebgTAOFMRIPSEBG0/\\|<');
/** The longest name of a template's token that is looked for, with what is invisible in it. */
const TOKEN_CHARACTERS_MAX = 256;
/** What stands in one piece is looked for in so many characters. */
const FIXED_CHARACTERS_MAX = 40;

const INVISIBLE = /[\p{DI}\p{Mn}]/u;
const CONTROL = /\p{Cc}/u;
const SPACE = /\s/;
const WORD = /[\p{L}\p{N}_.-]/u;
const TOKEN_CHARACTER = /[\p{L}\p{N}_▁ :-]/u;
const FIXED_TOKEN = /^(?:[/\\]?s>|(?:start|end)_of_turn>|[|]?(?:bos|eos|pad)[|]?>|[se]op>|<[/\\]?SYS>>)/i;
const BRACKET =
  /^\s*\/?\s*(?:INST|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|ARGS|SYSTEM_PROMPT|THINK|[gs]MASK)\s*\]|^\/?tagma:/i;
/** A cheap look for a namespace, before the exact one. */
const MAYBE_PREFIXED = new RegExp(`^[^<>\\s]{1,${PREFIX_CHARACTERS_MAX}}[${[...COLONS].join('')}]`);

/** Whether the character at `start` begins a place, given what stands from `behind` on. */
export function isPlace(text: string, start: number, behind: number): boolean {
  const next = text[behind] ?? '';
  const isFirst = next < '!' || next > '~' || FIRST_CHARACTERS.has(next);
  if (!isFirst && !WORD.test(next)) return false;
  const ahead = text.slice(behind, behind + FIXED_CHARACTERS_MAX);
  if (!isFirst) return text[start] !== '[' && MAYBE_PREFIXED.test(ahead) && isTag(text, behind);
  const plain = [...ahead]
    .filter((character) => !isInvisible(character))
    .map(foldedCharacter)
    .join('');
  if (text[start] === '[') return BRACKET.test(plain);
  if (FIXED_TOKEN.test(plain)) return true;
  return next !== '<' && (isTag(text, behind) || isToken(text, behind));
}

function isTag(text: string, from: number): boolean {
  const at = skip(text, from, (character) => isGap(character) || SLASHES.has(character));
  const prefixed = prefixEnd(text, at);
  return isName(text, at) || (prefixed !== null && isName(text, prefixed));
}

function isName(text: string, at: number): boolean {
  if (NAMES.some((name) => wordEnd(text, at, name) !== null)) return true;
  const [name, attribute] = NAME_WITH_ATTRIBUTE;
  const end = wordEnd(text, at, name);
  return end !== null && wordEnd(text, skip(text, end, isGap), attribute) !== null;
}

/** Where the name ends that begins there, if no longer word does. */
function wordEnd(text: string, at: number, name: string): number | null {
  const end = nameEnd(text, at, name);
  // Of a letter outside of the basic plane only one half would be looked at by others: it ends the name.
  return end !== null && (!WORD.test(text[end] ?? '') || isInvisible(text[end] ?? '')) ? end : null;
}

/** Where the name begins behind a namespace (`x:`), or null. */
function prefixEnd(text: string, from: number): number | null {
  const near = text.slice(0, from + PREFIX_CHARACTERS_MAX);
  const colon = skip(near, from, (character) => WORD.test(character) || isInvisible(character));
  if (colon === from || !COLONS.has(text[colon] ?? '')) return null;
  return skip(text, colon + 1, isGap);
}

/** `<|name|`, the bar doubled or not, with anything invisible between. */
function isToken(text: string, from: number): boolean {
  const bar = skip(text, from, isGap);
  if (!BARS.has(text[bar] ?? '')) return false;
  const start = skip(text, bar + 1, (character) => isGap(character) || BARS.has(character));
  const near = text.slice(0, start + TOKEN_CHARACTERS_MAX);
  const end = skip(near, start, (character) => TOKEN_CHARACTER.test(character) || isInvisible(character));
  return end > start && BARS.has(text[skip(text, end, isGap)] ?? '');
}

/** Where the name ends that begins there, read through look-alikes and invisible characters; null if it does not. */
function nameEnd(text: string, from: number, name: string): number | null {
  let at = from;
  for (let i = 0; i < name.length; ) {
    at = skip(text, at, isInvisible);
    const character = characterAt(text, at);
    const letter = name[i] ?? '';
    const folded = LOOK_ALIKES[letter]?.includes(character) ? letter : foldedCharacter(character);
    if (character === '' || !name.startsWith(folded, i)) return null;
    i += folded.length;
    at += character.length;
  }
  return at;
}

/** In lower case, and what Unicode holds for the same in a plainer form: full-width and mathematical letters, ligatures. */
function foldedCharacter(character: string): string {
  return (character <= '~' ? character : character.normalize('NFKD')).toLowerCase();
}

function isInvisible(character: string): boolean {
  if (character >= ' ' && character <= '~') return false;
  return INVISIBLE.test(character) || (CONTROL.test(character) && !SPACE.test(character));
}

function isGap(character: string): boolean {
  return SPACE.test(character) || isInvisible(character);
}

function skip(text: string, from: number, passes: (character: string) => boolean): number {
  let at = from;
  for (
    let character = characterAt(text, at);
    character !== '' && passes(character);
    character = characterAt(text, at)
  ) {
    at += character.length;
  }
  return at;
}

/** One character, a pair of surrogates as one; empty behind the end. */
function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}
