/**
 * Which paths of a tree git ignores: the `.gitignore` of each folder, from the root of the repository (or of the file
 * system) down; a deeper one has the last word. Not read: `.git/info/exclude` and the user's own ignore file. Beside
 * that, `.git` and `node_modules` are always passed over.
 */
import { existsSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import type { Ignore } from 'ignore';
import { readRegularFile } from './regular-file.ts';

/** A longer list of rules is none that a person has written. */
const RULES_BYTES_MAX = 4 * 1024 * 1024;

export const ALWAYS_IGNORED: readonly string[] = ['.git', 'node_modules'];

export type IgnoredPaths = {
  /** Whether to pass over an entry of a folder at or below `root`. Folders above it must not be ignored. */
  isIgnored(folder: string, name: string, isFolder: boolean): boolean;
};

/** `root` is the absolute folder that is searched; rules above it count unless they ignore the root itself. */
export async function ignoredPathsBelow(root: string): Promise<IgnoredPaths> {
  const { default: createIgnore } = await import('ignore');
  const rulesOfFolder = new Map<string, Ignore | null>();
  const top = topOf(root);

  function rulesOf(folder: string): Ignore | null {
    const known = rulesOfFolder.get(folder);
    if (known !== undefined) return known;
    const text = readIgnoreFile(folder);
    const rules = text === null ? null : createIgnore({ ignorecase: false, allowRelativePaths: true }).add(text);
    rulesOfFolder.set(folder, rules);
    return rules;
  }

  function ignoredBetween(from: string, path: string, isFolder: boolean): boolean {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const tested = rulesOf(folder)?.test(`${slashed(relative(folder, path))}${isFolder ? '/' : ''}`);
      if (tested?.ignored) return true;
      if (tested?.unignored) return false;
      if (folder === from || folder === dirname(folder)) return false;
    }
  }

  // A folder that is named is searched, though git ignores it; then only what is in it has a say.
  const from = root !== top && ignoredBetween(top, root, true) ? root : top;

  return {
    isIgnored: (folder, name, isFolder) =>
      ALWAYS_IGNORED.includes(name) || ignoredBetween(from, `${folder}${sep}${name}`, isFolder),
  };
}

/** The root of the repository that a folder is in, or of the file system. */
function topOf(folder: string): string {
  const parent = dirname(folder);
  return parent === folder || existsSync(`${folder}${sep}.git`) ? folder : topOf(parent);
}

function readIgnoreFile(folder: string): string | null {
  try {
    return readRegularFile(`${folder}${sep}.gitignore`, RULES_BYTES_MAX).toString('utf8');
  } catch {
    return null;
  }
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
