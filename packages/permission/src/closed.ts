/**
 * What is Tagma's alone: the file of its keys, its copies of files, the code that it runs. No tool opens it or changes it, in
 * any mode, by whatever name: links, names of the kernel (`/proc/self/root/…`) and hard links lead to the same place.
 */
import { dirname } from 'node:path';
import type { Facts } from '@tagma/protocol';
import { identityOf } from './closed-places.ts';
import { type Ground, isWithin } from './ground.ts';
import { followLinks } from './links.ts';

/** The kernel's names for the root and for the folder that a process works in. */
const ALIAS = /^\/proc\/(?:self|thread-self|\d+|\$\$|\$PPID)(?:\/task\/\d+)?\/(root|cwd)(?=\/|$)/;
/** Where the kernel shows what a process was started with, and its memory. */
const OF_PROCESS = /^\/proc\/(?!self\/|thread-self\/|\$\$\/)[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem)$/;

/** Why no call may have these facts, or null. */
export function closedFacts({ reads, writes, deletes }: Facts, ground: Ground): string | null {
  for (const { path } of [...reads, ...writes, ...deletes]) {
    const why = whyClosed(path, ground);
    if (why !== null) return why;
  }
  for (const { path } of deletes) {
    const held = closedBelow(path, ground);
    if (held !== null) return aboutClosed(held);
  }
  return null;
}

/** Why nothing opens this absolute path, or null. Links in it need not have been followed. */
export function whyClosed(path: string, ground: Ground): string | null {
  if (OF_PROCESS.test(path)) return 'it reads what another process was started with, and keys may be in there';
  const plain = withoutAlias(path, ground.shellFolder);
  const followed = followLinks(plain, ground.shellFolder);
  const there = followed.ok ? followed.path : plain;
  const closed = ground.closed.find((one) => isWithin(there, one.path)) ?? sameFile(there, followed.ok, ground);
  return closed === undefined ? null : aboutClosed(closed.path);
}

function sameFile(path: string, isFollowed: boolean, { closed }: Ground): Ground['closed'][number] | undefined {
  const identity = identityOf(path, isFollowed);
  return identity === null ? undefined : closed.find((one) => one.identity === identity);
}

/** The closed place that a folder holds, somewhere; null where it holds none that is there. */
export function closedBelow(path: string, ground: Ground): string | null {
  const followed = followLinks(withoutAlias(path, ground.shellFolder), ground.shellFolder);
  if (!followed.ok) return null;
  const held = ground.closed.find((one) => one.identity !== null && isWithin(one.path, followed.path));
  return held?.path ?? null;
}

/** Whether a folder is the very one that a closed place lies in. */
export function holdsClosed(path: string, ground: Ground): boolean {
  const followed = followLinks(withoutAlias(path, ground.shellFolder), ground.shellFolder);
  return followed.ok && ground.closed.some((one) => dirname(one.path) === followed.path);
}

export function aboutClosed(path: string): string {
  return `${path} is Tagma's own (keys, copies of files, code), and no call opens or changes it in any mode. Go on without it; a key that a program needs is for the user to give to that program`;
}

function withoutAlias(path: string, folder: string): string {
  const [whole, kind] = ALIAS.exec(path) ?? [];
  if (whole === undefined) return path;
  const rest = path.slice(whole.length);
  return withoutAlias(kind === 'cwd' ? folder + rest : rest || '/', folder);
}
