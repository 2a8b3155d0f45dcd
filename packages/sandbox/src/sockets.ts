/**
 * Unix sockets: a file that is only readable on a read-only file system can still be connected to, and whoever listens
 * there works outside of the sandbox. The kernel lists them all.
 */
import { readFileSync } from 'node:fs';

/** The paths of all unix sockets of this machine that have one. Empty where there is no such list. */
export function socketPaths(): readonly string[] {
  try {
    return pathsIn(readFileSync('/proc/net/unix', 'utf8'));
  } catch {
    return [];
  }
}

/** `address: count protocol flags type state inode path`: what begins with `@` is abstract and has no file. */
export function pathsIn(list: string): readonly string[] {
  const paths = list.split('\n').flatMap((line) => /^\S+(?: +\S+){6} (\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)];
}
