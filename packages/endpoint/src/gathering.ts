/**
 * A text that arrives in small pieces, kept so that it costs no more than its characters: the pieces are parts of larger
 * strings, which are freed as soon as the pieces are joined, and reading the whole is cheap, for it is one flat string.
 */

/** Pieces are joined once they hold so many characters together. With 64 KB a reply of 8 MB took a tenth longer. */
const BLOCK_CHARACTERS = 1 << 12;

export type Gathering = { readonly blocks: string[]; pieces: string[]; piecesLength: number };

export function startGathering(): Gathering {
  return { blocks: [], pieces: [], piecesLength: 0 };
}

export function gather(gathering: Gathering, piece: string): void {
  if (piece === '') return;
  gathering.pieces.push(piece);
  gathering.piecesLength += piece.length;
  if (gathering.piecesLength >= BLOCK_CHARACTERS) join(gathering);
}

export function isEmpty({ blocks, piecesLength }: Gathering): boolean {
  return blocks.length === 0 && piecesLength === 0;
}

/** The whole so far. */
export function gathered(gathering: Gathering): string {
  join(gathering);
  const { blocks } = gathering;
  if (blocks.length > 1) blocks.splice(0, blocks.length, blocks.join(''));
  return blocks[0] ?? '';
}

function join(gathering: Gathering): void {
  if (gathering.piecesLength === 0) return;
  gathering.blocks.push(gathering.pieces.join(''));
  gathering.pieces = [];
  gathering.piecesLength = 0;
}
