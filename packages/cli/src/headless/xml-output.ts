/**
 * The history on standard output while it is written, byte for byte as it is in its file: a document with one root, which
 * `tagma replay` takes. Of a session that goes on, what was before comes first. Read from the file, so that who reads slowly
 * costs no memory.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { CLOSING_TAG } from '@tagma/protocol';
import type { Out } from './out.ts';
import type { Output } from './output.ts';

const PIECE_BYTES = 1 << 16;

export function xmlOutput(out: Out, file: string): Output {
  const fd = openSync(file, 'r');
  let offset = 0;
  let waits = false;

  /** Hands on what is there up to that place, as far as there is room. */
  const handOn = (end: number) => {
    while (offset < end && !out.isFull()) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - offset));
      const read = readSync(fd, piece, 0, piece.length, offset);
      if (read === 0) return;
      offset += read;
      out.write(piece.subarray(0, read));
    }
  };

  /** All but the closing tag: it is written over by the next record. */
  const follow = () => {
    const end = fstatSync(fd).size - CLOSING_TAG.length;
    handOn(end);
    if (offset >= end || waits) return;
    waits = true;
    void out.room().then(() => {
      waits = false;
      follow();
    });
  };

  return {
    hasProgress: true,
    take: ({ kind }) => {
      if (kind === 'step') follow();
    },
    async end() {
      const end = fstatSync(fd).size;
      while (offset < end) {
        await out.room();
        handOn(end);
      }
      closeSync(fd);
    },
  };
}
