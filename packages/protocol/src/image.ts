/**
 * A picture that a tool has shown, by reference: the session has kept the bytes, and finds them by their hash, so that a
 * reference stands for no other bytes and for no file elsewhere.
 */
import type { JsonObject } from './json.ts';

/** What stands in `details.image` of an outcome. */
export type ImageRef = {
  /** Of the bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** One of those that models take. */
  readonly mediaType: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
};

const MEDIA_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const HASH = /^[0-9a-f]{64}$/;
const MEMBERS = ['sha256', 'mediaType', 'width', 'height', 'bytes'];

/** 5 MB as they are sent, in base64: what Anthropic takes of one picture. */
export const IMAGE_BYTES_MAX = 3_932_160;
/** Wide or high: what Anthropic takes. */
export const IMAGE_PIXELS_MAX = 8_000;
/** Of a conversation, the last ones are sent. Beyond twenty Anthropic takes only small ones. */
const IMAGES_SENT_MAX = 20;
/** So many are left out at once, so that the beginning of what is sent stays the same for a while. */
const IMAGES_LEFT_OUT = 10;
/** Of all that are sent: some servers take no request of more than 32 MB, and in base64 this is 27. */
const IMAGES_BYTES_MAX = 20 * 1024 * 1024;

/** The picture in the details of an outcome; null where there is none, or none that is whole and within the limits. */
export function imageIn({ image }: JsonObject): ImageRef | null {
  if (typeof image !== 'object' || image === null || Array.isArray(image)) return null;
  const { sha256, mediaType, width, height, bytes } = image as JsonObject;
  const isWhole =
    Object.keys(image).length === MEMBERS.length &&
    typeof sha256 === 'string' &&
    HASH.test(sha256) &&
    typeof mediaType === 'string' &&
    MEDIA_TYPES.includes(mediaType) &&
    isCount(width, IMAGE_PIXELS_MAX) &&
    isCount(height, IMAGE_PIXELS_MAX) &&
    isCount(bytes, IMAGE_BYTES_MAX);
  return isWhole ? { sha256, mediaType, width, height, bytes } : null;
}

/** How many of a conversation's pictures, the oldest first, are not sent any more. */
export function imagesLeftOut(images: readonly ImageRef[]): number {
  const over = images.length - IMAGES_SENT_MAX;
  let left = over <= 0 ? 0 : Math.ceil(over / IMAGES_LEFT_OUT) * IMAGES_LEFT_OUT;
  let bytes = images.slice(left).reduce((sum, image) => sum + image.bytes, 0);
  for (; bytes > IMAGES_BYTES_MAX; left++) bytes -= images[left]?.bytes ?? 0;
  return left;
}

function isCount(value: unknown, max: number): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= max;
}
