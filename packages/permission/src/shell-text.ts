/** `bash -c TEXT`: the text that a shell is given to run. */
import { nameOf, SHELLS } from './programs.ts';

/** Null where no text is given, or not in this plain way. */
export function shellTextOf(program: string, words: readonly string[]): string | null {
  if (!SHELLS.has(nameOf(program)) || !/^(ba|da|z|k)?sh$/.test(program.replace(/^(\/usr)?\/bin\//, ''))) return null;
  const [option, text, ...more] = words;
  if (option === undefined || text === undefined || !/^-[eux]*c$/.test(option)) return null;
  // What follows is `$0`, `$1` and so on: plain words change nothing but their values, which are not known.
  return more.every((word) => /^[\w.-]*$/.test(word)) ? text : null;
}
