/** Whether what is installed in a folder is surely passed over by programs that obey a repository's list of what it ignores. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const CHARS_MAX = 65_536;

/** `installed` is the folder of installed things. Only the plain case: its name stands in the list, in a repository's top. */
export function ignoresInstalled(installed: string): boolean {
  const folder = dirname(installed);
  try {
    if (!existsSync(join(folder, '.git'))) return false;
    const text = readFileSync(join(folder, '.gitignore'), 'utf8');
    const lines = text.slice(0, CHARS_MAX).split(/\r?\n/);
    // A line may take something back, here or in a list that counts for more.
    const isPlain = text.length <= CHARS_MAX && !lines.some((line) => line.startsWith('!'));
    const hasOthers = ['.ignore', '.rgignore'].some((name) => existsSync(join(folder, name)));
    return isPlain && !hasOthers && lines.some((line) => /^\/?node_modules\/?$/.test(line.trim()));
  } catch {
    return false;
  }
}
