/**
 * The body of an answer, with its compression taken off, up to a limit: bytes as they come over the wire and bytes after
 * that are counted each, so that neither a long answer nor a small one that grows (a gzip bomb) fills the memory.
 */
import { type Duplex, PassThrough, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** What a request offers to take. */
export const ENCODINGS = 'gzip, br';

export type BoundedBody = {
  readonly bytes: Buffer;
  /** Whether more would have come. */
  readonly cut: boolean;
};

/**
 * Reads to the end or to `bytesMax`. Rejects where the stream breaks, or is not encoded as it says.
 *
 * @param encoding the header `content-encoding`
 */
export async function readBounded(body: Readable, encoding: string, bytesMax: number): Promise<BoundedBody> {
  const decoder = decoderOf(encoding);
  if (decoder === null) throw new Error(`its body is encoded as "${encoding}", which was not asked for`);

  let wireIsCut = false;
  async function* firstOnWire(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let seen = 0;
    for await (const chunk of source) {
      yield chunk.subarray(0, bytesMax - seen);
      seen += chunk.length;
      wireIsCut = seen > bytesMax;
      if (wireIsCut) return;
    }
  }
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    const decoded: AsyncIterable<Buffer> = pipeline(body, firstOnWire, decoder, () => {});
    for await (const chunk of decoded) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > bytesMax) break;
    }
  } catch (error) {
    // What is cut on the wire is incomplete for the decoder: what it gave until then is kept.
    if (!wireIsCut) throw error;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, bytesMax), cut: wireIsCut || length > bytesMax };
}

function decoderOf(encoding: string): Duplex | null {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}
