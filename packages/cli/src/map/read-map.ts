/**
 * What a map is made of: the repository's files as git sees them, the beginnings of its sources, and what was changed lately.
 * Everything has a limit, by number before by time, so that the same files give the same map.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runGit } from '@tagma/git';
import { isProtectedPath } from '@tagma/protocol';
import { PLAIN_DIFF } from '@tagma/tools';
import { filesBelow } from '../draft/files.ts';
import { importsIn, isSource, symbolsIn } from './symbols.ts';
import type { MappedFile } from './weights.ts';

/** Sources that are looked into, those nearest to the top first, and how much of each. */
const SOURCES_MAX = 2_000;
const SOURCE_BYTES_MAX = 24 * 1024;
const SIDE_BY_SIDE = 16;
const COMMITS = 60;
const RECENT_BYTES_MAX = 4 * 1024 ** 2;
/** Each of the three stages; and of a listing that takes longer there is no map. */
const STAGE_MS_MAX = 1_000;

export type ReadMap = { readonly files: readonly MappedFile[]; readonly recent: readonly string[] };

/**
 * Null where the files could not be listed in time. Never rejects.
 * @param mayRead whether the model may read a file, by its absolute path: what it may not is not looked into
 * @param filesMax where there are more, nothing more is read: there would be no map
 */
export async function readMap(
  folder: string,
  mayRead: (file: string) => boolean,
  filesMax = Number.POSITIVE_INFINITY,
): Promise<ReadMap | null> {
  const recent = recentIn(folder);
  const listing = new AbortController();
  const paths = await inTime(filesBelow(folder, undefined, listing.signal), null);
  // One that nobody waits for any more would keep the session from ending.
  listing.abort();
  if (paths === null || paths.length > filesMax) return null;
  const sources = firstSources(paths, (path) => !isProtectedPath(path) && mayRead(join(folder, path)));
  const known = await inTime(lookInto(folder, sources), new Map<string, MappedFile>());
  const files = paths.map((path) => known.get(path) ?? { path, symbols: [], imports: [] });
  return { files, recent: await recent };
}

/** Those nearest to the top, as many as are looked into. */
function firstSources(paths: readonly string[], isReadable: (path: string) => boolean): readonly string[] {
  const byDepth: string[][] = [];
  for (const path of paths) {
    if (!isSource(path)) continue;
    const depth = path.split('/').length;
    byDepth[depth] ??= [];
    byDepth[depth].push(path);
  }
  const sources: string[] = [];
  for (const path of byDepth.flatMap((some) => [...(some ?? [])].sort())) {
    if (sources.length === SOURCES_MAX) break;
    if (isReadable(path)) sources.push(path);
  }
  return sources;
}

async function lookInto(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, MappedFile>> {
  const found = new Map<string, MappedFile>();
  let next = 0;
  const look = async () => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
      const text = await beginningOf(join(folder, path));
      found.set(path, { path, symbols: symbolsIn(path, text), imports: importsIn(path, text) });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, look));
  return found;
}

/** Empty where it cannot be read. A pipe, or a link, is not followed. */
async function beginningOf(file: string): Promise<string> {
  try {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    try {
      const buffer = Buffer.alloc(SOURCE_BYTES_MAX);
      const { bytesRead } = await handle.read(buffer, 0, SOURCE_BYTES_MAX, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return '';
  }
}

/** Paths that the last commits have changed, the latest first; none where there is no git, or it takes too long. */
async function recentIn(folder: string): Promise<readonly string[]> {
  const args = [
    ...['log', ...PLAIN_DIFF, '--relative', '--name-only', '--no-renames', '--format='],
    ...[`--max-count=${COMMITS}`, '-z', '--', '.'],
  ];
  const { exitCode, output } = await runGit(
    args,
    'look',
    { folder },
    { msMax: STAGE_MS_MAX, bytesMax: RECENT_BYTES_MAX },
  );
  if (exitCode !== 0) return [];
  const paths = output.split('\0').map((path) => path.replace(/^\n+/, ''));
  return [...new Set(paths.filter((path) => path !== ''))];
}

async function inTime<T, L>(work: Promise<T>, late: L): Promise<T | L> {
  const timer = new AbortController();
  const over = wait(STAGE_MS_MAX, late, { signal: timer.signal, ref: false }).catch(() => late);
  try {
    return await Promise.race([work, over]);
  } finally {
    timer.abort();
  }
}
