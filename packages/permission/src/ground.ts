/**
 * The place a call would run in, looked at once for each call: where the project and the home really lie, and what is
 * protected. Links may have changed since the last call, so nothing is kept between calls.
 */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { type Facts, locate } from '@tagma/protocol';
import { type Closed, closedPlaces } from './closed-places.ts';
import type { Patience } from './disk.ts';
import { FOLDERS } from './folders.ts';
import { followFolder } from './links.ts';

/** Where a call would run, and what is to be known of that place. */
export type Place = {
  /** The project folder, absolute. */
  readonly folder: string;
  /** The folder that a shell command runs in, absolute, where `cd` has led out of the project folder. */
  readonly shellFolder?: string | null;
  /** The person's home folder, absolute. */
  readonly home: string;
  /** Further protected files and folders: absolute, from `~`, or relative to the project folder. */
  readonly protectedPaths?: readonly string[];
  /** Absolute files and folders that are Tagma's alone: no call opens or changes them, in any mode. */
  readonly closedPaths?: readonly string[];
  /** Files and folders that anybody may read, and that are protected from every change: absolute. */
  readonly unchanging?: readonly string[];
  /** Absolute folders of the session's own: what is in them counts as inside for reading, never for a change. */
  readonly readable?: readonly string[];
  /** The environment that commands run in; that of this process, if it is not said. */
  readonly environment?: { readonly [name: string]: string | undefined };
  /** The shell that runs commands, by its name or path: bash where it is left out. */
  readonly shell?: string | undefined;
  /** The absolute paths of the files that taking back so many steps would change. Where it is left out, they are in the project. */
  readonly undone?: (steps: number) => Promise<readonly string[]>;
  /**
   * Takes the facts in a process that can be ended, where that would take long here, or might never end; null where it was. Without it
   * they are unknown then.
   */
  readonly takeElsewhere?: (call: { readonly tool: string; readonly params: object }) => Promise<Facts | null>;
  /** How long looks may take; said by such a process alone. */
  readonly patience?: Patience;
};

/** Every place as it is written and as it is with all links followed: whoever compares must compare with both. */
export type Ground = {
  readonly folder: string;
  readonly folders: readonly string[];
  /** The folder that a shell command runs in, links followed. */
  readonly shellFolder: string;
  readonly home: string;
  readonly homes: readonly string[];
  readonly protectedPaths: readonly string[];
  readonly unchanging: readonly string[];
  readonly closed: readonly Closed[];
  readonly readable: readonly string[];
  /** The variables that every program is given. */
  readonly environment: Pick<ReadonlyMap<string, string>, 'get' | 'has' | 'keys'>;
};

/** Total: what cannot be followed stands as it is written. */
export function survey(place: Place): Ground {
  const homes = bothForms(place.home);
  // Most of them lie in the home, whose own way is gone once.
  const forms = (path: string) => bothForms(path, homes[0]);
  const folders = forms(place.folder);
  const protectedPaths = [
    ...new Set((place.protectedPaths ?? []).flatMap((path) => forms(locate(path, place, FOLDERS)))),
  ];
  const closed = closedPlaces((place.closedPaths ?? []).map(forms));
  const unchanging = [...new Set((place.unchanging ?? []).flatMap(forms))];
  const readable = [...new Set((place.readable ?? []).flatMap(forms))];
  const shellFolder = place.shellFolder ? followFolder(resolve(place.shellFolder)) : folders[0];
  return {
    ...{ folder: folders[0], folders, shellFolder, home: homes[0], homes },
    ...{ protectedPaths, unchanging, closed, readable, environment: environmentOf(place) },
  };
}

/** Looked up one by one: to copy all of the process's takes as long as most commands do. */
function environmentOf(place: Place): Ground['environment'] {
  const given = place.environment ?? process.env;
  const has = (name: string) => Object.hasOwn(given, name);
  let names: readonly string[] | null = null;
  return {
    has,
    get(name) {
      const value = given[name];
      if (typeof value === 'string') return value;
      // The process's have a value each.
      return given !== process.env && has(name) ? '' : undefined;
    },
    keys() {
      names ??= Object.keys(given);
      return names.values();
    },
  };
}

/** The followed form first. */
function bothForms(path: string, from = ''): [string, string] {
  const written = resolve(path);
  return [followFolder(written, from), written];
}

/** What `resolve` would take out of an absolute path. */
const UNEVEN = /\/\.{0,2}(\/|$)/;

/** Whether a path is the folder or lies below it. Both absolute. It is asked some hundred times for each call. */
export function isWithin(path: string, folder: string): boolean {
  const isPlain = process.platform !== 'win32' && !UNEVEN.test(path) && !UNEVEN.test(folder);
  if (isPlain) return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === sep);
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
