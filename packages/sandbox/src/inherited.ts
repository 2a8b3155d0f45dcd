/**
 * Files that this program was started with beside its three standard ones. Node closes the low ones in programs that it
 * starts, and stops at a gap; the others come into every command. In a sandbox a folder among them is a way out of it:
 * `/proc/1/fd/N/..` is the machine's own file system.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const CLOSED_AT_EXEC = 0o2000000;

/** The numbers of the files that a command would get; none where this cannot be found out. */
export function inheritedFiles(): readonly number[] {
  return openFiles()
    .filter((number) => number > 2 && !isClosedAtExec(number))
    .sort((one, other) => one - other);
}

/**
 * The command that closes those files, and goes on as the given one. `shell` is bash: others know no numbers above 9. By
 * `-p` it runs nothing that a variable names.
 */
export function withoutFiles(numbers: readonly number[], shell: string, file: string, args: readonly string[]) {
  if (numbers.length === 0) return { file, args };
  const closing = numbers.map((number) => `${number}<&-`).join(' ');
  return { file: shell, args: ['-p', '-c', `exec "$@" ${closing}`, basename(shell), file, ...args] };
}

function openFiles(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number);
  } catch {
    return [];
  }
}

/** True also for one that is closed meanwhile: the folder's own. */
function isClosedAtExec(number: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, 'latin1'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & CLOSED_AT_EXEC) !== 0;
  } catch {
    return true;
  }
}
