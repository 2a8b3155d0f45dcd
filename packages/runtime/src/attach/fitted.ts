/** Of what goes with a prompt as much as there is room for: of what was piped in, and of the files that it names. */
import { type Attachment, type Context, estimateTokens, modelOf, type PromptGiven, type SteerGiven } from '@tagma/core';
import { roomFor, sharesOf } from './fitting.ts';
import { fittedInput } from './input.ts';
import type { Found, Looks } from './look.ts';

export type Said = PromptGiven | SteerGiven;

/** What a prompt names, and all of it that is shown. */
export type Named = { readonly found: Found; readonly whole: Attachment };

/** @param looks to look again at what does not fit whole */
export async function fitted(said: Said, named: readonly Named[], context: Context, looks?: Looks): Promise<Said> {
  const { attached = [] } = said;
  const sizes = named.map(({ whole }) => estimateTokens(whole.text));
  const size = { input: sumOf(attached.map(({ text }) => estimateTokens(text))), files: sumOf(sizes) };
  const room = roomFor(modelOf(context).windowTokens, size);
  const shares = sharesOf(sizes, room.files);
  const fits: Attachment[] = attached.map((one) => (one.kind === 'input' ? fittedInput(one, room.input) : one));
  for (const [at, { found, whole }] of named.entries()) {
    const [needs = 0, share = 0] = [sizes[at], shares[at]];
    fits.push(needs <= share || !looks ? whole : await looks.part(found, whole, share));
  }
  return fits.length === 0 ? said : { ...said, attached: fits };
}

function sumOf(tokens: readonly number[]): number {
  return tokens.reduce((sum, each) => sum + each, 0);
}
