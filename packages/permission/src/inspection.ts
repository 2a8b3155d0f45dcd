/** The answer to the question whether a program, with these words, only looks. */
export type Inspection =
  /** `paths`: what it reads, as written. */
  | { readonly looks: true; readonly paths: readonly string[] }
  /** `word`: the first that is not known to be harmless. */
  | { readonly looks: false; readonly word: string };

export function looksAt(paths: readonly string[]): Inspection {
  return { looks: true, paths };
}

export function refuse(word: string): Inspection {
  return { looks: false, word };
}
