/**
 * Programs that only look, and the options with which they do. An allow-list: a program, an option or a form of operand
 * that is not here is no inspection. What an inspection reads is given as paths; a word that may be a path counts as one.
 *
 * Left out on purpose: whatever reads its operands' names from a file, writes an output file, follows a growing file or
 * the links that it comes to, or starts another program. Git is looked at in `git-look.ts`.
 */

import { ASKING_PROGRAMS } from './asking-programs.ts';
import { awkInspection } from './awk.ts';
import { findInspection } from './find.ts';
import { type Inspection, looksAt, refuse } from './inspection.ts';
import { files, LOOKING_PROGRAMS } from './looking-programs.ts';
import { readOptions } from './options.ts';
import { sedInspection } from './sed.ts';
import { testInspection } from './test-program.ts';

/** Programs whose words are not read as options. */
const FREE_FORM: { readonly [name: string]: (words: readonly string[]) => Inspection } = {
  echo: () => looksAt([]),
  true: () => looksAt([]),
  false: () => looksAt([]),
  ':': () => looksAt([]),
  exit: ([status]) => (status === undefined || /^\d+$/.test(status) ? looksAt([]) : refuse(status)),
  sleep: (words) => {
    const other = words.find((word) => !/^\d+(\.\d+)?[smh]?$/.test(word));
    return other === undefined ? looksAt([]) : refuse(other);
  },
  // `printf -v` assigns, and so does `%n`.
  printf: (words) => {
    const [format = ''] = words[0] === '--' ? words.slice(1) : words;
    const isAssigning = words[0] !== '--' && format.startsWith('-');
    return isAssigning || /%[^a-zA-Z%]*[hlLjzt]*n/.test(format) ? refuse(format) : looksAt([]);
  },
  '[': (words) => (words.at(-1) === ']' ? testInspection(words.slice(0, -1)) : refuse(words.at(-1) ?? '')),
  // Into what is open already, it changes nothing.
  tee: (words) => {
    const file = words.find((word) => !/^(\/dev\/(null|stdout|stderr)|-a)$/.test(word));
    return file === undefined ? looksAt([]) : refuse(file);
  },
  test: testInspection,
  find: findInspection,
  awk: awkInspection,
  gawk: awkInspection,
  mawk: awkInspection,
  sed: sedInspection,
  gsed: sedInspection,
  ...ASKING_PROGRAMS,
};

/** Whether a word behind these can be no option of the program any more: it is one of those that end theirs with `--`. */
export function endsOptions(program: string, words: readonly string[]): boolean {
  const list = Object.hasOwn(LOOKING_PROGRAMS, program) ? LOOKING_PROGRAMS[program] : undefined;
  // The last may be the value of an option.
  return list !== undefined && words.includes('--') && readOptions(words.slice(0, words.indexOf('--')), list).ok;
}

/** Whether a program with these words only looks; null if the program is not one that is known to. */
export function inspectionOf(program: string, words: readonly string[]): Inspection | null {
  const freeForm = Object.hasOwn(FREE_FORM, program) ? FREE_FORM[program] : undefined;
  if (freeForm) return freeForm(words);
  const list = Object.hasOwn(LOOKING_PROGRAMS, program) ? LOOKING_PROGRAMS[program] : undefined;
  if (!list) return null;
  const read = readOptions(words, list);
  return read.ok ? (list.operands ?? files)(read) : refuse(read.option);
}
