import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PIECE_CHARACTERS, piecesOf } from '../src/pieces.ts';
import { sha256 } from '../src/sha256.ts';

const TEXTS: [title: string, text: string, lengths: number[]][] = [
  ['nothing', '', []],
  ['a character', 'a', [1]],
  ['as much as a piece', 'a'.repeat(PIECE_CHARACTERS), [PIECE_CHARACTERS]],
  ['more than a piece', 'ü'.repeat(PIECE_CHARACTERS + 1), [PIECE_CHARACTERS, 1]],
  ['a pair at the cut', `a${'😀'.repeat(PIECE_CHARACTERS / 2)}b`, [PIECE_CHARACTERS + 1, 1]],
  ['half a pair at the cut', `${'a'.repeat(PIECE_CHARACTERS)}\ude00b`, [PIECE_CHARACTERS + 1, 1]],
];

describe('a long text in pieces', () => {
  it.each(TEXTS)('%s', (_, text, lengths) => {
    const pieces = [...piecesOf(text)];
    expect(pieces.map(({ length }) => length)).toEqual(lengths);
    expect(pieces.join('') === text).toBe(true);
  });

  it.each(TEXTS)('has the same hash as in one: %s', (_, text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(Buffer.from(text)).digest('hex'));
  });
});
