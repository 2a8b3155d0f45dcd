/**
 * Whether a look goes into submodules all the same, where git is started again, with filters of their own: a setting of theirs
 * (`ignore`) comes before the general one that keeps it out. In doubt, it does.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigurationEntry } from './configuration.ts';
import { readPlainFile } from './plain-file.ts';
import type { Repository } from './repository-paths.ts';

const BYTES_MAX = 1024 ** 2;

/** @param isInHead whether the last commit has a `.gitmodules` */
export function goesIntoSubmodules(
  { top, gitFolder }: Repository,
  entries: readonly ConfigurationEntry[],
  isInHead: boolean,
): boolean {
  if (top === null) return false;
  const isKeptOut = ({ value }: ConfigurationEntry) => /^(all|dirty)$/i.test(value);
  if (entries.some((entry) => /^submodule\..+\.ignore$/s.test(entry.name) && !isKeptOut(entry))) return true;
  const text = readPlainFile(join(top, '.gitmodules'), BYTES_MAX);
  // What is not in the work tree, git takes from the index, or the last commit.
  return text === null
    ? isInHead || mayHaveModules(gitFolder)
    : text === undefined || /ignore/i.test(text.toString('latin1'));
}

/** By its bytes: in the fourth form names are written without what they share with the name before. */
function mayHaveModules(gitFolder: string): boolean {
  if (namesIn(gitFolder).some((name) => name.startsWith('sharedindex.'))) return true;
  const index = readPlainFile(join(gitFolder, 'index'));
  if (!index) return index === undefined;
  return index.includes(index.length > 7 && index[7] === 4 ? 'modules\0' : '.gitmodules\0');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
