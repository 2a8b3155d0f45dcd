/**
 * What a look of git shows of protected files. It goes through a repository by itself, and comes to files that no word names.
 * In what shows changes they are hidden: for a look git is told that they are binary (`packages/tools/src/hidden-contents.ts`), so
 * what is found out here is where that does not hold: where the repository's own attributes say otherwise, where texts
 * are searched, and where an object is named by its number, of which nobody knows which file it is.
 */
import { join } from 'node:path';
import { askGit, type GitPlace, protectedContents, type Repository } from '@tagma/git';
import { isProtectedPath, type PathFact } from '@tagma/protocol';
import { isThere } from './disk.ts';
import { type Ground, isWithin } from './ground.ts';
import type { OptionsRead } from './options.ts';

type Options = Extract<OptionsRead, { ok: true }>;

/** So many are enough to ask. */
const NAMED_MAX = 10;
const MS_MAX = 1_500;

/** They only say which files have changed, and how much. */
const SUMMARIES = 'stat numstat shortstat dirstat summary compact-summary name-only name-status raw no-patch s'.split(
  ' ',
);
const PATCHES = (
  'p u U c m L W patch unified patch-with-stat cc word-diff word-diff-regex color-words function-context diff-merges ' +
  'inter-hunk-context check'
).split(' ');
/** They show changes if nothing is said. */
const SHOWING: ReadonlySet<string> = new Set('diff show stash diff-tree diff-index diff-files range-diff'.split(' '));

/** Protected files that the look would show, or search; null where that cannot be found out. */
export function protectedReads(
  look: { readonly name: string; readonly read: Options; readonly rest: readonly string[] },
  repository: Repository,
  place: GitPlace,
  ground: Ground,
): readonly PathFact[] | null {
  const { name, read } = look;
  const { top } = repository;
  const isSearch = name === 'grep';
  if (top === null || (!isSearch && !showsChanges(name, read))) return [];
  const own = ground.protectedPaths.filter((path) => isWithin(path, top));
  const isOurs = (path: string) => isProtectedPath(path) || own.some((each) => isWithin(join(top, path), each));
  const contents = protectedContents({ ...repository, top }, place, isOurs);
  if (contents === null) return null;
  const { tracked, shown } = contents;
  // What the person protects under names of his own, no attribute hides.
  const reached = isSearch
    ? withinScope(tracked, top, look, place.folder)
    : tracked.filter((path) => !isProtectedPath(path));
  return [...reached, ...(isSearch ? [] : shown)]
    .slice(0, NAMED_MAX)
    .map((path) => ({ path: join(top, path), where: 'protected' }));
}

/** Whether it compares files, and shows how they differ. */
export function showsChanges(name: string, { given }: Options): boolean {
  if (PATCHES.some((option) => given.has(option))) return true;
  return SHOWING.has(name) && !SUMMARIES.some((option) => given.has(option));
}

/** A search stays in the paths that it is given, where all that it is given are such: those behind `--` are. */
function withinScope(
  tracked: readonly string[],
  top: string,
  { read, rest }: { readonly read: Options; readonly rest: readonly string[] },
  folder: string,
): readonly string[] {
  const end = rest.indexOf('--');
  const given = end >= 0 ? rest.slice(end + 1) : read.given.has('e') ? read.operands : read.operands.slice(1);
  const isPlain = (word: string) => !/^:|[*?[\\]/.test(word) && (end >= 0 || isThere(join(folder, word)));
  const places = given.length === 0 ? [folder] : given.every(isPlain) ? given.map((word) => join(folder, word)) : [top];
  return tracked.filter((path) => places.some((each) => isWithin(join(top, path), each)));
}

/** A number of an object, or a path to one that is none of a commit. */
const NUMBER = /^[0-9a-f]{4,64}$|\^\{/i;
/** Those in which a folder of its own shows no more than names. */
const SHOWS_NAMES: ReadonlySet<string> = new Set(['show', 'cat-file', 'ls-tree', 'rev-parse', 'rev-list']);
/** Only what does not change is kept: which object a number means, and what it is. */
const known = new Set<string>();
const KNOWN_MAX = 5_000;

/** Whether the operands name a file's text, or a folder's, by number alone: which file that is cannot be told. */
export function namesObject(
  name: string,
  operands: readonly string[],
  repository: Repository,
  place: GitPlace,
): boolean {
  const sides = operands.flatMap((word) => word.split(/\.\.+(?!\/)/));
  const plain = sides.filter((side) => !side.includes(':') && NUMBER.test(side));
  // `NUMBER:PATH`: a path in a folder of which nobody knows which it is.
  const before = sides.filter((side) => side.includes(':')).map((side) => side.split(':')[0] ?? '');
  const numbers = before.filter((side) => NUMBER.test(side));
  const asked = [...new Set([...plain, ...numbers])].filter((side) => !known.has(`${repository.gitFolder} ${side}`));
  if (asked.length === 0) return false;
  if (asked.some((side) => side.includes('\n'))) return true;
  const input = asked.map((side) => `${side}^{}\n`).join('');
  const answer = askGit(['cat-file', '--batch-check'], place, { msMax: MS_MAX }, input);
  if (answer.exitCode !== 0) return true;
  const kinds = answer.output.split('\n').map((line) => / (missing|ambiguous|\w+(?= \d+$))/.exec(line)?.[1] ?? '');
  return asked.some((side, at) => {
    const kind = kinds[at];
    if (kind === 'missing' || kind === 'ambiguous') return false;
    if (kind === 'commit') {
      if (known.size > KNOWN_MAX) known.clear();
      if (!side.includes('{')) known.add(`${repository.gitFolder} ${side}`);
      return false;
    }
    return !(kind === 'tree' && SHOWS_NAMES.has(name) && !numbers.includes(side));
  });
}
