/**
 * A lock as an abstract unix socket of Linux: a name that one process can have at a time, that is in no folder, and that the
 * kernel frees with the process. Node binds it before `listen` returns, marks it so that no child process inherits it, and
 * nobody ever connects to it.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { type Failed, failed } from '../error.ts';
import { sha256 } from '../sha256.ts';
import type { Lock } from './held.ts';

/** As long as the name of a socket can be: some versions of Node fill up a shorter one, others do not, and they would not meet. */
const NAME_BYTES = 108;
const SOCKETS = '/proc/net/unix';

/** Takes the lock, or says who has it. Never waits. */
export function lockBySocket(file: string, identity: string): Lock | Failed {
  const name = nameOf(identity);
  // The second time: its holder may have let go of it in between.
  const server = listening(name) ?? (inodeOf(name) === '' ? listening(name) : null);
  if (server !== null) return { ok: true, release: () => server.close() };
  const pid = holderOf(name);
  return failed('locked', file, `${pid === null ? 'another process' : `process ${pid}`} is writing to it.`);
}

export function isHeldBySocket(identity: string): boolean {
  const name = nameOf(identity);
  const inode = inodeOf(name);
  if (inode !== null) return inode !== '';
  const server = listening(name);
  server?.close();
  return server === null;
}

function nameOf(identity: string): string {
  return `\0tagma-lock/${sha256(identity)}/`.padEnd(NAME_BYTES, '-');
}

/** A server of that name; null where there is one. */
function listening(name: string): Server | null {
  const server = createServer((socket) => socket.destroy());
  // It comes later, when `listening` has told already.
  server.on('error', () => {});
  // Exclusive: in a process of a cluster the socket would be its parent's.
  server.listen({ path: name, exclusive: true });
  if (!server.listening) return null;
  server.unref();
  return server;
}

/** The inode of the socket of that name, '' where there is none, null where the system does not say. */
function inodeOf(name: string): string | null {
  try {
    const line = readFileSync(SOCKETS, 'latin1')
      .split('\n')
      .find((one) => one.endsWith(`@${name.slice(1)}`));
    return line?.trim().split(/\s+/)[6] ?? '';
  } catch {
    return null;
  }
}

/** The process that has the socket, as far as we may look. */
function holderOf(name: string): number | null {
  const inode = inodeOf(name);
  if (!inode) return null;
  const pids = readdirSync('/proc').filter((entry) => /^[0-9]+$/.test(entry));
  const pid = pids.find((one) => opensOf(one).includes(`socket:[${inode}]`));
  return pid === undefined ? null : Number(pid);
}

/** What a process has open; what we may not look at, or is closed meanwhile, aside. */
function opensOf(pid: string): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((fd) => targetOf(`${folder}/${fd}`));
  } catch {
    return [];
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}
