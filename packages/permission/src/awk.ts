/**
 * Programs in the language of `awk`: whether one only computes and prints. It is read token by token, for what is a
 * redirection outside of a string or a regular expression is a plain character inside.
 */
import { type Inspection, looksAt, refuse } from './inspection.ts';
import { type OptionsRead, readOptions } from './options.ts';

type Options = Extract<OptionsRead, { ok: true }>;

const isGiven = ({ given }: Options, ...names: string[]) => names.some((name) => given.has(name));

/** Null where the words hold an option that is not known. */
function optionsOf(words: readonly string[]): Options | null {
  const read = readOptions(words, {
    valued: 'Fvf',
    longValued: 'field-separator assign file',
    long: 'posix sandbox csv',
    flags: 'k',
    leading: true,
  });
  return read.ok ? read : null;
}

/** A program in a file is a program that runs, like any other: it is plain, and no inspection. */
export function isPlainAwk(words: readonly string[]): boolean {
  const read = optionsOf(words);
  if (!read) return false;
  return isGiven(read, 'f', 'file') || isPlainProgram(read.operands[0] ?? '');
}

export function awkInspection(words: readonly string[]): Inspection {
  const read = optionsOf(words);
  if (!read || isGiven(read, 'f', 'file')) return refuse(words[0] ?? '');
  const [program = '', ...files] = read.operands;
  // `name=value` among the files sets a variable.
  return isPlainProgram(program) ? looksAt(files.filter((file) => !/^[a-z_]\w*=/i.test(file))) : refuse(program);
}

const TOKEN =
  /(?<blank>[ \t]+|\\\n|#[^\n]*)|(?<text>"(?:[^"\\\n]|\\.)*")|(?<name>[A-Za-z_]\w*)|(?<number>\d[\w.]*|\.\d+)|(?<sign>&&|\|\||[<>=!+*/%^-]=|\+\+|--|\*\*|!~|[-\n{}()[\];,+*/%^!<>|?:~$=.])/y;
/** After these, a slash begins a regular expression. */
const BEFORE_REGEX = /^(|[\n{}(,;!~?:]|&&|\|\||!~)$/;
const REGEX = /\/(?:[^/\\[\]\n]|\\.|\[\^?(?:[^\]\\/\n]|\\.)+\])+\//y;
/** They reach out: files and programs, the words and the environment, functions by name. */
const REACHES =
  /^(getline|system|extension|ARGV|ARGC|ARGIND|ENVIRON|SYMTAB|FUNCTAB|PROCINFO|load|include|namespace|nextfile|return|in|case|print|printf)$/;
/** Of these, only a slash after them is not understood. */
const HARMLESS_WORDS = /^(nextfile|return|in|case|print|printf)$/;

function isPlainProgram(program: string): boolean {
  let at = 0;
  let last = '';
  let [braces, parentheses] = [0, 0];
  while (at < program.length) {
    if (program[at] === '/' && BEFORE_REGEX.test(last)) {
      REGEX.lastIndex = at;
      if (!REGEX.test(program)) return false;
      at = REGEX.lastIndex;
      last = '/regex/';
      continue;
    }
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(program);
    if (!found) return false;
    at = TOKEN.lastIndex;
    const { blank, name } = found.groups ?? {};
    const [token] = found;
    if (blank !== undefined) continue;
    if (name !== undefined && REACHES.test(name) && !HARMLESS_WORDS.test(name)) return false;
    if (token === '{') braces++;
    if (token === '}') braces--;
    if (token === '(') parentheses++;
    if (token === ')') parentheses--;
    if (braces < 0 || parentheses < 0 || token === '|') return false;
    // In a statement, outside of parentheses, it may be where `print` writes.
    if (token === '>' && braces > 0 && parentheses === 0) return false;
    if (token.startsWith('/') && (HARMLESS_WORDS.test(last) || /^(\+\+|--|.*=|[-+*%^<>$.])$/.test(last))) return false;
    last = token;
  }
  return braces === 0 && parentheses === 0;
}
