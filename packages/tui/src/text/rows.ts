/** Rows of a text, wherever they stand: long ones are put together without being copied. */
import type { Line } from './line.ts';

export type Rows = Iterable<Line> & {
  readonly length: number;
  /** From 0; nothing beyond. */
  at(place: number): Line | undefined;
};

/** Those of the parts, one after the other. */
export function joinedRows(...parts: readonly Rows[]): Rows {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return {
    length,
    at(place) {
      let left = place;
      for (const part of parts) {
        if (left < part.length) return left < 0 ? undefined : part.at(left);
        left -= part.length;
      }
      return undefined;
    },
    *[Symbol.iterator]() {
      for (const part of parts) yield* part;
    },
  };
}
