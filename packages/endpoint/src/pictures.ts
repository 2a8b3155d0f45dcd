/**
 * The pictures of a conversation as they are sent: data URLs, loaded anew for each request. Where one is not sent, the message
 * says so in a line: a weak model would make up what it shows.
 */
import { type ImageRef, imagesLeftOut } from '@tagma/protocol';
import type { ChatMessage, LoadImage } from './contract.ts';

/** What becomes of each picture: the URL that is sent, or why there is none. */
export type Pictures = ReadonlyMap<ImageRef, { readonly url: string } | { readonly unsent: string }>;

export const NO_PICTURES: Pictures = new Map();

const UNTAKEN =
  'Not shown: this model is not sent pictures. Do not guess what they show; say that you cannot see them.';
const OLDER = 'A picture was shown here and is not sent any more: read it again if it is needed.';
const GONE = 'The picture cannot be loaded any more: read it again if it is needed.';

/** @param load null where the model takes none */
export async function loadPictures(messages: readonly ChatMessage[], load: LoadImage | null): Promise<Pictures> {
  const images = messages.flatMap((message) => message.images ?? []);
  if (images.length === 0) return NO_PICTURES;
  const leftOut = imagesLeftOut(images);
  const pictures = new Map<ImageRef, { readonly url: string } | { readonly unsent: string }>();
  for (const [at, image] of images.entries()) {
    if (load === null) pictures.set(image, { unsent: UNTAKEN });
    else if (at < leftOut) pictures.set(image, { unsent: OLDER });
    else pictures.set(image, await pictureOf(image, load));
  }
  return pictures;
}

export function hasUrls(pictures: Pictures): boolean {
  return [...pictures.values()].some((picture) => 'url' in picture);
}

/** What of these messages is sent, in their order, and what is said of the rest: each reason once. */
export function picturesIn(messages: readonly ChatMessage[], pictures: Pictures) {
  const found = messages.flatMap(({ images = [] }) => images.flatMap((image) => pictures.get(image) ?? []));
  const urls = found.flatMap((picture) => ('url' in picture ? picture.url : []));
  const unsent = new Set(found.flatMap((picture) => ('unsent' in picture ? `(${picture.unsent})` : [])));
  return { urls, unsent: [...unsent] };
}

async function pictureOf(image: ImageRef, load: LoadImage): Promise<{ url: string } | { unsent: string }> {
  const bytes = await load(image);
  if (bytes === null) return { unsent: GONE };
  const { buffer, byteOffset, byteLength } = bytes;
  return { url: `data:${image.mediaType};base64,${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}` };
}
