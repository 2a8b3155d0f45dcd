/** Whether what is installed in a folder is surely passed over by programs that obey a repository's list of what it ignores. */
import { dirname, join } from 'node:path';
import { isThere, textOf } from './disk.ts';

const BYTES_MAX = 65_536;

/** `installed` is the folder of installed things. Only the plain case: its name stands in the list, in a repository's top. */
export function ignoresInstalled(installed: string): boolean {
  const folder = dirname(installed);
  if (!isThere(join(folder, '.git'))) return false;
  const text = textOf(join(folder, '.gitignore'), BYTES_MAX);
  if (typeof text !== 'string') return false;
  const lines = text.split(/\r?\n/);
  // A line may take something back, here or in a list that counts for more.
  if (lines.some((line) => line.startsWith('!'))) return false;
  const hasOthers = ['.ignore', '.rgignore'].some((name) => isThere(join(folder, name)));
  return !hasOthers && lines.some((line) => /^\/?node_modules\/?$/.test(line.trim()));
}
