/**
 * The only place where facts look at files. A look happens in the thread that all else of a session waits for, so each one comes
 * back by itself: regular files alone are opened, and without waiting; of a folder so many entries are read and no more; a place
 * whose answer depends on a server or a program is not touched (`mounts.ts`); and when the looks of a call have taken too long
 * together, there are no more. What has been kept back is counted, and whoever takes facts then has them taken in a process that
 * can be ended (`take-facts.ts`): a look that is swallowed on its way as "nothing there" makes no milder facts.
 */
import {
  accessSync,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { comesTo, unsurePlaces } from './mounts.ts';

/** A folder of this size has some thousand entries at most, and all of them are had at once in half the time. */
const SMALL_FOLDER_BYTES = 64 * 1024;
/** So many of a larger one are had at once. */
const ENTRIES_AT_ONCE = 256;
/** To ask for the time takes a tenth of a look. */
const LOOKS_BETWEEN = 8;
/** A pipe would be waited for. Windows has no such flag. */
const NEVER_WAIT = constants.O_NONBLOCK ?? 0;

/** A look that did not happen. */
export class KeptBack extends Error {
  override readonly name = 'KeptBack';
}

export type Patience = {
  /** For all looks between two waits of the call for something else. */
  readonly msMax: number;
  /** Whether it may be waited for what depends on a server or a program: where somebody can end this process. */
  readonly mayWait: boolean;
};

let patience: Patience = { msMax: 5_000, mayWait: true };
let until = Number.POSITIVE_INFINITY;
let unsure: readonly string[] = [];
let keptBack = 0;
let looks = 0;
let isLate = false;
/** Where no link stands, of the paths that one call comes to. */
const plain = new Set<string>();
/** What the stretch has seen at each path: one command names the same file many times, and each name leads through the same folders. */
const seen = new Map<string, Stats | null>();
const SEEN_MAX = 10_000;

/** Begins a stretch of looks, at the start of a call and after each wait of it. */
export function beginLooks(given: Patience = patience): void {
  patience = given;
  const now = performance.now();
  until = now + given.msMax;
  looks = 0;
  isLate = false;
  unsure = given.mayWait ? [] : unsurePlaces(now);
  plain.clear();
  seen.clear();
}

/** How many looks have been kept back so far, of all calls: who compares it before and after knows of its own. */
export function looksKeptBack(): number {
  return keptBack;
}

/** Of the stretch: for a program that is waited for. */
export function msLeft(): number {
  return until - performance.now();
}

/** For work without looks that may take long. Throws as a look does. */
export function checkTime(): void {
  if (msLeft() >= 0) return;
  isLate = true;
  keepBack('it takes too long to look at the files that it is about');
}

/** What is there itself, be it a link, as the stretch has first seen it; null where there is nothing. Throws the other errors of `node:fs`, as all of these do. */
export function lookAt(path: string): Stats | null {
  const before = seen.get(path);
  if (before !== undefined) return before;
  allow(path, false);
  const found = lstatSync(path, { throwIfNoEntry: false }) ?? null;
  if (seen.size < SEEN_MAX) seen.set(path, found);
  return found;
}

/** The same where a link leads. */
export function lookBehind(path: string): Stats | null {
  allow(path, true);
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Whether something is there, links followed; what cannot be looked at is not. */
export function isThere(path: string): boolean {
  try {
    return lookBehind(path) !== null;
  } catch {
    return false;
  }
}

export function isFolder(path: string): boolean {
  try {
    return lookBehind(path)?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

export function isEnterable(folder: string): boolean {
  try {
    if (!isFolder(folder)) return false;
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Null where there is no link, or nothing at all. */
export function targetOf(path: string): string | null {
  return lookAt(path)?.isSymbolicLink() ? readlinkSync(path) : null;
}

/** Where a path really lies. */
export function realPathOf(path: string): string {
  allow(path, true);
  return realpathSync.native(path);
}

/** None of what is no folder, or may not be read; null where there are more. */
export function entriesOf(path: string, entriesMax: number): readonly Dirent[] | null {
  try {
    const stats = lookBehind(path);
    if (stats === null) return [];
    if (stats.size <= SMALL_FOLDER_BYTES) {
      const all = readdirSync(path, { withFileTypes: true });
      return all.length > entriesMax ? null : all;
    }
    const folder = opendirSync(path, { bufferSize: ENTRIES_AT_ONCE });
    try {
      const entries: Dirent[] = [];
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        if (entries.push(entry) > entriesMax) return null;
      }
      return entries;
    } finally {
      folder.closeSync();
    }
  } catch {
    return [];
  }
}

export function namesIn(folder: string, namesMax: number): readonly string[] | null {
  return entriesOf(folder, namesMax)?.map(({ name }) => name) ?? null;
}

/**
 * The text of a regular file: null where there is nothing of that name, undefined where it cannot be read, is something else, or has
 * more bytes.
 */
export function textOf(file: string, bytesMax: number): string | null | undefined {
  const bytes = bytesOf(file, bytesMax + 1);
  if (!bytes) return bytes;
  return bytes.length > bytesMax ? undefined : bytes.toString('utf8');
}

/** So many bytes of its beginning at most; otherwise as `textOf`. */
export function bytesOf(file: string, bytesMax: number): Buffer | null | undefined {
  let descriptor: number | null = null;
  try {
    allow(file, true);
    descriptor = openSync(file, constants.O_RDONLY | NEVER_WAIT);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    const bytes = Buffer.allocUnsafe(Math.min(bytesMax, stats.size));
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, length);
    }
    return bytes.subarray(0, length);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : undefined;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function allow(path: string, follows: boolean): void {
  if (isLate || looks++ % LOOKS_BETWEEN === 0) checkTime();
  if (unsure.length > 0 && comesTo(path, unsure, follows, plainTarget)) {
    keepBack(`${path} lies where a server or another program may not answer`);
  }
}

/** Most looks of a call are at the same folders. */
function plainTarget(path: string): string | null {
  if (plain.has(path)) return null;
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return readlinkSync(path);
  } catch {
    // What cannot be looked at leads nowhere.
  }
  plain.add(path);
  return null;
}

function keepBack(why: string): never {
  keptBack++;
  throw new KeptBack(why);
}
