/**
 * Programs that search the contents of files, and how they go through a folder: what they come to in there, and what
 * their options surely keep them from.
 */
import { type Inspection, looksAt } from './inspection.ts';
import { mayMatch, surelyMatches } from './name-pattern.ts';
import type { OptionList, OptionsRead } from './options.ts';
import type { Sweep } from './sweep.ts';

type Options = Extract<OptionsRead, { ok: true }>;

const COLOUR = 'color colour';

export const GREP: OptionList = {
  flags: 'EFGPiIyvwxcoqsnHhblLrRUzaZT',
  valued: 'ABCmDde',
  paths: 'f',
  long:
    'extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case invert-match word-regexp line-regexp ' +
    'count only-matching quiet silent no-messages line-number with-filename no-filename byte-offset recursive dereference-recursive ' +
    `files-with-matches files-without-match null null-data text initial-tab ${COLOUR}`,
  longValued:
    'regexp after-context before-context context max-count include exclude exclude-dir binary-files directories label',
  longPaths: 'file exclude-from',
};

export const RIPGREP: OptionList = {
  flags: 'iSsnNvwxclUoaFpPHI0qL.u',
  valued: 'ABCegmMrtTj',
  paths: 'f',
  long:
    'ignore-case smart-case case-sensitive line-number no-line-number invert-match word-regexp line-regexp count ' +
    'count-matches files-with-matches files-without-match only-matching multiline multiline-dotall fixed-strings ' +
    'pcre2 with-filename no-filename null quiet files json heading no-heading column trim vimgrep stats pretty type-list ' +
    `no-messages no-config hidden follow no-ignore no-ignore-vcs unrestricted ${COLOUR} no-binary binary only-matching files-without-match`,
  longValued:
    'regexp glob iglob type type-not max-count max-depth max-columns context after-context before-context sort sortr replace',
  longPaths: 'file',
};

const FOLLOWING = ['R', 'dereference-recursive'];

export function grepInspection(read: Options): Inspection {
  const ways = valuesOf(read, 'd', 'directories');
  const isRecursive =
    ['r', 'recursive', ...FOLLOWING].some((name) => read.given.has(name)) || ways.some((way) => way !== 'skip');
  const [paths, targets] = pathsOf(read);
  if (!isRecursive) return looksAt(paths);
  return looksAt(targets.length === 0 ? [...paths, '.'] : paths, grepSweep(read));
}

/**
 * Without `--include` all is read but what `--exclude` names; without `--exclude` only what `--include` names. With both
 * it depends on their order.
 */
function grepSweep(read: Options): Sweep {
  const includes = valuesOf(read, 'include');
  const excludes = valuesOf(read, 'exclude');
  const excludedFolders = valuesOf(read, 'exclude-dir');
  const isMixed = excludes.length > 0 || read.given.has('exclude-from');
  return {
    reads: (name) =>
      includes.length === 0
        ? !excludes.some((pattern) => surelyMatches(pattern, name))
        : isMixed || includes.some((pattern) => mayMatch(pattern, name)),
    isByName: includes.length > 0 && !isMixed,
    enters: (name) => !excludedFolders.some((pattern) => surelyMatches(pattern, name)),
    follows: () => FOLLOWING.some((name) => read.given.has(name)),
  };
}

export function ripgrepInspection(read: Options): Inspection {
  const [paths, targets] = pathsOf(read, read.given.has('files') || read.given.has('type-list'));
  return looksAt(targets.length === 0 ? [...paths, '.'] : paths, ripgrepSweep(read));
}

/** None of their names is hidden. */
const TYPES_OF_CODE =
  /^(ts|typescript|js|py|python|rust|go|java|kotlin|scala|c|cpp|h|cs|csharp|swift|ruby|php|lua|css|html|md|markdown|json|yaml|toml|xml|sql|proto|vue|svelte)$/;

/** Passes over hidden names, but for those that a glob or a type asks for. */
function ripgrepSweep(read: Options): Sweep {
  const globs = valuesOf(read, 'g', 'glob', 'iglob');
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const hasType = valuesOf(read, 't', 'type').some((type) => !TYPES_OF_CODE.test(type));
  const isWanted = (name: string) => wanted.some((glob) => mayMatch(glob, name));
  const looksAtHidden = ['.', 'hidden', 'u', 'unrestricted'].some((name) => read.given.has(name));
  const isHidden = (name: string) => !looksAtHidden && name.startsWith('.');
  const isUnwanted = (name: string) => wanted.length === 0 && unwanted.some((glob) => surelyMatches(glob, name));
  return {
    reads: (name) => !isUnwanted(name) && (hasType || (wanted.length === 0 ? !isHidden(name) : isWanted(name))),
    enters: (name) => !isUnwanted(name) && (!isHidden(name) || isWanted(name)),
    follows: () => ['L', 'follow'].some((name) => read.given.has(name)),
  };
}

/** All that is read, and of it what is searched: a pattern, unless an option gives it, and then files. */
function pathsOf(read: Options, isWithoutPattern = false): [paths: readonly string[], targets: readonly string[]] {
  const isGiven = isWithoutPattern || ['e', 'f', 'regexp', 'file'].some((name) => read.given.has(name));
  const targets = isGiven ? read.operands : read.operands.slice(1);
  return [[...read.paths, ...targets], targets];
}

/** Of two folders it compares all files of the same name, through links; of anything else, two files. */
export function diffInspection(read: Options): Inspection {
  const isRecursive = read.given.has('r') || read.given.has('recursive');
  return looksAt([...read.paths, ...read.operands], {
    reads: () => true,
    enters: () => isRecursive,
    follows: () => true,
  });
}

function valuesOf(read: Options, ...names: string[]): readonly string[] {
  return names.flatMap((name) => read.values.get(name) ?? []);
}
