/** The last bytes of an output, in constant memory (twice the window between two joins). Bytes are kept as they came. */

export const WINDOW_BYTES_MAX = 100 * 1024;

export type RollingWindow = {
  take(chunk: Buffer): void;
  size(): OutputSize;
  /** What is held, piece by piece. */
  chunks(): readonly Buffer[];
  /** What has come, or its last `WINDOW_BYTES_MAX` bytes, from the start of a character on. */
  text(): string;
  /**
   * The same, and begins anew behind it. A character that has not come whole is left for the next time, unless nothing comes
   * any more.
   */
  takeOut(isOver: boolean): OutputSize & { readonly text: string };
};

/** Of all that has come, not only of what is held. */
export type OutputSize = { readonly totalBytes: number; readonly totalLines: number };

export function createRollingWindow(): RollingWindow {
  let chunks: Buffer[] = [];
  let windowBytes = 0;
  let totalBytes = 0;
  let newlines = 0;
  let endsInsideLine = false;

  const size = (): OutputSize => ({ totalBytes, totalLines: newlines + (endsInsideLine ? 1 : 0) });

  function take(chunk: Buffer): void {
    if (chunk.length === 0) return;
    chunks.push(chunk);
    windowBytes += chunk.length;
    totalBytes += chunk.length;
    newlines += countNewlines(chunk);
    endsInsideLine = chunk[chunk.length - 1] !== NEWLINE;
    if (windowBytes > 2 * WINDOW_BYTES_MAX || chunks.length > CHUNKS_MAX) {
      chunks = [Buffer.from(lastOf(chunks))];
      windowBytes = chunks[0]?.length ?? 0;
    }
  }

  function text(): string {
    const tail = lastOf(chunks);
    const isWhole = tail.length === totalBytes;
    return (isWhole ? tail : tail.subarray(startOfCharacter(tail))).toString('utf8');
  }

  function clear(): void {
    chunks = [];
    windowBytes = 0;
    totalBytes = 0;
    newlines = 0;
    endsInsideLine = false;
  }

  return {
    take,
    size,
    chunks: () => chunks,
    text,
    takeOut(isOver) {
      const tail = lastOf(chunks);
      const begunBytes = isOver ? 0 : bytesOfBegunCharacter(tail);
      const begun = Buffer.from(tail.subarray(tail.length - begunBytes));
      const isWhole = tail.length === totalBytes;
      const from = isWhole ? 0 : startOfCharacter(tail);
      const out = {
        text: tail.subarray(from, tail.length - begun.length).toString('utf8'),
        totalBytes: totalBytes - begun.length,
        totalLines: size().totalLines,
      };
      clear();
      take(begun);
      return out;
    },
  };
}

const NEWLINE = 0x0a;
/** So many pieces are joined, however short they are: each costs memory of its own. */
const CHUNKS_MAX = 1_000;
const CHARACTER_BYTES_MAX = 4;

function lastOf(chunks: readonly Buffer[]): Buffer {
  const held = Buffer.concat(chunks);
  return held.subarray(Math.max(0, held.length - WINDOW_BYTES_MAX));
}

function countNewlines(chunk: Buffer): number {
  let newlines = 0;
  for (const byte of chunk) if (byte === NEWLINE) newlines++;
  return newlines;
}

/** The first byte that does not continue a character of UTF-8 (10xxxxxx); a character has three such bytes at most. */
function startOfCharacter(bytes: Buffer): number {
  for (let at = 0; at < CHARACTER_BYTES_MAX; at++) {
    const byte = bytes[at];
    if (byte === undefined || !continues(byte)) return at;
  }
  return 0;
}

/** How many bytes at the end begin a character that needs more of them. */
function bytesOfBegunCharacter(bytes: Buffer): number {
  for (let count = 1; count < CHARACTER_BYTES_MAX; count++) {
    const byte = bytes[bytes.length - count];
    if (byte === undefined) return 0;
    if (!continues(byte)) return bytesNeeded(byte) > count ? count : 0;
  }
  return 0;
}

/** By the first byte of a character. */
function bytesNeeded(byte: number): number {
  if (byte >= 0xf0 && byte <= 0xf4) return 4;
  if (byte >= 0xe0 && byte <= 0xef) return 3;
  return byte >= 0xc2 && byte <= 0xdf ? 2 : 1;
}

function continues(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
