/** What a checkpoint of a project may take: beyond that it is left out, and said. */

export const TREE_BYTES_MAX = 200 * 1024 ** 2;
export const TREE_MS_MAX = 2_000;
const FILES_MAX = 100_000;

/** Why a checkpoint is left out, in words. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
}

export type TreeLimits = {
  readonly msLeft: () => number;
  /** Throws `LeftOut`. @param files how many there are so far */
  readonly check: (files: number, bytes?: number) => void;
};

export function treeLimits(msMax = TREE_MS_MAX, bytesMax = TREE_BYTES_MAX): TreeLimits {
  const until = performance.now() + msMax;
  const msLeft = () => until - performance.now();
  return {
    msLeft,
    check(files, bytes = 0) {
      if (files > FILES_MAX) throw new LeftOut(`the project has more than ${FILES_MAX} files`);
      if (bytes > bytesMax) throw new LeftOut(`the project's files are more than ${bytesMax / 1024 ** 2} MB`);
      if (msLeft() < 0) throw new LeftOut(`keeping the project's files takes more than ${msMax / 1_000} s`);
    },
  };
}
