/**
 * The text of a reply while it arrives in pieces of any size. Small pieces are joined into blocks, so that neither the
 * number of strings nor the cost of a slice grows with the number of pieces.
 */

/** Pieces are joined once they hold so many characters together: until then each may keep the larger string alive that it is a part of. */
const BLOCK_CHARACTERS = 1 << 12;

export type Tape = {
  readonly blocks: string[];
  /** Where each block starts in the text. */
  readonly starts: number[];
  pieces: string[];
  piecesLength: number;
  /** Of the whole text, in UTF-16 code units. */
  length: number;
};

export function startTape(): Tape {
  return { blocks: [], starts: [], pieces: [], piecesLength: 0, length: 0 };
}

export function append(tape: Tape, text: string): void {
  if (text === '') return;
  tape.pieces.push(text);
  tape.piecesLength += text.length;
  tape.length += text.length;
  if (tape.piecesLength >= BLOCK_CHARACTERS) join(tape);
}

export function slice(tape: Tape, from: number, to: number): string {
  if (from >= to) return '';
  if (to > tape.length - tape.piecesLength) join(tape);
  let text = '';
  for (let i = blockAt(tape, from); i < tape.blocks.length; i++) {
    const start = tape.starts[i] ?? 0;
    if (start >= to) break;
    text += tape.blocks[i]?.slice(Math.max(from - start, 0), to - start) ?? '';
  }
  return text;
}

/** The text from there to its end. Costs as much as it is long, however small the pieces are: they are joined for good. */
export function textSince(tape: Tape, from: number): string {
  const { pieces } = tape;
  let start = tape.length;
  if (from < start - tape.piecesLength) return slice(tape, from, start);
  let first = pieces.length;
  while (start > from) start -= pieces[--first]?.length ?? start;
  if (first < pieces.length - 1) pieces.push(pieces.splice(first).join(''));
  return pieces[first]?.slice(from - start) ?? '';
}

/** The text ends there: what stands behind it is gone. */
export function truncate(tape: Tape, length: number): void {
  const text = slice(tape, 0, length);
  tape.blocks.splice(0, tape.blocks.length, text);
  tape.starts.splice(0, tape.starts.length, 0);
  tape.pieces = [];
  tape.piecesLength = 0;
  tape.length = text.length;
}

function join(tape: Tape): void {
  if (tape.piecesLength === 0) return;
  tape.starts.push(tape.length - tape.piecesLength);
  tape.blocks.push(tape.pieces.join(''));
  tape.pieces = [];
  tape.piecesLength = 0;
}

/** The last block that starts at or before the position. */
function blockAt(tape: Tape, position: number): number {
  let low = 0;
  let high = tape.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tape.starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
