/** What is downloaded must not be run: which parts of a command download, and which run what they are given. */
import type { SyntaxNode } from 'unbash';
import { type Guesses, guessWords, isDownloader } from './guess.ts';
import { nameOf, SHELLS } from './programs.ts';
import { unwrap } from './wrappers.ts';

type Watch = {
  readonly unbash: Pick<typeof import('unbash'), 'forEachChild'>;
  readonly guesses: Guesses;
  readonly downloads: Map<SyntaxNode, boolean>;
};

/** Whether a downloader runs anywhere in this part of a command. Remembered: parts are asked about again and again. */
export function mentionsDownload(node: SyntaxNode, watch: Watch): boolean {
  const known = watch.downloads.get(node);
  if (known !== undefined) return known;
  let found =
    node.type === 'Command' && unwrap(guessWords(node, watch.guesses)).some(([program]) => isDownloader(program ?? ''));
  watch.unbash.forEachChild(node, (child) => {
    found ||= mentionsDownload(child, watch);
  });
  watch.downloads.set(node, found);
  return found;
}

/** Whether this part of a command runs its standard input: a shell, or an interpreter without a file and without code. */
export function runsInput(node: SyntaxNode, watch: Watch): boolean {
  return someCommand(node, watch, (words) =>
    unwrap(words).some(([program = '', ...rest]) => {
      const name = nameOf(program);
      if (SHELLS.has(name) || (/^(source|\.)$/.test(name) && rest[0] === '/dev/stdin')) return true;
      // After `sudo` and its like, whatever runs is on the deny list for another reason.
      return /^(python[\d.]*|perl|ruby|node|bun|php|lua|osascript)$/.test(name) && rest.every((word) => word === '-');
    }),
  );
}

function someCommand(node: SyntaxNode, watch: Watch, is: (words: readonly string[]) => boolean): boolean {
  if (node.type === 'Command' && is(guessWords(node, watch.guesses))) return true;
  let found = false;
  watch.unbash.forEachChild(node, (child) => {
    found ||= someCommand(child, watch, is);
  });
  return found;
}
