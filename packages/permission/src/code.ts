/**
 * Programs whose words hold code: interpreters with an option for it, and the languages of `awk` and `sed`. Such code may
 * write, start and talk to anything, and no path in it can be told.
 */
import { isPlainAwk } from './awk.ts';
import { isPlainSed } from './sed.ts';

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
