/**
 * Whether the program that a command names is the one that is known under that name, or whether files of the project decide what
 * runs: a program that lies there and is found first, one that it starts itself, what is loaded before it, a version that is chosen.
 */
import { isChosenHere } from './chooser.ts';
import type { Ground } from './ground.ts';
import { loadedFirst } from './loaded-first.ts';
import { placeOf } from './program-place.ts';

/** Programs that start others, which they look for on the search path. */
const STARTED: { readonly [program: string]: readonly string[] } = {
  egrep: ['grep', 'sh'],
  fgrep: ['grep', 'sh'],
  zcat: ['gzip', 'sh'],
  gunzip: ['gzip', 'sh'],
  tar: ['gzip', 'bzip2', 'xz', 'zstd', 'sh'],
  npm: ['node', 'sh'],
  pip: ['python3', 'python'],
  pip3: ['python3', 'python'],
  lsb_release: ['python3'],
  nohup: ['sh'],
};

/** What runs instead of it, or with it, in words; null where the program is its own. `base` is the folder that it runs in. */
export function whatRunsInstead(program: string, base: string, ground: Ground): string | null {
  if (program.includes('/')) return null;
  const place = placeOf(program, base, ground);
  if (place.isProjects) return place.path;
  const started = Object.hasOwn(STARTED, program) ? STARTED[program] : undefined;
  for (const other of started ?? []) {
    const its = placeOf(other, base, ground);
    if (its.isProjects) return its.path;
  }
  const variable = loadedFirst(program, ground);
  if (variable !== null) return `what ${variable} in the environment names`;
  return isChosenHere(program, place, base) ? 'a version that files of the project may choose' : null;
}
