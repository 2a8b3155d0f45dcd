/**
 * What messages and pictures take of a window, in tokens as estimated. What an endpoint, or an encoder, has counted corrects the
 * estimate (`ratioFrom`).
 */
import { type ImageRef, imagesLeftOut } from '@tagma/protocol';
import { estimateTokens } from './estimate.ts';
import type { Message } from './message.ts';

/** Of a mixture of prose and code. */
const CHARACTERS_PER_TOKEN = 3.5;

/** The role and the template around each message. */
export const TOKENS_PER_MESSAGE = 4;
/**
 * A picture takes a token for so many pixels, within these bounds, as Anthropic counts; those of OpenAI and Qwen come near it,
 * and a model that scales every picture to one size takes a few hundred.
 */
const PIXELS_PER_TOKEN = 750;
const IMAGE_TOKENS_MIN = 85;
const IMAGE_TOKENS_MAX = 1_600;
/** An endpoint's count is believed within these bounds: beyond them it counts something else. */
const RATIO_MIN = 0.5;
const RATIO_MAX = 2;
/** Of the first `count` messages. */
export type Size = { readonly count: number; readonly tokens: number };

export const NO_SIZE: Size = { count: 0, tokens: 0 };

/** About how many characters of prose and code a number of tokens takes. */
export function charactersOf(tokens: number): number {
  return Math.floor(tokens * CHARACTERS_PER_TOKEN);
}

/** Goes on from the size of the first `size.count` messages to that of the first `count`. */
export function sizeTo(size: Size, messages: readonly Message[], count: number): Size {
  const added = messages.slice(size.count, count).map(tokensOf);
  return { count: Math.max(size.count, count), tokens: added.reduce((sum, tokens) => sum + tokens, size.tokens) };
}

/** Of each message once: a compaction looks at all of them several times. */
const estimated = new WeakMap<Message, number>();

/** Of a message as it is sent, without its pictures. */
export function tokensOf(message: Message): number {
  const known = estimated.get(message);
  if (known !== undefined) return known;
  const { content, reasoning = '' } = message;
  const tokens = TOKENS_PER_MESSAGE + estimateTokens(content) + estimateTokens(reasoning);
  estimated.set(message, tokens);
  return tokens;
}

/** Of the pictures in these messages, as far as they are sent. */
export function imageTokens(messages: readonly Message[]): number {
  const images = messages.flatMap((message) => message.images ?? []);
  return images.slice(imagesLeftOut(images)).reduce((sum, image) => sum + tokensOfImage(image), 0);
}

/** An estimate of what a picture takes of the window, in tokens: by its size, within bounds. */
export function tokensOfImage({ width, height }: ImageRef): number {
  return Math.min(Math.max(Math.ceil((width * height) / PIXELS_PER_TOKEN), IMAGE_TOKENS_MIN), IMAGE_TOKENS_MAX);
}

/** By how much the endpoint counts more than was estimated. */
export function ratioFrom(counted: number, estimated: number): number {
  if (counted <= 0 || estimated <= 0) return 1;
  return Math.min(Math.max(counted / estimated, RATIO_MIN), RATIO_MAX);
}
