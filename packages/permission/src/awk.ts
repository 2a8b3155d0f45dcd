/** Calls of `awk`: whether its program only computes and prints, and what it reads. */
import { isPlainProgram } from './awk-program.ts';
import { type Inspection, looksAt, refuse } from './inspection.ts';
import { type OptionsRead, readOptions } from './options.ts';

type Options = Extract<OptionsRead, { ok: true }>;

/**
 * Null where the words hold an option that is not known. Long ones with a value are not: the one true awk passes over them alone,
 * and takes the value for the program.
 */
function optionsOf(words: readonly string[]): Options | null {
  const read = readOptions(words, { valued: 'Fvf', long: 'posix sandbox csv', flags: 'k', leading: true });
  return read.ok ? read : null;
}

/** A program in a file is a program that runs, like any other: it is plain, and no inspection. */
export function isPlainAwk(words: readonly string[]): boolean {
  const read = optionsOf(words);
  if (!read) return false;
  return read.given.has('f') || isPlainProgram(read.operands[0] ?? '');
}

export function awkInspection(words: readonly string[]): Inspection {
  const read = optionsOf(words);
  if (!read || read.given.has('f') || !(read.values.get('v') ?? []).every(isAssignment)) return refuse(words[0] ?? '');
  const [program = '', ...files] = read.operands;
  return isPlainProgram(program) ? looksAt(files.filter((file) => !isAssignment(file))) : refuse(program);
}

/** `name=value`, which sets a variable, also among the files. Not all awks take it for one with a second `=`. */
function isAssignment(word: string): boolean {
  const [, name] = /^([a-z_]\w*)=(?!=)/i.exec(word) ?? [];
  return name !== undefined && isPlainProgram(name);
}
