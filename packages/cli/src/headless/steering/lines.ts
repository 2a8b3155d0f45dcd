/** Lines of a stream of bytes, each bounded: one that is too long, or is no UTF-8, is told as such, and the next is read. */

export type InputLine =
  | { readonly ok: true; readonly number: number; readonly text: string }
  | { readonly ok: false; readonly number: number; readonly message: string };

/** A text of a megabyte takes up to six of them in JSON. */
export const LINE_BYTES_MAX = 8 << 20;

const NEWLINE = 0x0a;

/** Lines by their numbers, from 1, without blank ones; the last need not end in a newline. */
export async function* linesOf(
  input: AsyncIterable<Uint8Array>,
  bytesMax: number = LINE_BYTES_MAX,
): AsyncGenerator<InputLine, void> {
  let number = 1;
  let pieces: Uint8Array[] = [];
  let bytes = 0;

  const keep = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes <= bytesMax) pieces.push(piece);
    else pieces = [];
  };
  const take = (): InputLine | null => {
    const line = bytes > bytesMax ? tooLong(number, bytesMax) : lineOf(number, Buffer.concat(pieces));
    number += 1;
    pieces = [];
    bytes = 0;
    return line.ok && line.text.trim() === '' ? null : line;
  };

  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      start = end + 1;
      const line = take();
      if (line) yield line;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  }
  const last = take();
  if (last) yield last;
}

function lineOf(number: number, bytes: Uint8Array): InputLine {
  try {
    // A mark of the byte order goes with the first line.
    return { ok: true, number, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, number, message: 'the line is not UTF-8' };
  }
}

function tooLong(number: number, bytesMax: number): InputLine {
  return { ok: false, number, message: `the line is longer than ${bytesMax} bytes` };
}
