/**
 * The log file: lines are added at its end, each by one write, by as many processes as there are. When it has grown large
 * whoever sees it first puts it aside (`tagma.log.1`, the older ones a number further) and begins another; the others notice
 * at their next line, and go on in the new one. No line is lost, and none is cut in two.
 */
import { closeSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { lockName } from '@tagma/history';
import { createFolders } from '@tagma/tools';
import type { LogSettings } from './settings.ts';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

export type AppendedFile = {
  /** Throws where nothing can be written. */
  readonly write: (line: string) => void;
  readonly close: () => void;
};

/** Throws where it cannot be opened. */
export function openForLines(file: string, { bytesMax, filesMax }: Omit<LogSettings, 'level'>): AppendedFile {
  createFolders(dirname(file), OWNER_ONLY_FOLDER);
  let fd = openSync(file, 'a', OWNER_ONLY);
  const reopen = () => {
    closeSync(fd);
    fd = openSync(file, 'a', OWNER_ONLY);
  };
  return {
    write(line) {
      const there = statSync(file, { throwIfNoEntry: false });
      if (there?.isFile() && there.size >= bytesMax) {
        putAside(file, bytesMax, filesMax);
        reopen();
      } else if (there?.ino !== fstatSync(fd).ino) reopen();
      writeSync(fd, line);
    },
    close: () => closeSync(fd),
  };
}

/** The name of the file that was put aside so many times ago; 0: the one that is written now. */
export function logFileAt(file: string, index: number): string {
  return index === 0 ? file : `${file}.${index}`;
}

/** Nothing where another process is doing it, or has done it. */
function putAside(file: string, bytesMax: number, filesMax: number): void {
  const lock = lockName(file);
  if (!lock.ok) return;
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size < bytesMax) return;
    rmSync(logFileAt(file, filesMax), { force: true });
    for (let index = filesMax - 1; index >= 0; index--) moveIfThere(logFileAt(file, index), logFileAt(file, index + 1));
  } catch {
    // Then it grows: that is better than a line that is lost.
  } finally {
    lock.release();
  }
}

function moveIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to);
}
