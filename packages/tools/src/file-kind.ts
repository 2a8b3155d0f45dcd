/**
 * What a file is by its first bytes, whatever its name says. A table of our own: the library for it wants a newer Node than
 * we do, and a dozen kinds are all that a model has a use for.
 */
import { isBinary } from './file-encoding.ts';

/** So many bytes of the beginning tell all that is to be told here. */
export const HEAD_BYTES = 16 * 1024;

export type FileKind =
  | { readonly form: 'text' }
  | { readonly form: 'pdf' }
  /** `mediaType` of those that a model may take as an image. */
  | { readonly form: 'image'; readonly type: string; readonly mediaType: string | null }
  | { readonly form: 'binary'; readonly type: string };

type Signature = readonly [at: number, bytes: string, type: string, mediaType?: string | null];

/** A character a byte. What has a fourth member is an image. */
const SIGNATURES: readonly Signature[] = [
  [0, '\x89PNG\r\n\x1a\n', 'PNG image', 'image/png'],
  [0, '\xff\xd8\xff', 'JPEG image', 'image/jpeg'],
  [0, 'GIF87a', 'GIF image', 'image/gif'],
  [0, 'GIF89a', 'GIF image', 'image/gif'],
  [8, 'WEBPVP8', 'WebP image', 'image/webp'],
  [4, 'ftypavif', 'AVIF image', null],
  [4, 'ftyphei', 'HEIC image', null],
  [0, 'II*\0', 'TIFF image', null],
  [0, 'MM\0*', 'TIFF image', null],
  [0, '\0\0\x01\0', 'Windows icon', null],
  [0, 'BM', 'BMP image', null],
  [0, '\x7fELF', 'ELF program or library'],
  [0, 'MZ', 'Windows program or library'],
  [0, '\xcf\xfa\xed\xfe', 'Mach-O program or library'],
  [0, '\xca\xfe\xba\xbe', 'Java class or Mach-O program'],
  [0, '\0asm', 'WebAssembly module'],
  [0, 'PK\x03\x04', 'ZIP archive (as .docx, .xlsx and .jar are too)'],
  [0, 'PK\x05\x06', 'ZIP archive, empty'],
  [0, '\x1f\x8b', 'gzip archive'],
  [0, 'BZh', 'bzip2 archive'],
  [0, '\xfd7zXZ\0', 'xz archive'],
  [0, '\x28\xb5\x2f\xfd', 'Zstandard archive'],
  [0, '7z\xbc\xaf\x27\x1c', '7-Zip archive'],
  [0, 'Rar!\x1a\x07', 'RAR archive'],
  [257, 'ustar', 'tar archive'],
  [0, '!<arch>\n', 'library of object files, or Debian package'],
  [0, 'SQLite format 3\0', 'SQLite database'],
  [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'document of an old Microsoft Office'],
  [4, 'ftyp', 'MP4 video or audio'],
  [8, 'WAVE', 'WAV audio'],
  [8, 'AVI ', 'AVI video'],
  [0, 'OggS', 'Ogg audio or video'],
  [0, 'fLaC', 'FLAC audio'],
  [0, 'ID3', 'MP3 audio'],
  [0, '\x1a\x45\xdf\xa3', 'Matroska or WebM video'],
  [0, 'wOFF', 'WOFF font'],
  [0, 'wOF2', 'WOFF2 font'],
  [0, '\0\x01\0\0', 'TrueType font'],
  [0, 'OTTO', 'OpenType font'],
];

/** By the first `HEAD_BYTES` of a file, or all where it is shorter. Text of any encoding counts as text. */
export function kindOf(head: Buffer, isText: boolean): FileKind {
  if (starts(head, 0, '%PDF-')) return { form: 'pdf' };
  const found = SIGNATURES.find(([at, bytes]) => starts(head, at, bytes) && (!isPlain(bytes) || isBinary(head)));
  if (found) {
    const [, , type, mediaType] = found;
    return mediaType === undefined ? { form: 'binary', type } : { form: 'image', type, mediaType };
  }
  return isText ? { form: 'text' } : { form: 'binary', type: 'of an unknown type' };
}

function starts(head: Buffer, at: number, bytes: string): boolean {
  return head.toString('latin1', at, at + bytes.length) === bytes;
}

/** A text may begin so too. */
function isPlain(bytes: string): boolean {
  return /^[\n\x20-\x7e]*$/.test(bytes);
}
