/**
 * The places of a text that a model or a chat template could read as live: protocol tags and template tokens, in any letter
 * case, through white space, invisible characters and look-alikes. A place is told from what stands behind its first character
 * alone, and no place holds the first character of another one: so marks put behind them change none.
 */
import { isGap, isInvisible, plain, skeleton } from './observation-letters.ts';

/** Lines that begin like this are the writer's own; in an output they are marked like a tag. */
export const NOTE = '[tagma: ';
export const MARK = '~';

const OPENERS = '<‹＜〈\u2329﹤ᐸ˂❮❬❰⟨⧼⦑≮◁';
const BRACKETS = '[［';
const BRACKET_CLOSERS = ']］';
/** The characters that a place can begin with, as they stand in a character class. */
export const PLACE_STARTS = `${OPENERS}\\[［\\]`;

const CLOSERS = new Set('>›＞〉\u232a﹥ᐳ˃❯❭❱⟩⧽⦒≯▷');
const SLASHES = new Set('/／⁄∕⧸╱\\');
const BARS = new Set('|｜│┃¦∣ǀ❘￨‖');
const COLONS = new Set(':：∶꞉﹕');
const EQUALS = new Set('=＝﹦');

/** The names that mean something in a tag, in any letter case. */
const NAMES = new Set(
  [
    ...['thought', 'action', 'observation', 'final', 'message', 'thinking', 'think', 'reasoning'],
    ...['tool_calls', 'tool_call', 'tool_response', 'function_calls', 'function_call', 'function_results', 'function'],
    ...['invoke', 'parameter', 'arg_key', 'arg_value'],
  ].map(skeleton),
);
/** A name that is common in ordinary markup (comments in C#, HTML), and means something only with this attribute or a key. */
const PARAM = skeleton('param');
const NAMES_AND_PARAM = new Set([...NAMES, PARAM]);
const NAME_ATTRIBUTE = new Set([skeleton('name')]);
const NOTE_NAME = new Set([skeleton('tagma')]);
const NAME_LETTERS_MAX = Math.max(...[...NAMES].map((name) => name.length));

/** Tokens of templates that have no bars, behind their `<`, in the letter case in which they are tokens. */
const TOKENS = byLead([
  ...['s>', 'bos>', 'eos>', 'pad>', 'unk>', 'BOS_TOKEN>', 'EOS_TOKEN>', 'seed:bos>', 'seed:eos>', 'sop>', 'eop>'],
  ...['start_of_turn>', 'end_of_turn>', 'beginning_of_sentence>', 'end_of_sentence>', '|"|>', '<SYS>>', '</SYS>>'],
  ...['role>SYSTEM', 'role>HUMAN', 'role>ASSISTANT', 'role>OBSERVATION', 'TOOLCALL>', 'eoh>', 'eoa>'],
  ...['extra_id_0>', 'extra_id_1>', 'SPECIAL_10>', 'SPECIAL_11>', 'SPECIAL_12>', 'reserved_106>', 'reserved_107>'],
]);
/** The same in square brackets. */
const BRACKET_TOKENS = byLead([
  ...['INST', 'TOOL_CALLS', 'TOOL_RESULTS', 'TOOL_CONTENT', 'AVAILABLE_TOOLS', 'ARGS', 'CALL_ID', 'SYSTEM_PROMPT'],
  ...['MODEL_SETTINGS', 'THINK', 'BOS', 'EOS', 'gMASK', 'sMASK'],
  ...['|system|', '|user|', '|assistant|', '|tool|', '|endofturn|'],
]);
/** MiniMax's tokens begin with any bracket, and some hold our mark. */
const MINIMAX_TOKENS = [']~!b[', ']~b]', '[e~[', ']<]minimax[>['];

const WORD = /[\p{L}\p{N}_.-]/u;
const TOKEN_CHARACTER = /[\p{L}\p{N}_▁ :.-]/u;
/** What none of the visible ones in ASCII that are no letters can stand behind the first character of a place. */
const NEVER_SECOND = new Set('"#$%&\'()*+,;=>?@^`{}');

/** Where the place ends that the character at `start` begins, given what stands from `behind` on; null if it begins none. */
export function placeEnd(text: string, start: number, behind: number): number | null {
  const first = text[start] ?? '';
  const next = text[behind] ?? '';
  if (NEVER_SECOND.has(next)) return null;
  if (first === ']') return minimaxEnd(text, start, behind);
  if (BRACKETS.includes(first)) return bracketEnd(text, behind) ?? minimaxEnd(text, start, behind);
  if (OPENERS.includes(next)) return tokenEnd(text, behind, TOKENS);
  return tagEnd(text, behind) ?? barredEnd(text, behind) ?? tokenEnd(text, behind, TOKENS);
}

/** `<name`, `</ name`, `<x:name`, `<|x|name`. */
function tagEnd(text: string, from: number): number | null {
  const at = skip(text, from, (character) => isGap(character) || SLASHES.has(character));
  const prefixed = prefixEnd(text, at);
  return namedEnd(text, at) ?? (prefixed === null ? null : namedEnd(text, prefixed));
}

function namedEnd(text: string, at: number): number | null {
  const name = wordAt(text, at, NAMES_AND_PARAM);
  if (name === null || name.word !== PARAM) return name?.end ?? null;
  const next = skip(text, name.end, isGap);
  return EQUALS.has(text[next] ?? '') ? name.end : (wordAt(text, next, NAME_ATTRIBUTE)?.end ?? null);
}

type Word = { readonly word: string; readonly end: number };

/** The word that stands there, if it is one of these, read through look-alikes and invisible characters. */
function wordAt(text: string, from: number, words: ReadonlySet<string>): Word | null {
  let word = '';
  for (let at = from; word.length < NAME_LETTERS_MAX; ) {
    at = skip(text, at, isInvisible);
    const character = characterAt(text, at);
    if (!WORD.test(plain(character))) return null;
    word += skeleton(character);
    at += character.length;
    if (words.has(word) && isWordEnd(text[at] ?? '')) return { word, end: at };
  }
  return null;
}

/** Of a letter outside of the basic plane only one half would be looked at by others: it ends the word. */
function isWordEnd(unit: string): boolean {
  return !WORD.test(unit) || isInvisible(unit) || CLOSERS.has(unit);
}

/** Where the name begins behind a namespace (`x:`, or `|x|` with bars doubled or not), or null. */
function prefixEnd(text: string, from: number): number | null {
  if (BARS.has(text[from] ?? '')) {
    const end = skip(text, skip(text, from, isBarOrGap), (character) => WORD.test(character) || isGap(character));
    return BARS.has(text[end] ?? '') ? skip(text, end, isBarOrGap) : null;
  }
  const end = skip(text, from, (character) => WORD.test(character) || isInvisible(character));
  return end > from && COLONS.has(text[end] ?? '') ? skip(text, end + 1, isGap) : null;
}

function isBarOrGap(character: string): boolean {
  return BARS.has(character) || isGap(character);
}

/** `<|name|>`, its bars doubled or not, with anything between that is not seen; and `<|name>`, `<name|>`, which allow no white space. */
function barredEnd(text: string, from: number): number | null {
  const visible = skip(text, from, isInvisible);
  const bar = skip(text, from, isGap);
  const barred = BARS.has(text[bar] ?? '');
  const start = barred ? skip(text, bar + 1, (character) => isBarOrGap(character) || SLASHES.has(character)) : visible;
  const end = skip(text, start, (character) => TOKEN_CHARACTER.test(character) || isInvisible(character));
  const name = text.slice(barred ? from : start, end);
  if (end === start) return null;
  const second = skip(text, end, isGap);
  if (!BARS.has(text[second] ?? '')) {
    return barred && CLOSERS.has(text[end] ?? '') && !/\s/.test(name) ? end + 1 : null;
  }
  const close = skip(text, second + 1, isBarOrGap);
  return CLOSERS.has(text[close] ?? '') && (barred || !/\s/.test(name)) ? close + 1 : null;
}

function bracketEnd(text: string, from: number): number | null {
  const at = skip(text, from, (character) => isGap(character) || SLASHES.has(character));
  const note = wordAt(text, at, NOTE_NAME);
  const colon = note === null ? null : skip(text, note.end, isGap);
  if (colon !== null && COLONS.has(text[colon] ?? '')) return colon + 1;
  const end = tokenEnd(text, at, BRACKET_TOKENS);
  const close = end === null ? null : skip(text, end, isGap);
  return close !== null && BRACKET_CLOSERS.includes(text[close] ?? ' ') ? close + 1 : null;
}

/** A mark that is a part of the token stands where ours do: only what is beyond it is ours. */
function minimaxEnd(text: string, start: number, behind: number): number | null {
  for (const token of MINIMAX_TOKENS) {
    const own = token[1] === MARK ? 2 : 1;
    if (text[start] !== token[0] || behind - start < own) continue;
    if (text.startsWith(token.slice(own), behind)) return behind + token.length - own;
  }
  return null;
}

type Tokens = ReadonlyMap<string, readonly string[]>;

/** By their first character. */
function byLead(tokens: readonly string[]): Tokens {
  const leads = new Set(tokens.map((token) => token.charAt(0)));
  return new Map([...leads].map((lead) => [lead, tokens.filter((token) => token.startsWith(lead))]));
}

/** Where the token ends that stands there, its letters as they are, but for styles and what is invisible. */
function tokenEnd(text: string, from: number, tokens: Tokens): number | null {
  const at = skip(text, from, (character) => isInvisible(character) || SLASHES.has(character));
  for (const token of tokens.get(signOf(characterAt(text, at)).charAt(0)) ?? []) {
    const end = exactEnd(text, at, token);
    if (end !== null) return end;
  }
  return null;
}

function exactEnd(text: string, from: number, token: string): number | null {
  let at = from;
  for (let i = 0; i < token.length; ) {
    at = skip(text, at, isInvisible);
    const character = characterAt(text, at);
    const signs = signOf(character);
    if (signs === '' || !token.startsWith(signs, i)) return null;
    i += signs.length;
    at += character.length;
  }
  return at;
}

function signOf(character: string): string {
  return BARS.has(character) ? '|' : CLOSERS.has(character) ? '>' : plain(character);
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
