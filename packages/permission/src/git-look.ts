/**
 * `git` as a program of the shell: the subcommands that only look, with options from an allow-list. All of them load the
 * repository's configuration, which can name programs (`git-configuration.ts`): where it does, none of them only looks.
 */
import { type Facts, NO_FACTS } from '@tagma/protocol';
import { pathFacts, sum } from './facts.ts';
import { repositoryAt, runsPrograms } from './git-configuration.ts';
import { GIT_LOOKS } from './git-options.ts';
import type { Ground } from './ground.ts';
import { type OptionsRead, readOptions } from './options.ts';
import { locateWord } from './paths.ts';
import { isUnknownText } from './unknown-text.ts';

type Options = Extract<OptionsRead, { ok: true }>;

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
  const folders = places.map(({ path }) => path);
  if (folders.some((folder) => runsPrograms(folder, ground))) return null;
  const paths = [...read.paths, ...linesOf(read), ...(list.named?.(read) ?? read.operands)].filter(
    (path) => path !== '',
  );
  if (paths.some(isUnknownText)) return null;
  const reads = folders.map((folder) => lookedAt(paths, folder, ground));
  if (reads.includes(null)) return null;
  return sum([runs(places), ...reads.filter((facts) => facts !== null)]);
}

type Found = { readonly name: string; readonly rest: readonly string[]; readonly places: Facts['reads'] };

/** Past the options of git itself: only those that change nothing but the folder and the pager. */
export function subcommandOf(words: readonly string[], base: string, ground: Ground): Found | null {
  let places: Facts['reads'] = [{ path: base, where: 'inside' }];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '-C') {
      const located = locateWord(words[++at] ?? '', places[0]?.path ?? base, ground);
      if (!located.ok || located.facts.length > 1) return null;
      places = located.facts;
      continue;
    }
    if (/^(--no-pager|-P|--no-optional-locks|--literal-pathspecs)$/.test(word)) continue;
    return { name: word, rest: words.slice(at + 1), places };
  }
  return null;
}

/** `-L 1,9:FILE` */
function linesOf({ values }: Options): readonly string[] {
  return (values.get('L') ?? [])
    .map((range) => range.slice(range.lastIndexOf(':') + 1))
    .filter((path) => !/^\d+,\+?\d*$/.test(path));
}

/** Every operand may be a path; `HEAD:.env` is one too, by its name in the repository. Null where that is not clear. */
function lookedAt(paths: readonly string[], folder: string, ground: Ground): Facts | null {
  const top = repositoryAt(folder);
  const files = paths.flatMap((path) => {
    const sides = path.includes(':') ? path.split(/\.\.+(?!\/)/).flatMap((side) => side.split(':').slice(1)) : [path];
    return sides.map((side) =>
      path.includes(':') && !side.startsWith('.') ? { base: top?.folder, side } : { base: folder, side },
    );
  });
  if (files.some(({ base }) => base === undefined)) return null;
  return pathFacts(
    'reads',
    files.filter(({ side }) => side !== '').map(({ base, side }) => locateWord(side, base ?? folder, ground, 'read')),
  );
}

function runs(places: Facts['reads']): Facts {
  return { ...NO_FACTS, runs: ['git'], reads: places.filter(({ where }) => where !== 'inside') };
}
