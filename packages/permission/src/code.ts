/**
 * Programs whose words hold code: interpreters with an option for it, and the languages of `awk` and `sed`. Such code may
 * write, start and talk to anything, and no path in it can be told.
 */
import { readOptions } from './options.ts';

type Interpreter = {
  /** Letters of short options that take code, in a cluster too. */
  readonly code: string;
  /** Letters of short options that take the rest of their word for something else. */
  readonly valued?: string;
  /** Long options that take code, and subcommands that do, separated by blanks. */
  readonly words?: string;
};

const JAVASCRIPT: Interpreter = { code: 'ep', valued: 'rC', words: '--eval --print' };
const INTERPRETERS: { readonly [name: string]: Interpreter } = {
  python: { code: 'c', valued: 'mWXQ' },
  pypy: { code: 'c', valued: 'mWXQ' },
  node: JAVASCRIPT,
  nodejs: JAVASCRIPT,
  tsx: JAVASCRIPT,
  'ts-node': JAVASCRIPT,
  bun: JAVASCRIPT,
  deno: { code: 'ep', words: 'eval repl' },
  perl: { code: 'eE', valued: 'IxFCD' },
  ruby: { code: 'e', valued: 'IrCxFEKTW' },
  php: { code: 'rBRE', valued: 'dcfFtz', words: '--run --process-begin --process-code --process-end' },
  lua: { code: 'e', valued: 'l' },
  luajit: { code: 'e', valued: 'ljbO' },
  osascript: { code: 'e', valued: 'l' },
  rscript: { code: 'e' },
  r: { code: 'e' },
  julia: { code: 'eE', words: '--eval --print' },
  groovy: { code: 'e' },
  elixir: { code: 'e', words: '--eval --rpc-eval' },
  guile: { code: 'c' },
  tclsh: { code: '' },
};
const AWKS: ReadonlySet<string> = new Set(['awk', 'gawk', 'mawk', 'nawk', 'original-awk']);
const SEDS: ReadonlySet<string> = new Set(['sed', 'gsed', 'ssed']);

/** `name` as `nameOf` gives it; a version may follow it (`python3.11`). */
export function runsCode(name: string, words: readonly string[]): boolean {
  if (AWKS.has(name)) return !isPlainAwk(words);
  if (SEDS.has(name)) return !isPlainSed(words);
  const bare = name.replace(/[-\d.]+$/, '');
  const interpreter = Object.hasOwn(INTERPRETERS, bare) ? INTERPRETERS[bare] : undefined;
  if (!interpreter) return false;
  return words.some((word) => isCodeOption(word, interpreter)) || runsItsInput(words);
}

function isCodeOption(word: string, { code, valued = '', words = '' }: Interpreter): boolean {
  if (/^data:|=data:/.test(word)) return true;
  if (words.split(' ').some((long) => word === long || word.startsWith(`${long}=`))) return word !== '';
  if (!/^-[^-]/.test(word)) return false;
  for (const letter of word.slice(1)) {
    if (code.includes(letter)) return true;
    if (valued.includes(letter)) return false;
  }
  return false;
}

/** No file, no module: the code comes with standard input. */
function runsItsInput(words: readonly string[]): boolean {
  if (words.includes('-')) return true;
  const isAsked = words.some((word) => /^(--.+|-[vVh]|-m.+)$/.test(word) || !word.startsWith('-'));
  return !isAsked;
}

/** What writes, reads or starts something: redirections (and comparisons that look like one), pipes, such calls and names. */
const AWK_REACHES = /[>|@]|getline|system|extension|ARG|ENVIRON/;

function isPlainAwk(words: readonly string[]): boolean {
  const read = readOptions(words, { valued: 'Fvf', longValued: 'field-separator assign file', long: 'posix sandbox' });
  if (!read.ok) return false;
  // A program in a file is a program that runs, like any other.
  if (read.given.has('f') || read.given.has('file')) return true;
  return !AWK_REACHES.test((read.operands[0] ?? '').replaceAll('||', ''));
}

function isPlainSed(words: readonly string[]): boolean {
  // With or without a suffix, and the empty one that BSD's wants beside it.
  const others = words.filter((word) => word !== '' && !/^-[nErsuz]*i|^--in-place/.test(word));
  const read = readOptions(others, {
    ...{
      flags: 'nErsuz',
      valued: 'elf',
      long: 'quiet silent regexp-extended separate unbuffered null-data posix sandbox',
    },
    longValued: 'expression file line-length',
  });
  if (!read.ok) return false;
  const given = [...(read.values.get('e') ?? []), ...(read.values.get('expression') ?? [])];
  if (given.length > 0) return isPlainSedScript(given.join('\n'));
  return read.given.has('f') || read.given.has('file') || isPlainSedScript(read.operands[0] ?? '');
}

const SED_REGEX = /\/((?:[^/\\\n]|\\.)*)\/I?/.source;
const SED_ADDRESS = `(?:\\d+(?:~\\d+)?|\\$|${SED_REGEX})`;
const SED_ADDRESSES = `(?:${SED_ADDRESS}\\s*(?:,\\s*(?:${SED_ADDRESS}|[+~]\\d+)\\s*)?!?\\s*)?`;
/** Letters that stand alone, and `s` without the flags that write (`w`) or start (`e`). */
const SED_SUBSTITUTION =
  /s(?<mark>[/|#,:@!%])(?<regex>(?:(?!\k<mark>)[^\\\n]|\\.)*)\k<mark>(?:(?!\k<mark>)[^\\\n]|\\.)*\k<mark>[gpIiM\d]*/
    .source;
const SED_COMMAND = new RegExp(
  `[\\s;]*(?:${SED_ADDRESSES}(?:[pdDPgGhHxnN=l]|q\\d*|${SED_SUBSTITUTION})\\s*(?:[;\\n]|$)|$)`,
  'y',
);
/** Seds do not agree whether a delimiter may stand in brackets: those of a plain one are closed. */
const CLOSED_BRACKETS = /^(?:[^[\\]|\\.|\[\^?(?:\][^\]]*|[^\]]+)\])*$/s;

function isPlainSedScript(script: string): boolean {
  SED_COMMAND.lastIndex = 0;
  while (SED_COMMAND.lastIndex < script.length) {
    const found = SED_COMMAND.exec(script);
    if (!found) return false;
    const [, first = '', second = ''] = found;
    if (![first, second, found.groups?.regex ?? ''].every((regex) => CLOSED_BRACKETS.test(regex))) return false;
  }
  return true;
}
