/** Of what goes with a prompt as much as there is room for: of what was piped in, and of the files that it names. */
import {
  type Attachment,
  type Context,
  estimateTokens,
  modelOf,
  type PromptGiven,
  type SteerGiven,
  tokensOfImage,
} from '@tagma/core';
import { roomFor, sharesOf } from './fitting.ts';
import { fittedInput } from './input.ts';
import { type Found, type Looks, unattached } from './look.ts';

export type Said = PromptGiven | SteerGiven;

/** What a prompt names, and all of it that is shown. */
export type Named = { readonly found: Found; readonly whole: Attachment };

/**
 * Pictures go whole or not at all, and before texts, which can be cut.
 * @param looks to look again at what does not fit whole
 */
export async function fitted(said: Said, named: readonly Named[], context: Context, looks?: Looks): Promise<Said> {
  const { attached = [] } = said;
  const room = roomFor(modelOf(context).windowTokens, {
    input: sumOf(attached, textTokens),
    files: sumOf(named, ({ whole }) => textTokens(whole) + pictureTokens(whole)),
  });
  const kept = withPictures(named, room.files);
  const sizes = kept.map(({ whole }) => textTokens(whole));
  const shares = sharesOf(sizes, room.files - sumOf(kept, ({ whole }) => pictureTokens(whole)));
  const fits: Attachment[] = attached.map((one) => (one.kind === 'input' ? fittedInput(one, room.input) : one));
  for (const [at, { found, whole }] of kept.entries()) {
    const [size = 0, share = 0] = [sizes[at], shares[at]];
    fits.push(size <= share || whole.image || !looks ? whole : await looks.part(found, whole, share));
  }
  return fits.length === 0 ? said : { ...said, attached: fits };
}

/** Without those pictures for which those before them leave no room. */
function withPictures(named: readonly Named[], room: number): readonly Named[] {
  let left = room;
  return named.map((one) => {
    const { kind, path } = one.whole;
    const tokens = pictureTokens(one.whole);
    if (tokens <= left) {
      left -= tokens;
      return one;
    }
    const problem = `Not attached: it takes about ${tokens} tokens, and there is room for ${left}. The model can ask to read it.`;
    return { ...one, whole: unattached({ kind, path }, problem) };
  });
}

function textTokens({ text }: Attachment): number {
  return estimateTokens(text);
}

function pictureTokens({ image }: Attachment): number {
  return image ? tokensOfImage(image) : 0;
}

function sumOf<T>(all: readonly T[], tokensOf: (one: T) => number): number {
  return all.reduce((sum, one) => sum + tokensOf(one), 0);
}
