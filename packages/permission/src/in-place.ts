/**
 * Which files that run by themselves a program changes, beyond the operands that are known for what it writes: programs that
 * change a file in its place, or that put what they are given into a folder under its own name.
 */
import { basename, resolve } from 'node:path';
import { type Facts, mayHoldSelfRunning, NO_FACTS } from '@tagma/protocol';
import { isFolder } from './disk.ts';
import { sum } from './facts.ts';
import type { Ground } from './ground.ts';
import { locateWord } from './paths.ts';

/** With these options, or always, they change whatever they are given. */
const CHANGES: ReadonlyMap<string, RegExp | null> = new Map([
  ['sed', /^(-[a-z]*i|--in-place)/i],
  ['perl', /^-\w*i/],
  ['ruby', /^-\w*i/],
  ['awk', /^(-i|--include|inplace)/],
  ['gawk', /^(-i|--include|inplace)/],
  ['sort', /^(-\w*o|--output)/],
  ['curl', /^(-\w*[oO]|--output|--remote-name)/],
  ['wget', /^(-\w*[OP]|--output-document|--directory-prefix)/],
  ...[
    ...[
      'chmod',
      'chown',
      'chgrp',
      'chattr',
      'setfacl',
      'install',
      'dd',
      'rsync',
      'patch',
      'tar',
      'bsdtar',
      'unzip',
      '7z',
    ],
    ...['cpio', 'split', 'csplit', 'sponge', 'ed', 'ex', 'rename', 'gcp', 'gmv', 'gsed', 'xcopy', 'sd', 'scp'],
  ].map((name): [string, null] => [name, null]),
]);
/** They put each of their first operands into their last one, where that is a folder. */
const FILLS_FOLDERS: ReadonlySet<string> = new Set(['cp', 'mv', 'ln', 'install', 'rsync']);

/** The folder to be filled, in the same word or in the next. */
const TARGET = /^(?:-t|--target-directory=?)(.*)$/s;

/** `name` is the program's, `base` the folder that it runs in. */
export function inPlaceFacts(name: string, words: readonly string[], base: string, ground: Ground): Facts {
  const options = CHANGES.get(name);
  const changes = options !== undefined && (options === null || words.some((word) => options.test(word)));
  const own = changes ? words.flatMap(pathsIn).map((path) => changed(path, base, ground)) : [];
  return sum([...own, FILLS_FOLDERS.has(name) ? filling(words, base, ground) : NO_FACTS]);
}

/** An option's value counts, too: `of=PATH`, `--output=PATH`, `-oPATH`. */
function pathsIn(word: string): readonly string[] {
  if (!word.startsWith('-')) return [word, ...(/^\w+=(.+)$/s.exec(word)?.slice(1) ?? [])];
  return /^(?:--[\w-]+=|-\w)(.+)$/s.exec(word)?.slice(1) ?? [];
}

function filling(words: readonly string[], base: string, ground: Ground): Facts {
  const operands = words.filter((word) => !word.startsWith('-') && word !== '');
  const named = words.findIndex((word) => TARGET.test(word));
  const targets = named < 0 ? operands.slice(-1) : [TARGET.exec(words[named] ?? '')?.[1] || (words[named + 1] ?? '')];
  return sum(
    targets.flatMap((target) => {
      const sources = operands.filter((operand) => operand !== target);
      const isFilled = sources.length > 1 || /(^|\/)\.{0,2}$/.test(target) || isFolder(resolve(base, target));
      if (isFilled) return sources.map((source) => changed(`${target}/${basename(source)}`, base, ground));
      return [mayHoldSelfRunning(target) ? holding(target, base, ground) : changed(target, base, ground)];
    }),
  );
}

function changed(path: string, base: string, ground: Ground): Facts {
  const located = locateWord(path, base, ground);
  if (!located.ok || located.runsByItself === null) return NO_FACTS;
  return { ...NO_FACTS, readOnly: false, runsByItself: [located.runsByItself] };
}

/** A folder that comes whole may hold what runs. */
function holding(path: string, base: string, ground: Ground): Facts {
  const located = locateWord(path, base, ground);
  const paths = located.ok ? located.facts.map((fact) => fact.path) : [];
  return { ...NO_FACTS, readOnly: false, runsByItself: paths };
}
