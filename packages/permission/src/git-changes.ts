/**
 * What subcommands of git change besides the files that git keeps: the configuration, in which programs are named, and files
 * that git does not keep, among which are the environment's.
 */
import { join } from 'node:path';
import { type Facts, NO_FACTS } from '@tagma/protocol';
import { pathFacts, sum } from './facts.ts';
import { subcommandOf } from './git-look.ts';
import { possibleTops, repositoryOf } from './git-repository.ts';
import type { Ground } from './ground.ts';
import { locateWord } from './paths.ts';
import { removedWith } from './removal.ts';

/** With operands they write the repository's configuration, or the person's. Those that only look are told before. */
const CONFIGURING: ReadonlySet<string> = new Set(['config', 'remote', 'submodule', 'worktree', 'sparse-checkout']);

/** `words` are those of a call of git that does more than look. `base` is the folder that it runs in. */
export function gitChanges(words: readonly string[], base: string, ground: Ground): Facts {
  const found = subcommandOf(words, base, ground);
  const folders = found?.places.map(({ path }) => path) ?? [base];
  // Behind options that are not understood, any word may be the subcommand.
  const names = found && !found.name.startsWith('-') ? [found.name] : words;
  if (names.some((word) => CONFIGURING.has(word)))
    return sum(folders.map((folder) => configuring(words, folder, ground)));
  if (!names.includes('clean')) return NO_FACTS;
  const folder = pathFacts(
    'deletes',
    folders.map((each) => locateWord('.', each, ground)),
  );
  const { deletes } = removedWith(folder, ground);
  // The repository itself stays, and with it the folder.
  const left = deletes.filter(({ path }) => !/\/\.git$/.test(path) && path !== ground.folder);
  return { ...NO_FACTS, deletes: left, readOnly: false };
}

function configuring(words: readonly string[], base: string, ground: Ground): Facts {
  const isTheirs = words.some((word) => /^--(gl|sy)/.test(word));
  const found = repositoryOf(base, ground);
  const known = found.ok && found.repository ? [found.repository.commonFolder] : [];
  const tops = possibleTops(base);
  const repositories = known.length > 0 ? known : (tops.length > 0 ? tops : [base]).map((top) => join(top, '.git'));
  const files = isTheirs ? [join(ground.home, '.gitconfig')] : repositories.map((each) => join(each, 'config'));
  return pathFacts(
    'writes',
    files.map((file) => locateWord(file, base, ground)),
  );
}
