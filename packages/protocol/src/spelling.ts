/**
 * The names that look alike: macOS keeps `é` as two characters, names screenshots with a narrow space before AM and PM, and
 * with a curly apostrophe in French. A model writes the plain one, and finds nothing. One rule for all, as in `path.ts`.
 */

/** No file system that we know takes longer ones. */
const PATH_CHARACTERS_MAX = 4_096;

/** A look at the disk, for whoever wants to know how a name is really spelt. */
export type FolderLook = {
  /** Whether there is anything of that absolute path, a link that leads nowhere too. Never throws. */
  readonly exists: (path: string) => boolean;
  /** The names in a folder; none where it cannot be read. Never throws. */
  readonly names: (folder: string) => readonly string[];
};

/**
 * The path itself where it exists; else, name by name, that of the only thing in the folder whose name looks the same. Where
 * there is none or more than one, the rest stays as it was written. `path` is absolute, with `/`.
 */
export function actualSpelling(path: string, look: FolderLook): string {
  if (path.length > PATH_CHARACTERS_MAX || look.exists(path)) return path;
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  if (slash < 0 || name === '') return path;
  const folder = slash === 0 ? '' : actualSpelling(path.slice(0, slash), look);
  const written = `${folder}/${name}`;
  if (written !== path && look.exists(written)) return written;
  const wanted = looksOf(name);
  const [alike, ...others] = look.names(folder === '' ? '/' : folder).filter((other) => looksOf(other) === wanted);
  return alike === undefined || others.length > 0 ? written : `${folder}/${alike}`;
}

function looksOf(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u00a0\u2009\u202f]/g, ' ');
}
