/**
 * Taking the compression off an answer while it arrives: start, feed, end. What has been decompressed is handed on as soon as
 * it is there, piece by piece, so that whoever reads can stop before a small answer has become a large one.
 */
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

export type Decoding = {
  /** Gives false where enough is under way: then the sender has to wait for `onReady`. */
  readonly feed: (bytes: Uint8Array) => boolean;
  /** Nothing more comes. What is under way is handed on before `onEnd` is called. */
  readonly end: () => void;
  /** Nothing is handed on any more. */
  readonly stop: () => void;
};

export type DecodingHooks = {
  /** The bytes are only lent: they change after the call. */
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onReady: () => void;
  /** Called once, unless it is stopped. `error` where the stream was cut (`Z_BUF_ERROR`) or is none of its kind. */
  readonly onEnd: (error: Error | null) => void;
};

/** What a request offers to take. */
export const ENCODINGS = 'gzip, deflate, br';

/** Whether the answer is as it is; the header may name that, too. */
export function isPlain(encoding: string): boolean {
  return encoding === '' || encoding === 'identity';
}

/** An answer is compressed in a way that nobody has offered to take. */
export class DecodingError extends Error {
  readonly code = 'ENCODING_UNKNOWN';

  constructor(encoding: string) {
    super(`it is encoded as "${encoding}", which was not asked for`);
  }
}

/**
 * @param encoding the value of `content-encoding`, in lower case
 * @param first the first bytes of the answer: `deflate` is sent with and without the head of zlib
 * @returns null for an encoding that is not known
 */
export function startDecoding(encoding: string, first: Uint8Array, hooks: DecodingHooks): Decoding | null {
  const decoder = decoderOf(encoding, first);
  if (decoder === null) return null;
  let stopped = false;
  const end = (error: Error | null) => {
    if (!stopped) hooks.onEnd(error);
    stopped = true;
  };
  decoder.on('data', (bytes: Uint8Array) => {
    if (!stopped) hooks.onBytes(bytes);
  });
  decoder.on('drain', hooks.onReady);
  decoder.on('end', () => end(null));
  decoder.on('error', end);
  return {
    feed: (bytes) => stopped || decoder.write(Uint8Array.from(bytes)),
    end: () => decoder.end(),
    stop() {
      stopped = true;
      decoder.destroy();
    },
  };
}

function decoderOf(encoding: string, first: Uint8Array): Transform | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return isZlib(first) ? zlib.createInflate() : zlib.createInflateRaw();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return null;
  }
}

/** RFC 1950: the method in the lower half of the first byte, 8 for deflate. */
function isZlib([first = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8;
}
