/** The folders that files lie in, for they can be named as well. */

/** The paths, and before the first one in a folder that folder, with a slash at its end. */
export function withFolders(paths: readonly string[]): readonly string[] {
  const known = new Set<string>();
  return paths.flatMap((path) => {
    const folders: string[] = [];
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash + 1);
      if (known.has(folder)) break;
      known.add(folder);
      folders.push(folder);
    }
    return [...folders.reverse(), path];
  });
}

export function isFolder(path: string): boolean {
  return path.endsWith('/');
}
