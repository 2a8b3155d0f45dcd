/** Which of some files git keeps: it is asked, and where it has no answer, it keeps them all. */

import { askGit } from '@tagma/git';
import type { PathFact } from '@tagma/protocol';
import { placeOf, repositoryOf } from './git-repository.ts';
import type { Ground } from './ground.ts';

const MS_MAX = 1_500;

/** Those that git keeps, or that hold one that it keeps. `base` is a folder in the repository. */
export function areTracked(files: readonly PathFact[], base: string, ground: Ground): readonly PathFact[] {
  const found = repositoryOf(base, ground);
  if (files.length === 0 || !found.ok || found.repository === null) return files;
  const place = placeOf(base, ground);
  return files.filter(({ path }) => {
    const listed = askGit(['ls-files', '-z', '--', `:(literal)${path}`], place, { msMax: MS_MAX });
    // A path outside of the repository git refuses.
    return listed.exitCode === 0 ? listed.output !== '' : listed.exitCode === null;
  });
}
