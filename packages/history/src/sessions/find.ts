/** Which sessions there are in some folders, and which one a person means. One file `SESSION.xml` each. */
import { readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { editDistance } from '@tagma/protocol';
import { type Failed, failed } from '../error.ts';

const ENDING = '.xml';
/** How many are named where one is not found, or not meant clearly. */
const NAMED_MAX = 5;
/** Edits up to which a name is near another. */
const DISTANCE_MAX = 4;
/** Of a name, the random end: what a person remembers of it. */
const END_LENGTH = 6;

/** A file that by its name is a history. */
export type SessionFile = {
  readonly session: string;
  readonly file: string;
  readonly bytes: number;
  /** When it was last written to, in milliseconds since 1970. */
  readonly changedMs: number;
};

/** Those that lie in the folders themselves, the one that was written to last first. A folder that is not there holds none. */
export function sessionFiles(folders: readonly string[]): SessionFile[] {
  return [...new Set(folders)].flatMap(filesIn).sort((a, b) => b.changedMs - a.changedMs || (a.file < b.file ? 1 : -1));
}

/** The session that was meant. */
export type SessionFound = { readonly ok: true } & SessionFile;

/**
 * The session that a person names: by its file (any path with a slash or `.xml`), by its name, or by a piece of its name
 * that no other has, such as its end. Where there is none, the message names those that are near.
 */
export function findSession(idOrFile: string, folders: readonly string[]): SessionFound | Failed {
  if (/[\\/]/.test(idOrFile) || idOrFile.endsWith(ENDING)) return byFile(idOrFile, folders);
  const all = sessionFiles(folders);
  const same = all.find(({ session }) => session === idOrFile);
  if (same !== undefined) return { ok: true, ...same };
  const meant = idOrFile === '' ? [] : all.filter(({ session }) => session.includes(idOrFile));
  const [only, other] = meant;
  if (only === undefined) return failed('missing', idOrFile, `there is no session of this name.${near(idOrFile, all)}`);
  if (other === undefined) return { ok: true, ...only };
  return failed('missing', idOrFile, `${meant.length} sessions have this in their name: ${named(meant)}.`);
}

function byFile(path: string, folders: readonly string[]): SessionFound | Failed {
  const stats = statsOf(path);
  if (stats !== null) return { ok: true, ...sessionFile(path, stats) };
  if (basename(path) !== path) return failed('missing', path, 'there is no such file.');
  // The name of a file in one of the folders, as a list of them shows it.
  const found = findSession(path.slice(0, -ENDING.length), folders);
  return found.ok ? found : failed('missing', path, 'there is no such file, and no session of this name.');
}

function filesIn(folder: string): SessionFile[] {
  return namesIn(folder).flatMap((name) => {
    const file = join(folder, name);
    const stats = name.endsWith(ENDING) ? statsOf(file) : null;
    return stats?.isFile() ? [sessionFile(file, stats)] : [];
  });
}

function sessionFile(file: string, { size, mtimeMs }: Stats): SessionFile {
  return { session: basename(file, ENDING), file, bytes: size, changedMs: mtimeMs };
}

function near(wanted: string, all: readonly SessionFile[]): string {
  const ranked = all
    .map((each) => ({ each, distance: distanceOf(wanted, each.session) }))
    .filter(({ distance }) => distance <= DISTANCE_MAX)
    .sort((a, b) => a.distance - b.distance)
    .map(({ each }) => each);
  return ranked.length === 0 ? '' : ` Near it: ${named(ranked)}.`;
}

function distanceOf(wanted: string, session: string): number {
  return Math.min(editDistance(wanted, session), editDistance(wanted, session.slice(-END_LENGTH)));
}

function named(sessions: readonly SessionFile[]): string {
  const names = sessions.slice(0, NAMED_MAX).map(({ session }) => session);
  return sessions.length > NAMED_MAX ? `${names.join(', ')}, …` : names.join(', ');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Null where there is nothing, or nothing to be seen. */
function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
