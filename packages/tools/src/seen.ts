/**
 * Which version of which file the model has seen. A file that has changed since then is not what the model thinks it is:
 * its next edit would be made in the dark. Versions are told apart by their bytes, so that a file that was only touched
 * is no other one. What the model itself writes is known to it; what its commands write is not.
 */
import type { Stats } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { CHANGED_BYTES_MAX, hashOf, isSameFile } from './file-version.ts';

/** Bytes of a file that are kept, to show later what has changed in it, and of all files together. */
const KEPT_BYTES_MAX = 512 * 1024;
const KEPT_TOGETHER_BYTES_MAX = 16 * 1024 * 1024;

export type Standing =
  /** The model has not seen it, or it is too large to be edited. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'as-seen' }
  /** `before`: what the model has seen, or null where that was too much to keep. */
  | { readonly kind: 'changed'; readonly before: Buffer | null };

export type Seen = {
  /**
   * The model is shown this file, or a part of it. `stats` were taken before it was read: what has changed meanwhile counts
   * as changed since. Never rejects.
   */
  readonly read: (path: string, stats: Stats) => Promise<void>;
  /** The model has made the file this: all of it, or, where `inPart`, a part of one that it may never have read. */
  readonly wrote: (path: string, bytes: Buffer, inPart?: 'inPart') => Promise<void>;
  /** How a file with these bytes stands to what the model has seen of it. */
  readonly standing: (path: string, bytes: Buffer) => Promise<Standing>;
};

type Version = { readonly hash: string | null; readonly bytes: Buffer | null };

export function createSeen(): Seen {
  /** By the path with all links followed, the latest last. */
  const versions = new Map<string, Version>();
  let keptBytes = 0;

  const forget = (file: string) => {
    keptBytes -= versions.get(file)?.bytes?.length ?? 0;
    versions.delete(file);
  };
  const remember = (file: string, bytes: Buffer, isKnown = true) => {
    forget(file);
    const kept = isKnown && bytes.length <= KEPT_BYTES_MAX ? bytes : null;
    versions.set(file, { hash: isKnown ? hashOf(bytes) : null, bytes: kept });
    keptBytes += kept?.length ?? 0;
    for (const [other, { hash, bytes: old }] of versions) {
      if (keptBytes <= KEPT_TOGETHER_BYTES_MAX) break;
      if (old) versions.set(other, { hash, bytes: null });
      keptBytes -= old?.length ?? 0;
    }
  };

  return {
    async read(path, stats) {
      const file = await realPath(path);
      try {
        if (stats.size > CHANGED_BYTES_MAX) return forget(file);
        const bytes = await readFile(file);
        remember(file, bytes, isSameFile(stats, await stat(file)));
      } catch {
        forget(file);
      }
    },
    async wrote(path, bytes, inPart) {
      const file = await realPath(path);
      if (!inPart || versions.has(file)) remember(file, bytes);
    },
    async standing(path, bytes) {
      const version = versions.get(await realPath(path));
      if (!version) return { kind: 'unread' };
      return version.hash === hashOf(bytes) ? { kind: 'as-seen' } : { kind: 'changed', before: version.bytes };
    },
  };
}

async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
