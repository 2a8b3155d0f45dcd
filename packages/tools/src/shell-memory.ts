/** The folder that `cd` has led the shell of a session to. The next command begins there. */
import { realpathSync, statSync } from 'node:fs';

export type ShellMemory = {
  /** Where the next command runs, absolute, links followed; null for the project folder. */
  readonly folder: () => string | null;
  /** The same for a command that begins now. `lost` is the folder that it should have begun in and that is gone. */
  readonly begin: (project: string) => { readonly folder: string; readonly lost: string | null };
  /** A command has ended well in this folder. */
  readonly move: (folder: string, project: string) => void;
};

export function createShellMemory(): ShellMemory {
  let kept: string | null = null;
  return {
    folder: () => (kept !== null && isFolder(kept) ? kept : null),
    begin(project) {
      if (kept === null || isFolder(kept)) return { folder: kept ?? project, lost: null };
      const lost = kept;
      kept = null;
      return { folder: project, lost };
    },
    move(folder, project) {
      kept = isSameFolder(folder, project) ? null : folder;
    },
  };
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Whether two paths lead to the same folder. */
export function isSameFolder(one: string, other: string): boolean {
  return one === other || followed(one) === followed(other);
}

function followed(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
