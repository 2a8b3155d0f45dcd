/** Long texts a piece at a time: as bytes at once they would take their size again. */

/** In UTF-16 code units. */
export const PIECE_CHARACTERS = 256 * 1024;

/** The text in pieces of about `PIECE_CHARACTERS`, none of which parts a pair of surrogates. */
export function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = wholeCharacter(text, from + PIECE_CHARACTERS);
    yield text.slice(from, to);
    from = to;
  }
}

function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
