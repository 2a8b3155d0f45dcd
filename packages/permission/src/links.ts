/**
 * Follows symbolic links as the kernel does, one name after the other, also where the path (or the target of a dangling
 * link) does not exist yet: what would be created there lies where the links lead. `fs.realpath` cannot do that.
 *
 * Synchronous on purpose: a path is some ten `lstat` of two microseconds each, and the thread pool would cost more.
 */
import { dirname, isAbsolute, parse, sep } from 'node:path';
import { realPathOf, targetOf } from './disk.ts';
import { KERNEL_FOLDERS, namesOf } from './names.ts';

/**
 * `canExist: false`: no such path can be opened (too long, a circle of links). Otherwise it could not be looked at, and
 * may lead anywhere.
 */
export type Followed =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly why: string; readonly canExist: boolean };

type Unfollowed = Extract<Followed, { ok: false }>;

/** As Linux has it (ELOOP). */
const LINKS_MAX = 40;
/** Four times what Linux takes for one name of a file (PATH_MAX), for the folder that is put before it counts too. */
const PATH_CHARS_MAX = 16_384;

/**
 * `path` is absolute and may hold `..`, which leads out of where the links before it have led. `from` is a folder that
 * has been followed already: a path below it starts there.
 */
export function followLinks(path: string, from = ''): Followed {
  if (path.length > PATH_CHARS_MAX) return cannotExist('the path is too long');
  if (path.includes('\0')) return cannotExist('the path holds a NUL character');
  // The system is given another character in its place, and there may be something of that name.
  if (/\p{Cs}/u.test(path)) return { ok: false, why: 'the path is not well-formed text', canExist: true };
  const isBelow = from !== '' && path.startsWith(from + sep);
  let resolved = isBelow ? from : parse(path).root;
  const ahead = namesOf(path.slice(resolved.length)).reverse();
  for (let links = 0; ; ) {
    const name = ahead.pop();
    if (name === undefined) return { ok: true, path: resolved };
    if (name === '..') {
      resolved = dirname(resolved);
      continue;
    }
    const next = resolved.endsWith(sep) ? resolved + name : resolved + sep + name;
    // Links there are not followed.
    const link = KERNEL_FOLDERS.test(next) ? { ok: true as const, target: null } : linkAt(next);
    if (!link.ok) return link;
    if (link.target === null) {
      resolved = next;
      continue;
    }
    if (++links > LINKS_MAX) return cannotExist('the path has too many symbolic links');
    const root = isAbsolute(link.target) ? parse(link.target).root : '';
    if (root !== '') resolved = root;
    ahead.push(...namesOf(link.target.slice(root.length)).reverse());
  }
}

/** Where a name is found in other letters too, the system says how it is written. */
const IS_ONE_SPELLING = process.platform === 'linux';

/** The same; as it is written where it cannot be followed. Those of a call share most of their way, and a look at a name is kept. */
export function followFolder(path: string, from = ''): string {
  if (!IS_ONE_SPELLING || KERNEL_FOLDERS.test(path)) {
    try {
      return realPathOf(path);
    } catch {
      // Not all of it exists.
    }
  }
  const followed = followLinks(path, from);
  return followed.ok ? followed.path : path;
}

/** Where the link at this path leads; null where there is no link, or nothing at all. */
function linkAt(path: string): { readonly ok: true; readonly target: string | null } | Unfollowed {
  try {
    return { ok: true, target: targetOf(path) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error';
    // Below a file there is nothing.
    if (code === 'ENOTDIR') return { ok: true, target: null };
    const canExist = code !== 'ENAMETOOLONG' && code !== 'ELOOP';
    return { ok: false, why: `${path} cannot be looked at (${code})`, canExist };
  }
}

function cannotExist(why: string): Unfollowed {
  return { ok: false, why, canExist: false };
}
