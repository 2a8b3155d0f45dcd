/**
 * One writer a file. On Linux the lock is a socket, which the kernel frees when its holder dies, whatever it dies of
 * (`lock-socket.ts`); elsewhere a file beside (`lock-file.ts`). What is locked is the file itself, not its name: so two
 * spellings, or a link to it, meet. Who writes to the same file from another host, or from a container with a network of
 * its own, is not seen here: the writer looks for that at each append (`append.ts`).
 */
import { type BigIntStats, fstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Failed, failedBySystem } from '../error.ts';
import type { Lock } from './held.ts';
import { isHeldByFile, lockByFile } from './lock-file.ts';
import { isHeldBySocket, lockBySocket } from './lock-socket.ts';

const BY_SOCKET = process.platform === 'linux';

/** Takes the lock of a file that is open, or says who has it. Never waits. It is free again when this process is gone. */
export function lockFile(file: string, fd: number): Lock | Failed {
  return taken(file, () =>
    BY_SOCKET ? lockBySocket(file, identityOf(fstatSync(fd, { bigint: true }))) : lockByFile(realpathSync(file)),
  );
}

/** The same for a name in a folder, whether or not there is anything of that name. */
export function lockName(path: string): Lock | Failed {
  return taken(path, () => {
    const name = join(realpathSync(dirname(resolve(path))), basename(path));
    return BY_SOCKET ? lockBySocket(path, `name ${name}`) : lockByFile(name);
  });
}

/** Whether somebody has the lock of the file (`lockFile`) at this moment. Takes no lock itself. */
export function isLocked(file: string): boolean {
  try {
    return BY_SOCKET ? isHeldBySocket(identityOf(statSync(file, { bigint: true }))) : isHeldByFile(realpathSync(file));
  } catch {
    // There is no such file, or none that may be looked at.
    return false;
  }
}

function taken(path: string, take: () => Lock | Failed): Lock | Failed {
  try {
    return take();
  } catch (error) {
    return failedBySystem(path, 'lock it', error);
  }
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `file ${dev} ${ino}`;
}
