/**
 * Free text as a regular language: all that may stand between two tags as it is. What could end the text, or be taken for
 * a tag that changes how it is read, is spelt out letter by letter and left out: after each `<` the text may go on in any
 * way but one of those.
 */
import {
  characters,
  choice,
  type Draft,
  type Expression,
  noneOf,
  oneOf,
  optional,
  type Range,
  range,
  repeated,
  sequence,
  shared,
  text,
} from './expression.ts';

/** White space, as the scanner knows it. */
export const SPACES: readonly Range[] = [
  range('\t', '\r'),
  ...characters(' \u00a0\u1680'),
  range('\u2000', '\u200a'),
  ...characters('\u2028\u2029\u202f\u205f\u3000\ufeff'),
];

/** What a text is made of: never a bare `<`, for each of those is looked at. */
export type Alphabet = {
  readonly name: string;
  readonly excluded: readonly Range[];
  readonly spaces: readonly Range[];
  /** What stands for a character beside the characters themselves. */
  readonly escaped?: Expression;
};

/** What may not stand in a text: the closing tags of these names, and the opening tags of those, in any case. */
export type Forbidden = { readonly closers: readonly string[]; readonly openers: readonly string[] };

export const ANY_LINES: Alphabet = { name: 'text', excluded: [], spaces: SPACES };

export const ONE_LINE: Alphabet = {
  name: 'line',
  excluded: characters('\n'),
  spaces: [range('\t', '\t'), range('\v', '\r'), ...SPACES.slice(1)],
};

/** So many letters of a name are spelt out one inside the other before a rule of its own goes on: engines limit the depth. */
const NESTED_MAX = 8;

const CDATA_START = '<![CDATA[';
const CDATA_END = ']]>';

/** A whole value, thought or final that is written as it is. At its beginning no CDATA section may open. */
export function freeText(draft: Draft, alphabet: Alphabet, forbidden: Forbidden): Expression {
  return shared(draft, keyOf(alphabet, forbidden), nameOf(alphabet, forbidden), () => {
    const { segment, markup } = partsOf(draft, alphabet, forbidden);
    const section = CDATA_START.slice('<!'.length);
    const noSection = sequence(
      text('!'),
      shared(draft, `${alphabet.name} section`, `${alphabet.name}-no-section`, () => avoidExactly(alphabet, section)),
    );
    const opening = choice(
      sequence(text('<'), choice(noSection, markup)),
      sequence(other(alphabet, alphabet.spaces), rest(alphabet)),
    );
    return sequence(repeated(oneOf(...alphabet.spaces)), optional(sequence(opening, repeated(segment))));
  });
}

/** A piece of text that something else stands before. */
export function innerText(draft: Draft, alphabet: Alphabet, forbidden: Forbidden): Expression {
  return sequence(rest(alphabet), repeated(partsOf(draft, alphabet, forbidden).segment));
}

/** Sections of CDATA and nothing else: any text, for a `]]>` in it is split between two of them. */
export function cdata(draft: Draft): Expression {
  return shared(draft, 'cdata', 'cdata', () => {
    const bracket = characters(']');
    const content = choice(
      noneOf(...bracket),
      sequence(text(']'), noneOf(...bracket)),
      sequence(text(']'), repeated(text(']'), 1), noneOf(...characters(']>'))),
    );
    return repeated(sequence(text(CDATA_START), repeated(content), repeated(text(']')), text(CDATA_END)), 1);
  });
}

/** A `<` with what follows it, up to the next one. */
function partsOf(draft: Draft, alphabet: Alphabet, forbidden: Forbidden) {
  const key = keyOf(alphabet, forbidden);
  const name = nameOf(alphabet, forbidden);
  const markup = shared(draft, `${key} markup`, `${name}-markup`, () => afterLess(draft, name, alphabet, forbidden));
  const segment = shared(draft, `${key} segment`, `${name}-segment`, () =>
    sequence(text('<'), choice(sequence(text('!'), rest(alphabet)), markup)),
  );
  return { markup, segment };
}

/** What may follow a `<`, an exclamation mark aside. */
function afterLess(draft: Draft, name: string, alphabet: Alphabet, { closers, openers }: Forbidden): Expression {
  const { spaces } = alphabet;
  const closing = avoid(
    { draft, alphabet, name: `${name}-close`, excluded: [...spaces, ...characters('>')], spaced: true },
    { words: closers.map(lower), before: '' },
    { excluded: spaces, options: [] },
  );
  return avoid(
    { draft, alphabet, name: `${name}-open`, excluded: [...spaces, ...characters('/>')], spaced: false },
    { words: openers.map(lower), before: '' },
    { excluded: characters('!/'), options: [sequence(text('/'), repeated(oneOf(...spaces)), closing)] },
  );
}

/** What makes a tag of a complete name: one of `excluded` right behind it, or with `spaced` behind white space. */
type Tag = {
  readonly draft: Draft;
  readonly alphabet: Alphabet;
  readonly name: string;
  readonly excluded: readonly Range[];
  readonly spaced: boolean;
};

/** What is left of the names, behind the letters that have been read. */
type Left = { readonly words: readonly string[]; readonly before: string };

type More = { readonly excluded: readonly Range[]; readonly options: readonly Expression[] };

const NOTHING_MORE: More = { excluded: [], options: [] };

/** Any text, the empty one too, that does not begin with one of these names, in any case, and what makes a tag of it. */
function avoid(tag: Tag, { words, before }: Left, more: More): Expression {
  const { draft, alphabet, name } = tag;
  const letters = [...new Set(words.filter((word) => word !== '').map((word) => word.charAt(0)))].sort();
  const complete = words.includes('');
  const excluded = [...more.excluded, ...letters.flatMap(bothCases), ...(complete ? tag.excluded : [])];
  const goingOn = letters.map((letter) => {
    const tails = words.filter((word) => word.startsWith(letter)).map((word) => word.slice(1));
    const read = before + letter;
    const next = () => avoid(tag, { words: tails, before: read }, NOTHING_MORE);
    const deep = read.length % NESTED_MAX === 0;
    const after = deep
      ? shared(draft, `${JSON.stringify([alphabet.name, name])} ${read}`, `${name}-${read}`, next)
      : next();
    return sequence(oneOf(...bothCases(letter)), after);
  });
  const different = sequence(other(alphabet, excluded), rest(alphabet));
  return optional(choice(different, ...more.options, ...goingOn, ...(complete && tag.spaced ? [spaced(tag)] : [])));
}

function spaced({ alphabet, excluded }: Tag): Expression {
  const behind = sequence(other(alphabet, excluded), rest(alphabet));
  return sequence(repeated(oneOf(...alphabet.spaces), 1), optional(behind));
}

/** Any text, the empty one too, that does not begin with this word. */
function avoidExactly(alphabet: Alphabet, word: string): Expression {
  const letter = characters(word.charAt(0));
  const different = sequence(other(alphabet, letter), rest(alphabet));
  if (word.length === 1) return optional(different);
  return optional(choice(different, sequence(oneOf(...letter), avoidExactly(alphabet, word.slice(1)))));
}

function other({ excluded, escaped }: Alphabet, more: readonly Range[]): Expression {
  const plain = noneOf(...characters('<'), ...excluded, ...more);
  return escaped ? choice(plain, escaped) : plain;
}

function rest(alphabet: Alphabet): Expression {
  return repeated(other(alphabet, []));
}

function bothCases(letter: string): readonly Range[] {
  return characters(letter === letter.toUpperCase() ? letter : `${letter}${letter.toUpperCase()}`);
}

function lower(name: string): string {
  return name.toLowerCase();
}

function keyOf(alphabet: Alphabet, { closers, openers }: Forbidden): string {
  return JSON.stringify([alphabet.name, closers.map(lower), openers.map(lower)]);
}

function nameOf(alphabet: Alphabet, { closers }: Forbidden): string {
  return `${closers[0] ?? ''}-${alphabet.name}`;
}
