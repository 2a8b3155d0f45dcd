/** The answer to the question whether a program, with these words, only looks. */
import type { Sweep } from './sweep.ts';

export type Inspection =
  /** `paths`: what it reads, as written. `sweep`: how it goes through those of them that are folders, if it does. */
  | {
      readonly looks: true;
      readonly paths: readonly string[];
      readonly sweep: Sweep | null;
      /** Whether it only says what is there, not what is in it. */
      readonly isOfNames?: boolean;
    }
  /** `word`: the first that is not known to be harmless. */
  | { readonly looks: false; readonly word: string };

export function looksAt(paths: readonly string[], sweep: Sweep | null = null): Inspection {
  return { looks: true, paths, sweep };
}

export function refuse(word: string): Inspection {
  return { looks: false, word };
}
