/** The names that a path is made of. */

/** Links in these folders mean something else to every process. */
export const KERNEL_FOLDERS = /^\/(proc|dev|sys)(\/|$)/;
/** Links in these lead straight to a file that a process holds, by no name. */
export const MAGIC_FOLDERS = /^\/proc\/[^/]+\/(cwd|root|exe|fd|map_files|task|ns)(\/|$)/;

export function namesOf(path: string): string[] {
  const separators = process.platform === 'win32' ? /[\\/]/ : '/';
  return path.split(separators).filter((name) => name !== '' && name !== '.');
}
