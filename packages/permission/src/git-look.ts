/**
 * `git` as a program of the shell: the subcommands that only look, with options from an allow-list. A look runs with settings
 * by which the repository's configuration starts nothing (`@tagma/git`); what it names freely no setting turns off, so git is
 * asked for it, and then it is no look.
 */

import type { RepositoryFound } from '@tagma/git';
import { type Facts, NO_FACTS } from '@tagma/protocol';
import { pathFacts, sum, unknownFacts } from './facts.ts';
import { namesObject, protectedReads, showsChanges } from './git-contents.ts';
import { GIT_LOOKS, type GitLook } from './git-options.ts';
import { placeOf, possibleTops, repositoryOf } from './git-repository.ts';
import type { Ground } from './ground.ts';
import { type OptionsRead, readOptions } from './options.ts';
import { locateWord } from './paths.ts';
import { SWEEPS_ALL, sweepFacts } from './sweep.ts';
import { FOUND, isUnknownText } from './unknown-text.ts';

type Options = Extract<OptionsRead, { ok: true }>;
type Look = { readonly name: string; readonly list: GitLook; readonly read: Options; readonly rest: readonly string[] };

/** Null where it is not plain that git only looks. `base` is the folder that it runs in. */
export function gitLookFacts(words: readonly string[], base: string, ground: Ground): Facts | null {
  const found = subcommandOf(words, base, ground);
  if (!found) return null;
  const { name, rest, places } = found;
  if (name === '--version' || name === 'version') return rest.length === 0 ? runs([]) : null;
  const list = Object.hasOwn(GIT_LOOKS, name) ? GIT_LOOKS[name] : undefined;
  const read = list && readOptions(rest, list);
  if (!list || !read?.ok || !(list.operands?.(read, rest) ?? true)) return null;
  // A format that shows who signed starts the program that checks signatures.
  if (rest.some((word) => word.includes('%G'))) return null;
  if (findsCommits(name, rest)) return null;
  const paths = [...read.paths, ...linesOf(read), ...(list.named?.(read) ?? read.operands)].filter(
    (path) => path !== '',
  );
  if (paths.some(isUnknownText)) return null;
  const look = { name, list, read, rest };
  const pieces = places.map(({ path }) => lookIn(path, look, paths, ground));
  if (pieces.includes(null)) return null;
  return sum([runs(places), ...pieces.filter((facts) => facts !== null)]);
}

/** Of one folder. */
function lookIn(folder: string, look: Look, paths: readonly string[], ground: Ground): Facts | null {
  const reads = lookedAt(paths, folder, ground);
  if (reads === null) return null;
  if (look.list.isPlain) return reads;
  const found = repositoryOf(folder, ground);
  if (!found.ok) return { ...unknownFacts(found.why), runs: ['git'] };
  const { name, read } = look;
  const compares = (name === 'diff' || showsChanges(name, read)) && !read.given.has('no-ext-diff');
  const comparing = compares ? found.comparing : [];
  const programs = [...found.programs, ...comparing];
  if (programs.length > 0) return sum([reads, { ...NO_FACTS, runs: ['git', ...programs], readOnly: false }]);
  return showing(folder, look, found, reads, ground);
}

function showing(
  folder: string,
  look: Look,
  { repository }: Extract<RepositoryFound, { ok: true }>,
  reads: Facts,
  ground: Ground,
): Facts | null {
  const { name, read } = look;
  // Outside of a repository it compares what it is given, folders with all that is in them.
  if (repository === null)
    return name === 'diff' ? sum([reads, sweepFacts(read.operands, SWEEPS_ALL, folder, ground)]) : reads;
  const place = placeOf(folder, ground);
  const operands = read.operands.filter((word) => word !== '');
  if (namesObject(name, name === 'grep' && !read.given.has('e') ? operands.slice(1) : operands, repository, place))
    return {
      ...unknownFacts('it names an object of git by its number, and it is not known which file that is'),
      runs: ['git'],
    };
  const contents = protectedReads(look, repository, place, ground);
  if (contents === null) return { ...unknownFacts('git cannot say which files it keeps here'), runs: ['git'] };
  return sum([reads, { ...NO_FACTS, reads: contents }]);
}

type Found = { readonly name: string; readonly rest: readonly string[]; readonly places: Facts['reads'] };

/** Past the options of git itself: only those that change nothing but the folder and the pager. */
export function subcommandOf(words: readonly string[], base: string, ground: Ground): Found | null {
  let places: Facts['reads'] = [{ path: base, where: 'inside' }];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '-C') {
      const folder = words[++at] ?? '';
      // Of folders that are found, none is known.
      if (folder.startsWith(FOUND) || isUnknownText(folder)) return null;
      const located = locateWord(folder, places[0]?.path ?? base, ground);
      if (!located.ok || located.facts.length > 1) return null;
      places = located.facts;
      continue;
    }
    if (/^(--no-pager|-P|--no-optional-locks|--literal-pathspecs)$/.test(word)) continue;
    return { name: word, rest: words.slice(at + 1), places };
  }
  return null;
}

/** These take a name for a commit, or for any object, before they take it for a file. */
const TAKING_COMMITS: ReadonlySet<string> = new Set(['show', 'cat-file', 'diff', 'grep']);

/** Whether names that another command finds stand where a commit may be meant. */
function findsCommits(name: string, rest: readonly string[]): boolean {
  const end = rest.indexOf('--');
  return TAKING_COMMITS.has(name) && rest.slice(0, end < 0 ? undefined : end).some((word) => word.startsWith(FOUND));
}

/** `-L 1,9:FILE` */
function linesOf({ values }: Options): readonly string[] {
  return (values.get('L') ?? [])
    .map((range) => range.slice(range.lastIndexOf(':') + 1))
    .filter((path) => !/^\d+,\+?\d*$/.test(path));
}

/** Every operand may be a path; `HEAD:.env` is one too, by its name in the repository. Null where that is not clear. */
function lookedAt(paths: readonly string[], folder: string, ground: Ground): Facts | null {
  const inCommit = (side: string) => !side.startsWith('.');
  const files = paths.flatMap((path) => {
    if (!path.includes(':')) return [{ bases: [folder], side: path }];
    const sides = path.split(/\.\.+(?!\/)/).flatMap((side) => side.split(':').slice(1));
    return sides.map((side) => ({ bases: inCommit(side) ? possibleTops(folder) : [folder], side }));
  });
  if (files.some(({ bases }) => bases.length === 0)) return null;
  const named = files.filter(({ side }) => side !== '');
  return pathFacts(
    'reads',
    named.flatMap(({ bases, side }) => bases.slice(0, 1).map((base) => locateWord(side, base, ground, 'read'))),
  );
}

function runs(places: Facts['reads']): Facts {
  return { ...NO_FACTS, runs: ['git'], reads: places.filter(({ where }) => where !== 'inside') };
}
