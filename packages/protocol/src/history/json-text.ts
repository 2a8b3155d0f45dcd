/**
 * A value as JSON text, however deep it is nested: `JSON.stringify` recurses, and throws at some thousands of levels,
 * which a model can well send. (`JSON.parse` does not recurse.) It also keeps `-0`, which `JSON.stringify` loses.
 */
import type { Json } from '../json.ts';

/** What is still to be written, the next piece last. */
type Piece = { readonly literal: string } | { readonly value: Json };

/** `JSON.parse(jsonText(value))` is the value again; members that are undefined are left out. */
export function jsonText(value: Json): string {
  let text = '';
  const pieces: Piece[] = [{ value }];
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
    if ('literal' in piece) text += piece.literal;
    else if (typeof piece.value === 'object' && piece.value !== null) {
      for (const part of parts(piece.value).reverse()) pieces.push(part);
    } else text += Object.is(piece.value, -0) ? '-0' : JSON.stringify(piece.value);
  }
  return text;
}

function parts(value: Json): Piece[] {
  const isArray = Array.isArray(value);
  const pieces: Piece[] = [{ literal: isArray ? '[' : '{' }];
  for (const [key, member] of Object.entries(value as { readonly [key: string]: Json | undefined })) {
    if (member === undefined) continue;
    const comma = pieces.length > 1 ? ',' : '';
    pieces.push({ literal: isArray ? comma : `${comma}${JSON.stringify(key)}:` }, { value: member });
  }
  pieces.push({ literal: isArray ? ']' : '}' });
  return pieces;
}
