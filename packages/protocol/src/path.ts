/**
 * Where a path of a call points to. One rule for all: what the permission looks at must be the file that the tool opens.
 */
import type { FolderLook } from './spelling.ts';

/** What relative paths and `~` are read by. */
export type PathBase = {
  /** The working folder, absolute. */
  readonly folder: string;
  /** The person's home folder, absolute. */
  readonly home: string;
};

/**
 * The absolute path that a written one means: `~` and `~/…` are the home, one leading `@` (a mention, as in `@src/a.ts`)
 * is no part of the name where the folder has nothing that is called so (`@types`), all else is relative to the folder.
 * Total: `..` is left in, for the caller's `path.resolve`, and so is a NUL, for the caller to refuse.
 */
export function locate(written: string, base: PathBase, look: Pick<FolderLook, 'exists'>): string {
  const [first = ''] = written.split('/');
  const isMention = first.startsWith('@') && !look.exists(`${base.folder}/${first}`);
  const path = isMention ? written.slice(1) : written;
  if (path === '~') return base.home;
  if (path.startsWith('~/')) return `${base.home}/${path.slice(2)}`;
  const isAbsolute = path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
  return isAbsolute ? path : `${base.folder}/${path}`;
}

/** The names that a glob begins with and that mean themselves: all before the first that may match several. */
export function fixedNames(pattern: string): readonly string[] {
  const names = pattern.split('/');
  const live = names.findIndex((name) => /[*?[\]{}()!+@\\]/.test(name));
  return live < 0 ? names : names.slice(0, live);
}
