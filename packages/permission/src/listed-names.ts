/**
 * The names that a command prints, where it prints nothing else: of searches that list files, and of filters between them and
 * whoever is given the names, as long as each name goes through whole. What a command would do with an option that has no
 * place here is not known.
 */

import { type FindRead, type FindStep, readFind, rootsOf } from './find.ts';
import { areTracked } from './git-tracked.ts';
import type { Ground } from './ground.ts';
import { ignoresInstalled } from './ignored.ts';
import { mayMatch } from './name-pattern.ts';
import { type OptionList, type OptionsRead, readOptions } from './options.ts';
import { GREP, grepInspection, RIPGREP, ripgrepInspection } from './searches.ts';
import type { Sweep } from './sweep.ts';
import { isUnknownText } from './unknown-text.ts';

type Options = Extract<OptionsRead, { ok: true }>;

export type Names = {
  /** The folders and files that are gone through, as written. */
  readonly roots: readonly string[];
  readonly sweep: Sweep;
  /** Whether each ends with NUL. Else it is a line, which is cut at blanks and quotes where it is read. */
  readonly areEndedByNul: boolean;
  /** Whether only those go through that git keeps. */
  readonly areTracked?: boolean;
};

const EVERYTHING: Sweep = { reads: () => true, enters: () => true, follows: () => true };
const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const isGiven = ({ given }: Options, names: ReadonlySet<string>) => [...given].some((name) => names.has(name));
const areAllIn = ({ given }: Options, ...names: readonly ReadonlySet<string>[]) =>
  [...given].every((name) => names.some((set) => set.has(name)));

/** Null where it prints anything but names, or it is not known what. `base` is the folder that it runs in. */
export function namesAfter(
  program: string,
  words: readonly string[],
  before: Names | null,
  base: string,
  ground: Ground,
): Names | null {
  if (words.some(isUnknownText)) return null;
  switch (program) {
    case 'head':
    case 'tail':
    case 'sort':
    case 'uniq':
      return before && passesNames(program, words, before) ? before : null;
    case 'grep':
      return before && selectsLines(readOptions(words, GREP), before) ? before : namesOfGrep(words);
    case 'rg':
      return before && selectsLines(readOptions(words, RIPGREP), before) ? before : namesOfRipgrep(words);
    case 'git':
      return namesOfGit(words, base, ground);
    case 'find':
      return namesOfFind(readFind(words));
    default:
      return null;
  }
}

/** Filters of lines, with the options by which each line stays whole. */
const FILTERS: { readonly [program: string]: OptionList } = {
  head: { flags: 'z', valued: 'n', numbers: true, long: 'zero-terminated', longValued: 'lines' },
  tail: { flags: 'z', valued: 'n', numbers: true, long: 'zero-terminated', longValued: 'lines' },
  sort: { flags: 'rnVuz', long: 'reverse numeric-sort version-sort unique zero-terminated' },
  uniq: { flags: 'z', long: 'zero-terminated' },
};

function passesNames(program: string, words: readonly string[], before: Names): boolean {
  const read = readOptions(words, FILTERS[program] ?? {});
  if (!read.ok || read.operands.length > 0) return false;
  const counts = [...(read.values.get('n') ?? []), ...(read.values.get('lines') ?? [])];
  if (counts.some((count) => !/^[-+]?\d+$/.test(count))) return false;
  return before.areEndedByNul === isGiven(read, setOf('z zero-terminated'));
}

/** Options of a search by which it prints lines as they are, of its input alone. */
const SELECTING = setOf(
  'E F G P i v w x e s S a U extended-regexp fixed-strings basic-regexp perl-regexp ignore-case smart-case case-sensitive ' +
    'invert-match word-regexp line-regexp regexp no-messages text pcre2',
);
const NUL_LINES = setOf('z null-data');

function selectsLines(read: OptionsRead, before: Names): boolean {
  if (!read.ok || !areAllIn(read, SELECTING, NUL_LINES)) return false;
  const isGivenPattern = isGiven(read, setOf('e regexp'));
  if (read.operands.length !== (isGivenPattern ? 0 : 1)) return false;
  return before.areEndedByNul === isGiven(read, NUL_LINES);
}

/** Options of a search that only choose where it looks, and for what. */
const GREP_CHOOSES = setOf(
  'y I H n r R m d D recursive dereference-recursive include exclude exclude-dir exclude-from max-count with-filename ' +
    'line-number binary-files directories no-ignore-case',
);
const RIPGREP_CHOOSES = setOf(
  'H n N m g t T u . L max-count max-depth with-filename line-number no-line-number glob iglob type type-not hidden follow ' +
    'no-ignore no-ignore-vcs unrestricted no-binary binary multiline multiline-dotall no-config sort sortr',
);
const NUL_NAMES = setOf('Z null 0');

function namesOfGrep(words: readonly string[]): Names | null {
  const read = readOptions(words, GREP);
  const listing = setOf('l L files-with-matches files-without-match');
  if (!read.ok || !isGiven(read, listing) || !areAllIn(read, listing, NUL_NAMES, SELECTING, GREP_CHOOSES)) return null;
  return listed(grepInspection(read), read, {});
}

function namesOfRipgrep(words: readonly string[]): Names | null {
  const read = readOptions(words, RIPGREP);
  const listing = setOf('l files files-with-matches files-without-match');
  if (!read.ok || !isGiven(read, listing) || !areAllIn(read, listing, NUL_NAMES, SELECTING, RIPGREP_CHOOSES))
    return null;
  const looksAtIgnored = isGiven(read, setOf('u unrestricted no-ignore no-ignore-vcs'));
  return listed(
    ripgrepInspection(read),
    read,
    looksAtIgnored ? {} : { entersInstalled: (folder: string) => !ignoresInstalled(folder) },
  );
}

/** The names of files that a search prints, of those that it comes to. */
function listed(
  inspection: ReturnType<typeof grepInspection>,
  read: Options,
  more: Pick<Sweep, 'entersInstalled'>,
): Names | null {
  if (!inspection.looks || inspection.sweep === null) return null;
  const sweep = { ...inspection.sweep, ...more };
  return asNames({ roots: inspection.paths, sweep }, 'bare', isGiven(read, NUL_NAMES));
}

const LS_FILES: OptionList = { flags: 'cmdz', long: 'cached modified deleted' };
/** A folder, a file, or a pattern below the folder that it begins with. */
const PLAIN_PLACE = /^(?!:)[\w./@+~*?-]+$/;

function namesOfGit([name, ...words]: readonly string[], base: string, ground: Ground): Names | null {
  const read = readOptions(words, LS_FILES);
  if (name !== 'ls-files' || !read.ok || !read.operands.every((place) => PLAIN_PLACE.test(place))) return null;
  const roots = read.operands.map((place) => place.replace(/[^/]*[*?].*$/, '') || '.');
  const sweep = {
    ...EVERYTHING,
    entersInstalled: (folder: string) => areTracked([{ path: folder, where: 'inside' }], base, ground).length > 0,
  };
  const names = asNames({ roots: roots.length === 0 ? ['.'] : roots, sweep }, 'bare', isGiven(read, setOf('z')));
  return { ...names, areTracked: true };
}

/** The names that it prints, and those for which it runs a command. */
export function namesOfFind(read: FindRead): Names | null {
  if (!read.ok || read.steps.some(({ word }) => /^-(ls|printf|exec)$/.test(word))) return null;
  const isByNul = read.steps.some(({ word }) => word === '-print0');
  if (isByNul && read.steps.some(({ word }) => word === '-print')) return null;
  return asNames({ roots: rootsOf(read), sweep: sweepOf(read.steps) }, 'with-folder', isByNul);
}

function asNames(
  { roots, sweep }: Pick<Names, 'roots' | 'sweep'>,
  lines: NonNullable<Sweep['lines']>,
  areEndedByNul: boolean,
): Names {
  return { roots, sweep: { ...sweep, lines, areEndedByNul }, areEndedByNul };
}

/** Only what every name must fit keeps something out. */
function sweepOf(all: readonly FindStep[]): Sweep {
  const pruned = prunedFirst(all);
  const steps = pruned.length > 0 ? all.slice(3) : all;
  const isConjunction = !steps.some(({ word }) => /^([()]|-o|-or|,)$/.test(word));
  const isNegated = (at: number) => /^(!|-not)$/.test(steps[at - 1]?.word ?? '');
  const wanted = (...options: readonly string[]) =>
    isConjunction ? steps.find(({ word }, at) => options.includes(word) && !isNegated(at))?.values[0] : undefined;
  const pattern = wanted('-name', '-iname');
  const isShallow = wanted('-maxdepth') === '1';
  const isWanted = (name: string) => pattern === undefined || mayMatch(pattern, name);
  const passedOver = new Set([...pruned, ...(isConjunction ? steps.flatMap((_, at) => excludedBy(steps, at)) : [])]);
  return {
    reads: isWanted,
    isByName: pattern !== undefined,
    enters: (name) => !isShallow && !passedOver.has(name),
    // It does not go where a link leads, but whoever is given its name does.
    follows: (name) => isWanted(name) && wanted('-type') !== 'f',
  };
}

/** `-not -path '*\/NAME/*'` */
function excludedBy(steps: readonly FindStep[], at: number): readonly string[] {
  const [not, path] = steps.slice(at, at + 2);
  if (!/^(!|-not)$/.test(not?.word ?? '') || /^(!|-not)$/.test(steps[at - 1]?.word ?? '')) return [];
  const [, name] = /^\*\/([\w.-]+)\/\*$/.exec(path?.word === '-path' ? (path.values[0] ?? '') : '') ?? [];
  return name === undefined ? [] : [name];
}

/** `-name NAME -prune -o …` */
function prunedFirst([name, prune, or]: readonly FindStep[]): readonly string[] {
  const pattern = name?.word === '-name' ? (name.values[0] ?? '') : '';
  const isPruned = prune?.word === '-prune' && /^(-o|-or)$/.test(or?.word ?? '');
  return isPruned && /^[\w.-]+$/.test(pattern) ? [pattern] : [];
}
