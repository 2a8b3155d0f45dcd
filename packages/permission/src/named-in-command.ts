/**
 * All that a shell command names, understood or not: the commands in it, as well as their words can be guessed, and every text.
 * In loops, functions and substitutions, behind wrappers, in what a shell is given as a text. For what makes a verdict stricter
 * alone: a name may stand for something harmless, and is taken for what it says.
 */

import type { ParsedScript, SyntaxNode } from 'unbash';
import type { Ground } from './ground.ts';
import { type Guesses, guessWord, guessWords, newGuesses } from './guess.ts';
import { loadParser } from './load-parser.ts';
import { unwrap } from './wrappers.ts';

type Unbash = typeof import('unbash');

export type Named = {
  /** Each reading of a simple command, the program first. */
  readonly commands: readonly NamedCommand[];
  /** Words, targets of redirections, here-documents; each once. */
  readonly texts: readonly NamedText[];
};
export type NamedCommand = { readonly words: readonly string[]; readonly folder: string | null };
export type NamedText = { readonly text: string; readonly folder: string | null };

/** A text in a text in a text: deeper is not looked. */
const TEXTS_MAX = 3;
/** Of a longer one nobody waits for the end. */
const TEXT_CHARS_MAX = 262_144;
const NAMED_MAX = 4_000;

type Gathering = {
  readonly unbash: Unbash;
  readonly guesses: Guesses;
  readonly commands: NamedCommand[];
  /** Whether a variable is given a text, which programs may run: `GIT_EDITOR='…'`. */
  mayRunAssigned: boolean;
  /** Commands that a text comes to, if it is run. */
  readonly ofTexts: NamedCommand[];
  readonly texts: Map<string, NamedText>;
};

/** @param tree null where the command cannot be read: then it is cut at whatever may separate commands */
export async function namedIn(command: string, tree: ParsedScript | null, ground: Ground): Promise<Named> {
  const unbash = await loadParser();
  const gathering: Gathering = {
    unbash,
    guesses: newGuesses(ground),
    commands: [],
    ofTexts: [],
    mayRunAssigned: false,
    texts: new Map(),
  };
  try {
    if (tree) visit(tree, gathering, 0);
    if (!tree || tree.errors) gatherFromText(command, gathering);
  } catch {
    gatherFromText(command, gathering);
  }
  const { commands, ofTexts } = gathering;
  return {
    commands: !gathering.mayRunAssigned && commands.every(keepsTexts) ? commands : [...commands, ...ofTexts],
    texts: [...gathering.texts.values()],
  };
}

/** They print, keep or search what they are given, and run none of it. */
const KEEPING_TEXTS = /^(cat|tac|echo|printf|tee|head|tail|wc|sort|uniq|cut|tr|nl|fold|base64|[ef]?grep|rg|true|:|cd)$/;
const KEEPING_MESSAGES = /^(commit|log|grep|tag|notes|show|diff|status|add)$/;
/** But with these. */
const RUNNING = /^(-x|-O|--open|-v|--pre|--hostname-bin|--co)/;

/** Whether its words, and what it is fed, stay texts. What is written may run later: then that is judged. */
function keepsTexts({ words: [program = '', ...rest] }: NamedCommand): boolean {
  const isKeeping = program === 'git' ? KEEPING_MESSAGES.test(rest[0] ?? '') : KEEPING_TEXTS.test(program);
  return isKeeping && (/^([ef]?grep|cat|echo)$/.test(program) || !rest.some((word) => RUNNING.test(word)));
}

function visit(node: SyntaxNode, gathering: Gathering, depth: number): void {
  const { unbash, guesses } = gathering;
  const commands = depth === 0 ? gathering.commands : gathering.ofTexts;
  if (commands.length >= NAMED_MAX || gathering.texts.size >= NAMED_MAX) return;
  if (node.type === 'Assignment' && node.value.type === 'Word') {
    guesses.assign(node.name, node.value, false);
    gathering.mayRunAssigned ||= /\s/.test(node.value.value);
  }
  if (node.type === 'Word') note(guessWord(node, guesses), gathering, depth);
  if (node.type === 'HereDoc') note(node.body.text, gathering, depth);
  if (node.type === 'Command') {
    const words = guessWords(node, guesses);
    const { folder } = guesses;
    for (const word of words) note(word, gathering, depth);
    commands.push(...unwrap(words).map((each) => ({ words: each, folder })));
    unbash.forEachChild(node, (child) => visit(child, gathering, depth));
    guesses.follow(words);
    return;
  }
  unbash.forEachChild(node, (child) => visit(child, gathering, depth));
}

/** A word with blanks in it may be a command for a shell. */
function note(text: string, gathering: Gathering, depth: number): void {
  const { texts, guesses, unbash } = gathering;
  const key = `${guesses.folder}\0${text}`;
  if (text === '' || text.length > TEXT_CHARS_MAX || texts.has(key)) return;
  texts.set(key, { text, folder: guesses.folder });
  if (depth < TEXTS_MAX && /\s/.test(text)) visit(unbash.parse(text), gathering, depth + 1);
}

function gatherFromText(text: string, { guesses, commands, texts }: Gathering): void {
  for (const piece of text.slice(0, TEXT_CHARS_MAX).split(/[;&|\n(){}`]+/)) {
    const words = piece
      .replaceAll(/["'\\]/g, '')
      .split(/\s+/)
      .filter((word) => word !== '' && !/^(then|do|else|!)$/.test(word));
    if (words.length === 0) continue;
    const { folder } = guesses;
    commands.push(...unwrap(words).map((each) => ({ words: each, folder })));
    for (const word of words) texts.set(`${folder}\0${word}`, { text: word, folder });
    guesses.follow(words);
  }
}
