/**
 * Replies made to confuse, one for each seed: well-formed ones with a few mutations, and noise of pieces of markup and of any
 * code units. With each, how the reply ended and what the endpoint is known to do.
 */
import type { Finish, ReplyFields } from '../../../src/index.ts';
import { PIECES } from '../noise.ts';
import { type Dice, dice } from './dice.ts';
import { wellFormed } from './forms.ts';
import { mutate } from './mutations.ts';

export type Input = {
  readonly text: string;
  readonly finish: Finish;
  readonly options: { readonly startsInThought: boolean; readonly stopSent: boolean; readonly bashFence: boolean };
  readonly fields?: ReplyFields;
};

/** A mutation may double what is there: so long a text is not made longer. */
const CHARACTERS_MAX = 4_000;
const MUTATIONS_MAX = 6;
const NOISE_PIECES_MAX = 40;
/** One in so many is repeated until it is longer than what the scanner reads at once. */
const LONG_ONE_IN = 50;
const LONG_CHARACTERS = 2_500;

export function inputOf(seed: number): Input {
  const chances = dice(seed);
  const short = textOf(chances);
  const isLong = short !== '' && chances.oneIn(LONG_ONE_IN);
  return {
    text: isLong ? short.repeat(Math.ceil(LONG_CHARACTERS / short.length)) : short,
    finish: chances.oneIn(3) ? 'length' : 'stop',
    options: { startsInThought: chances.oneIn(8), stopSent: chances.oneIn(4), bashFence: chances.oneIn(3) },
    ...(chances.oneIn(20) ? { fields: fieldsOf(chances) } : {}),
  };
}

function textOf(chances: Dice): string {
  if (chances.oneIn(5)) return noiseOf(chances);
  const other = (): string => (chances.oneIn(6) ? noiseOf(chances) : wellFormed(chances));
  let text = wellFormed(chances);
  for (let left = chances.below(MUTATIONS_MAX + 1); left > 0 && text.length <= CHARACTERS_MAX; left--) {
    text = mutate(text, chances, other);
  }
  return text;
}

/** Pieces of markup, characters of it, and code units: NUL, lone surrogates and their like among them. */
function noiseOf(chances: Dice): string {
  const kind = chances.below(4);
  return Array.from({ length: chances.below(NOISE_PIECES_MAX + 1) }, () => {
    if (kind === 3 || chances.oneIn(9)) return String.fromCharCode(chances.below(chances.oneIn(2) ? 0x80 : 0x1_0000));
    return kind === 2 ? chances.pickText([...'<>/="\'`~[]{}&;!-|\n a']) : chances.pickText(PIECES);
  }).join('');
}

function fieldsOf(chances: Dice): ReplyFields {
  const written = JSON.stringify({ command: 'ls', path: 'a < b' });
  const call = {
    name: chances.pick(['bash', 'read', 'fly', '']),
    arguments: written.slice(0, chances.below(written.length + 1)),
  };
  return {
    reasoning: chances.pick(['', 'Hm.']),
    ...(chances.oneIn(2) ? { toolCalls: [call] } : { functionCall: call }),
  };
}
