/**
 * Names that one command finds and another is given: `find … -exec CMD {} +`, `find … | xargs CMD`, `git ls-files | xargs
 * CMD`. They are not known one by one, but where they lie is: the folders that are searched stand for them, and these
 * are looked through for what is protected, for links that lead out, and for names that would not arrive as they are.
 */
import { type Facts, NO_FACTS } from '@tagma/protocol';
import { commandFacts } from './command.ts';
import { sum } from './facts.ts';
import { findInspection } from './find.ts';
import { isTracked } from './git-configuration.ts';
import type { Ground } from './ground.ts';
import { inspectionOf } from './inspections.ts';
import { mayMatch } from './name-pattern.ts';
import { type OptionList, readOptions } from './options.ts';
import { nameOf, SHELL_STATE, SHELLS, WRAPPERS } from './programs.ts';
import { type Sweep, sweepFacts } from './sweep.ts';
import { FOUND, isUnknownText } from './unknown-text.ts';

export type Names = {
  readonly roots: readonly string[];
  readonly sweep: Sweep;
  /** Whether only those go through that git keeps. */
  readonly areTracked?: boolean;
};

const XARGS: OptionList = {
  flags: '0rtx',
  valued: 'nPLIsd',
  long: 'null no-run-if-empty verbose exit',
  longValued: 'max-args max-procs max-lines delimiter replace',
  leading: true,
};
/** What goes out of them are lines that came in. */
const FILTERS: ReadonlySet<string> = new Set(['head', 'tail', 'sort', 'uniq']);

/** The names that a command prints, one a line, with nothing around them; null for any other. */
export function namesAfter(program: string, words: readonly string[], before: Names | null): Names | null {
  if (words.some(isUnknownText)) return null;
  const looks = () => inspectionOf(program, words)?.looks === true;
  if (FILTERS.has(program)) {
    const takesFiles = words.some((word) => !word.startsWith('-') && !/^\d+$/.test(word));
    return before && !takesFiles && looks() ? before : null;
  }
  if (program === 'grep') {
    const isFilter = before && words.filter((word) => !word.startsWith('-')).length === 1;
    if (isFilter) return words.every((word) => !word.startsWith('-') || /^-[viEFwx]+$/.test(word)) ? before : null;
    const lists = words.some((word) => /^-[a-zA-Z]*l|^--files-with-matches$/.test(word));
    return lists ? listed(program, words) : null;
  }
  if (program === 'rg') {
    const lists = words.some((word) => /^(-[a-zA-Z]*l|--files|--files-with-matches)$/.test(word));
    return lists ? listed(program, words) : null;
  }
  if (program === 'git') {
    const isPlain = words[0] === 'ls-files' && words.slice(1).every((word) => !word.startsWith('-'));
    return isPlain ? { roots: ['.'], sweep: EVERYTHING, areTracked: true } : null;
  }
  return program === 'find' ? namesOfFind(words) : null;
}

/** The names of files that a search prints, of those that it comes to. */
function listed(program: string, words: readonly string[]): Names | null {
  const inspection = inspectionOf(program, words);
  if (!inspection?.looks || inspection.sweep === null) return null;
  return { roots: inspection.paths, sweep: { ...inspection.sweep, lines: 'bare' } };
}

const EVERYTHING: Sweep = { reads: () => true, enters: () => true, follows: () => true, lines: 'bare' };

function namesOfFind(words: readonly string[]): Names | null {
  const inspection = findInspection(words);
  if (!inspection.looks || words.some((word) => /^-(ls|printf)$/.test(word))) return null;
  return { roots: rootsOf(words), sweep: sweepOf(words) };
}

function rootsOf(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => /^(-.|[(!,])/.test(word) && !/^-[HP]$/.test(word));
  const roots = words.slice(0, start < 0 ? undefined : start).filter((word) => !/^-[HP]$/.test(word));
  return roots.length === 0 ? ['.'] : roots;
}

/** Only what every name must fit keeps something out. */
function sweepOf(words: readonly string[]): Sweep {
  const isConjunction = !words.some((word) => /^([()]|-o|-or|,)$/.test(word));
  const wanted = (...options: readonly string[]) => {
    const at = words.findIndex((word, index) => options.includes(word) && !/^(!|-not)$/.test(words[index - 1] ?? ''));
    return isConjunction && at >= 0 ? words[at + 1] : undefined;
  };
  const pattern = wanted('-name', '-iname');
  const isShallow = wanted('-maxdepth') === '1';
  const isWanted = (name: string) => pattern === undefined || mayMatch(pattern, name);
  return {
    reads: isWanted,
    isByName: pattern !== undefined,
    enters: () => !isShallow,
    // It does not go where a link leads, but whoever is given its name does.
    follows: (name) => isWanted(name) && wanted('-type') !== 'f',
    lines: 'with-folder',
  };
}

/** Null where no names are handed on, or the command that gets them is not understood. */
export function gatheredFacts(
  program: string,
  words: readonly string[],
  base: string,
  names: Names | null,
  ground: Ground,
): Facts | null {
  if (words.some(isUnknownText)) return null;
  if (program === 'xargs') return names && xargsFacts(words, base, names, ground);
  return program === 'find' ? findExecFacts(words, base, ground) : null;
}

function xargsFacts(words: readonly string[], base: string, names: Names, ground: Ground): Facts | null {
  const read = readOptions(words, XARGS);
  if (!read.ok) return null;
  const [mark] = [...(read.values.get('I') ?? []), ...(read.values.get('replace') ?? [])];
  const command = read.operands.length === 0 ? ['echo'] : read.operands;
  const isOneByOne = ['n', 'L', 'max-args', 'max-lines'].some((option) => read.values.get(option)?.at(-1) === '1');
  const given =
    mark === undefined ? [...command, ...placesOf(names, isOneByOne)] : put(command, mark, placesOf(names, true));
  return given && handedFacts('xargs', given, base, names, ground);
}

/** `-exec CMD {} ;` and `-exec CMD {} +` at the end of tests that only look. */
function findExecFacts(words: readonly string[], base: string, ground: Ground): Facts | null {
  const at = words.indexOf('-exec');
  const end = words.findIndex((word, index) => index > at && (word === ';' || word === '+'));
  if (at < 0 || end !== words.length - 1) return null;
  const tests = words.slice(0, at);
  const names = namesOfFind(tests);
  const given = names && put(words.slice(at + 1, end), '{}', placesOf(names, words[end] === ';'));
  if (!names || !given) return null;
  // Names that are handed on by find itself arrive as they are.
  const { lines: _, ...withoutLines } = names.sweep;
  const searched = commandFacts('find', tests, base, ground);
  const handed = handedFacts('find', given, base, { ...names, sweep: withoutLines }, ground);
  return handed && sum([searched, handed]);
}

/** What stands for the names: of several, there may always be one more, such as the file that `uniq` would write. */
function placesOf({ roots }: Names, isOneByOne: boolean): readonly string[] {
  const places = roots.map((root) => FOUND + root);
  return isOneByOne ? places : [...places, ...places];
}

/** The roots in the place of the mark, which must be a word of its own; a program is not found in this way. */
function put(command: readonly string[], mark: string, roots: readonly string[]): readonly string[] | null {
  if (command[0]?.includes(mark) || command.some((word) => word !== mark && word.includes(mark))) return null;
  return command.flatMap((word) => (word === mark ? roots : [word]));
}

function handedFacts(
  through: string,
  command: readonly string[],
  base: string,
  names: Names,
  ground: Ground,
): Facts | null {
  const [program = '', ...rest] = command;
  const name = nameOf(program);
  if (SHELLS.has(name) || WRAPPERS.has(name) || SHELL_STATE.has(name) || name === 'find') return null;
  // It would be taken for an option.
  if (names.roots.some((root) => root.startsWith('-'))) return null;
  const facts = commandFacts(program, rest, base, ground);
  const swept = sweepFacts(names.roots, names.sweep, base, ground);
  const reached = names.areTracked
    ? { ...swept, reads: swept.reads.filter(({ path }) => isTracked(path, base)) }
    : swept;
  return sum([{ ...NO_FACTS, runs: [through] }, facts, reached]);
}
