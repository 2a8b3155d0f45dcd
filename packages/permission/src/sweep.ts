/**
 * What a program reads that goes through a folder by itself: its words name the folder alone, and yet it comes to every
 * environment file, key and `.git/` in there, and where it follows links, out of the project. So the folder is looked
 * through, by names alone and up to a limit, and what is found counts as read.
 */
import { join } from 'node:path';
import { type Facts, NO_FACTS, type PathFact } from '@tagma/protocol';
import { entriesOf } from './disk.ts';
import { unknownFacts } from './facts.ts';
import type { Ground } from './ground.ts';
import { locateWord } from './paths.ts';
import { isProtected } from './protected.ts';

/** What a program comes to of the entries of a folder, by their names: false only where it surely passes over them. */
export type Sweep = {
  readonly reads: (file: string) => boolean;
  readonly enters: (folder: string) => boolean;
  /** Whether it comes only to names that fit: then what is protected is looked through too, for there may be none. */
  readonly isByName?: boolean;
  /** Whether it goes where a link of this name leads. */
  readonly follows: (link: string) => boolean;
  /**
   * How its names go on to another command: with the folder before them, or, of those right in it, bare. Makes it unknown
   * where one would be taken apart, or for something else.
   */
  readonly lines?: 'with-folder' | 'bare';
  /** Whether names that go on are told apart by NUL, which none can hold. */
  readonly areEndedByNul?: boolean;
  /** Of names that go on: whether those in this folder of installed things are among them. They are, if it is not said. */
  readonly entersInstalled?: (folder: string) => boolean;
};

/** For a program of which nothing better is known. */
export const SWEEPS_ALL: Sweep = { reads: () => true, enters: () => true, follows: () => true };

/** Entries that are looked at for one command: some 20 ms. */
const ENTRIES_MAX = 5_000;
/** So many are enough to ask. */
const FOUND_MAX = 10;
/** `xargs` would take it apart; or it is no text, and so another name than the one that is seen here. */
const SEVERAL_NAMES = /[\s'"\\\ufffd]|\p{C}/u;
/** An option, a list of options, or the name of a machine. */
const NO_NAME = /^[-@]|:/;
/** Where git keeps what it stores: very many files, all with names of these forms. */
const isObjects = (folder: string) => folder.endsWith(join('.git', 'objects'));
const OBJECT_NAMES = [...'0123456789abcdef'].map((digit) => digit.repeat(38)).concat('pack-0.pack', 'pack-0.idx');
/** What is installed there was published: nobody's secrets. Its names are looked at where they go on to another command. */
const INSTALLED = 'node_modules';

/** The reads that are not inside, of a sweep through those of the paths that are folders in the project. */
export function sweepFacts(paths: readonly string[], sweep: Sweep, base: string, ground: Ground): Facts {
  const found: PathFact[] = [];
  const ahead = paths.flatMap((path) => insideOf(path, base, ground, found));
  const roots = [...ahead];
  const seen = new Set<string>();
  let entries = 0;
  for (let folder = ahead.pop(); folder !== undefined && found.length < FOUND_MAX; folder = ahead.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    const all = entriesOf(folder, ENTRIES_MAX - entries);
    // It may hold anything, so all of it counts as protected.
    if (all === null) return reading(roots.map((path) => ({ path, where: 'protected' })));
    entries += all.length;
    for (const entry of all) {
      const isBare = sweep.lines === 'bare' && roots.includes(folder);
      const isCut = sweep.lines && !sweep.areEndedByNul && SEVERAL_NAMES.test(entry.name);
      if (isCut || (isBare && NO_NAME.test(entry.name))) {
        return unknownFacts(`${JSON.stringify(entry.name)} does not arrive as one name`);
      }
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) {
        const inside = sweep.follows(entry.name) ? insideOf(path, base, ground, found) : [];
        if (sweep.enters(entry.name)) ahead.push(...inside);
      } else if (entry.isDirectory() ? sweep.enters(entry.name) : sweep.reads(entry.name)) {
        const isLookedThrough = sweep.isByName === true && entry.isDirectory() && !sweep.reads(entry.name);
        if (isLookedThrough && isObjects(path) && !OBJECT_NAMES.some(sweep.reads)) continue;
        if (!isLookedThrough && isProtected(path, ground)) found.push({ path, where: 'protected' });
        else if (entry.isDirectory() && (entry.name !== INSTALLED || goesOn(path, sweep))) ahead.push(path);
      }
    }
  }
  return reading(found);
}

/** Whether names in a folder of installed things may be taken apart on their way. */
function goesOn(installed: string, { lines, areEndedByNul, entersInstalled }: Sweep): boolean {
  return lines !== undefined && !areEndedByNul && (entersInstalled?.(installed) ?? true);
}

/** Where a path leads if that is in the project; if not, it is found. */
function insideOf(path: string, base: string, ground: Ground, found: PathFact[]): string[] {
  const located = locateWord(path, base, ground, 'read');
  if (!located.ok) return [];
  found.push(...located.facts.filter(({ where }) => where !== 'inside'));
  return located.facts.filter(({ where }) => where === 'inside').map((fact) => fact.path);
}

function reading(reads: readonly PathFact[]): Facts {
  return { ...NO_FACTS, reads };
}
