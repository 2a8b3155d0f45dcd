/**
 * Where ripgrep is: the one that comes with Tagma (an optional package), else `rg` on the search path, else nowhere.
 * Never one from the project that is worked on: that would run what a stranger has put there.
 */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { findExecutable, isExecutable } from './executable.ts';

const BINARY = process.platform === 'win32' ? 'rg.exe' : 'rg';

export type RipgrepPlaces = {
  /** Addresses (`file:`) of modules whose packages are looked through. */
  readonly bases: readonly string[];
  /** Folders as in the variable PATH. */
  readonly searchPath: string;
};

let found: string | null | undefined;

/** The absolute path of ripgrep, or null. Without places, those of this program, looked through once. */
export function findRipgrep(places?: RipgrepPlaces): string | null {
  if (places) return search(places);
  if (found === undefined) found = search({ bases: basesOfProgram(), searchPath: process.env.PATH ?? '' });
  return found;
}

function search({ bases, searchPath }: RipgrepPlaces): string | null {
  for (const base of bases) {
    const path = packaged(base);
    if (path && isExecutable(path)) return path;
  }
  return findExecutable(BINARY, searchPath);
}

/** The binary is in a package for each platform, which only `@vscode/ripgrep` can see where packages are kept apart. */
function packaged(base: string): string | null {
  try {
    const main = createRequire(base).resolve('@vscode/ripgrep');
    const platform = `@vscode/ripgrep-${process.platform}-${process.arch}`;
    return createRequire(main).resolve(`${platform}/bin/${BINARY}`);
  } catch {
    return null;
  }
}

/** This module (in a bundle: the bundle; a CommonJS bundle has no address), and the program that was started. */
function basesOfProgram(): string[] {
  const bases: string[] = [];
  if (import.meta.url) bases.push(import.meta.url);
  const program = process.argv[1];
  if (program) {
    try {
      bases.push(pathToFileURL(realpathSync(program)).href);
    } catch {
      // A program without a file, as `node -e`.
    }
  }
  return bases;
}
