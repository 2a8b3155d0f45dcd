/**
 * Guesses what the words of a command may come to: variables that were assigned or are known, the home, the folder that
 * `cd` has led to. Good enough to find something bad, never to allow anything.
 */
import { isAbsolute, resolve } from 'node:path';
import type { Command, Word } from 'unbash';
import type { Ground } from './ground.ts';
import { nameOf } from './programs.ts';

export type Guesses = {
  /** Where the next command runs; null where that is not known. */
  folder: string | null;
  readonly valueOf: (name: string) => string | undefined;
  readonly assign: (name: string, value: Word, isDownload: boolean) => void;
  /** Takes note of a variable that holds a download, or a part of one. */
  readonly taint: (name: string) => void;
  /** Whether a text uses a variable that holds a download. */
  readonly isTainted: (text: string) => boolean;
  /** Takes note of a command that changes the folder. */
  readonly follow: (words: readonly string[]) => void;
  readonly home: string;
};

const VARIABLE = /\$(?:(\w+)|\{(\w+)[^{}]*\})/g;

export function newGuesses(ground: Ground): Guesses {
  const values = new Map<string, string>([['HOME', ground.home]]);
  const tainted = new Set<string>();
  const guesses: Guesses = {
    folder: ground.shellFolder,
    valueOf: (name) => (name === 'PWD' ? (guesses.folder ?? undefined) : values.get(name)),
    assign: (name, value, isDownload) => {
      values.set(name, guessWord(value, guesses));
      if (isDownload || guesses.isTainted(value.text)) tainted.add(name);
    },
    taint: (name) => void tainted.add(name),
    isTainted: (text) => [...text.matchAll(VARIABLE)].some(([, plain, braced]) => tainted.has(plain ?? braced ?? '')),
    follow: ([program, ...words]) => {
      if (program !== 'cd' && program !== 'pushd') return;
      const path = words.find((word) => word === '-' || !word.startsWith('-')) ?? ground.home;
      guesses.folder = isAbsolute(path) ? resolve(path) : afterRelative(guesses.folder, path);
    },
    home: ground.home,
  };
  return guesses;
}

function afterRelative(folder: string | null, path: string): string | null {
  return folder === null || path === '-' || /[$`*?]/.test(path) ? null : resolve(folder, path);
}

/** The words of a simple command, the program first. One word may come to several. */
export function guessWords(node: Command, guesses: Guesses): string[] {
  const words = node.args.filter((word) => word.type === 'Word');
  return (node.name ? [node.name, ...words] : words).flatMap((word) => {
    const value = guessWord(word, guesses);
    // Blanks that come out of a variable separate words; those in quotes do not.
    const isSplit = !word.parts?.some((part) => part.type.endsWith('Quoted')) && word.text.includes('$');
    const pieces = isSplit ? value.split(/\s+/).filter((piece) => piece !== '') : [value];
    return pieces.flatMap(braced);
  });
}

export function guessWord(word: Word, guesses: Guesses): string {
  const value = word.value
    .replaceAll(/\$IFS|\$\{IFS[^{}]*\}/g, ' ')
    .replaceAll(/\$\(pwd\)|`pwd`/g, guesses.folder ?? '$PWD')
    .replaceAll(/(?:\$\(|`)(?:echo|printf) ([^()`$]*)[)`]/g, '$1')
    .replaceAll(
      VARIABLE,
      (text, plain: string | undefined, inBraces: string | undefined) =>
        guesses.valueOf(plain ?? inBraces ?? '') ?? text,
    );
  const user = /^~([\w-]*)(?=\/|$)/.exec(word.text);
  if (!user) return value;
  const home = user[1] === '' ? guesses.home : user[1] === 'root' ? '/root' : `/home/${user[1]}`;
  return value.startsWith('~') ? home + value.slice(user[0].length) : value;
}

/** `a{b,c}d` as the shell has it, one pair of braces deep. */
function braced(word: string): string[] {
  const [, before, inside, after] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(word) ?? [];
  if (before === undefined || !inside?.includes(',')) return [word];
  return inside.split(',').map((piece) => before + piece + (after ?? ''));
}

/** Whether a program fetches from the network what it then prints or stores. */
export function isDownloader(program: string): boolean {
  return /^(curl|wget|fetch|aria2c|https?|xh|lwp-request|lynx|w3m)$/.test(nameOf(program));
}
