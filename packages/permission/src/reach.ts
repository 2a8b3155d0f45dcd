/** Where a program of which nothing better is known may reach: whatever in its words may be a path. */
import { resolve } from 'node:path';
import { type Facts, NO_FACTS, type PathFact } from '@tagma/protocol';
import { sum } from './facts.ts';
import type { Ground } from './ground.ts';
import { locateWord } from './paths.ts';

/**
 * A program that is not known may read and write whatever it is given: every word, or part of a word, that leads out of
 * the project or to something protected counts as written.
 */
export function reachOf(words: readonly string[], base: string, ground: Ground): Facts {
  const facts: Facts[] = [];
  // To name what only may not be changed (`node scripts/check.mjs`) is mostly to read it.
  const around: Ground = { ...ground, unchanging: [] };
  for (const candidate of new Set(words.flatMap(pathsIn))) {
    const located = locateWord(candidate, base, around);
    if (!located.ok && !located.canExist) continue;
    const away = located.ok ? located.facts.filter(({ where }) => where !== 'inside') : [hidden(candidate, base)];
    if (away.length > 0) facts.push({ ...NO_FACTS, writes: away, readOnly: false });
  }
  return sum(facts);
}

function hidden(path: string, base: string): PathFact {
  return { path: resolve(base, path), where: 'outside' };
}

/** A word itself, and what may be a path in it: `--out=PATH`, `-oPATH`, `key=PATH`, `@PATH`, `HERE:THERE`. */
function pathsIn(word: string): string[] {
  const equals = word.indexOf('=');
  const parts = [
    ...(word.startsWith('-') ? [] : [word]),
    ...(equals >= 0 ? [word.slice(equals + 1)] : []),
    ...withoutAddresses(word)
      .split(':')
      .filter((part) => part.startsWith('/')),
  ];
  if (/^-[^-]/.test(word)) parts.push(word.slice(2));
  if (word.startsWith('@')) parts.push(word.slice(1));
  return parts.filter((part) => part !== '' && part !== '/dev/null' && !/^https?:/.test(part));
}

function withoutAddresses(word: string): string {
  return word.replace(/https?:\/\/.*$/s, '');
}
