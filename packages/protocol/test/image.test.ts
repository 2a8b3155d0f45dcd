/** The picture in an outcome's details: what counts as one, and how many of a conversation are sent. */
import { expect, test } from 'vitest';
import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, imageIn, imagesLeftOut, type JsonObject } from '../src/index.ts';

const IMAGE = { sha256: '0123456789abcdef'.repeat(4), mediaType: 'image/png', width: 640, height: 480, bytes: 9_000 };

test('a picture', () => {
  expect(imageIn({ path: '/a.png', image: IMAGE })).toEqual(IMAGE);
});

test.each<[string, JsonObject]>([
  ['no picture', { path: '/a.png' }],
  ['nothing', { image: null }],
  ['a text', { image: 'a.png' }],
  ['a list', { image: [IMAGE] }],
  ['as an earlier version wrote it', { image: { mediaType: 'image/png', path: '/a.png' } }],
  ['the name of a file', { image: { ...IMAGE, sha256: '../../../etc/passwd' } }],
  ['a name that begins like a hash', { image: { ...IMAGE, sha256: `${IMAGE.sha256}/../x` } }],
  ['a hash with a newline behind it', { image: { ...IMAGE, sha256: `${IMAGE.sha256}\n` } }],
  ['a hash in capitals', { image: { ...IMAGE, sha256: IMAGE.sha256.toUpperCase() } }],
  ['what no model takes', { image: { ...IMAGE, mediaType: 'image/svg+xml' } }],
  ['what would end the URL', { image: { ...IMAGE, mediaType: 'image/png","x":"' } }],
  ['no width', { image: { ...IMAGE, width: 0 } }],
  ['half a pixel', { image: { ...IMAGE, height: 1.5 } }],
  ['a number as text', { image: { ...IMAGE, width: '640' } }],
  ['too wide', { image: { ...IMAGE, width: IMAGE_PIXELS_MAX + 1 } }],
  ['too large', { image: { ...IMAGE, bytes: IMAGE_BYTES_MAX + 1 } }],
  ['a member missing', { image: { sha256: IMAGE.sha256, mediaType: 'image/png', width: 1, height: 1 } }],
  ['a member more', { image: { ...IMAGE, path: '/etc/passwd' } }],
])('none: %s', (_title, details) => {
  expect(imageIn(details)).toBe(null);
});

test.each<[images: number, bytes: number, leftOut: number]>([
  [0, 1, 0],
  [20, 1, 0],
  [21, 1, 10],
  [30, 1, 10],
  [31, 1, 20],
  [5, IMAGE_BYTES_MAX, 0],
  [6, IMAGE_BYTES_MAX, 1],
  [21, IMAGE_BYTES_MAX, 16],
])('of %i pictures of %i bytes the first %i are left out', (count, bytes, leftOut) => {
  expect(imagesLeftOut(Array.from({ length: count }, () => ({ ...IMAGE, bytes })))).toBe(leftOut);
});
