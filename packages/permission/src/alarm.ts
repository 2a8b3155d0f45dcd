/**
 * Looks for the deny list in all of a shell command, understood or not: in loops, functions, substitutions and subshells,
 * behind wrappers (`env`, `xargs`, `timeout`), in the text that a shell is given (`sh -c`, `eval`, a here-document).
 * It reads words as well as they can be guessed, and knows where `cd` has led. It only ever finds a denial or nothing:
 * what it misses is still unknown, and asks.
 */

import type { Command, ParsedScript, Pipeline, Function as ShellFunction, SyntaxNode } from 'unbash';
import { alarmInCode } from './alarm-code.ts';
import { runsCode } from './code.ts';
import { runsWhatItFetches, startedTexts, startsFromInput } from './code-runs.ts';
import { mentionsDownload, runsInput } from './download.ts';
import { forbiddenChange, forbiddenCommand, forbiddenTree } from './forbidden.ts';
import { isEndless, isForkBomb } from './fork-bomb.ts';
import type { Ground } from './ground.ts';
import { type Guesses, guessWord, guessWords, newGuesses } from './guess.ts';
import { loadParser } from './load-parser.ts';
import { nameOf, SHELLS } from './programs.ts';
import { unwrap } from './wrappers.ts';

type Unbash = typeof import('unbash');

/** A text in a text in a text: deeper is not looked. */
const TEXTS_MAX = 4;
/** Beyond, a text without a tree is not searched: it asks anyway. */
const TEXT_CHARS_MAX = 262_144;

/** Run the first of their words as a file. */
const INTERPRETERS = /^(python[\d.]*|perl|ruby|node|bun|deno|php|lua)$/;

type Watch = {
  readonly unbash: Unbash;
  readonly ground: Ground;
  readonly guesses: Guesses;
  readonly downloads: Map<SyntaxNode, boolean>;
  /** Those that have been seen, by name. */
  readonly functions: Map<string, ShellFunction>;
  readonly texts: number;
};

/** Why the command is on the deny list, or null. */
export async function alarmAt(tree: ParsedScript, ground: Ground): Promise<string | null> {
  const unbash = await loadParser();
  return visit(tree, {
    unbash,
    ground,
    guesses: newGuesses(ground),
    downloads: new Map(),
    functions: new Map(),
    texts: 0,
  });
}

/** For a text that has no tree, or a broken one: cut at whatever may separate commands, read word by word. */
export function alarmInText(text: string, ground: Ground): string | null {
  for (const piece of text.slice(0, TEXT_CHARS_MAX).split(/[;&|\n(){}`]+/)) {
    const words = piece
      .replaceAll(/["'\\]/g, '')
      .split(/\s+/)
      .filter((word) => word !== '' && !/^(then|do|else|!)$/.test(word));
    const expanded = words.map((word) => word.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, ground.home));
    const why = forbiddenCommand(expanded, ground.shellFolder, ground);
    if (why !== null) return why;
  }
  return null;
}

function visit(node: SyntaxNode, watch: Watch): string | null {
  const why = judge(node, watch);
  if (why !== null) return why;
  let found: string | null = null;
  watch.unbash.forEachChild(node, (child) => {
    found ??= visit(child, watch);
  });
  return found;
}

function judge(node: SyntaxNode, watch: Watch): string | null {
  switch (node.type) {
    case 'Command':
      return judgeCommand(node, watch);
    case 'Pipeline':
      return judgePipeline(node, watch);
    case 'Function':
      return isForkBomb(node, watch.functions, watch.unbash.forEachChild) ? 'it is a fork bomb' : null;
    case 'While':
    case 'ArithmeticFor':
      return isEndless(node, watch.unbash.forEachChild) ? 'it is a fork bomb' : null;
    case 'Assignment':
      if (node.value.type === 'Word') watch.guesses.assign(node.name, node.value, mentionsDownload(node.value, watch));
      else if (mentionsDownload(node.value, watch)) watch.guesses.taint(node.name);
      return null;
    case 'Redirected':
      if (node.redirects.some((redirect) => mentionsDownload(redirect, watch))) taintReads(node.command, watch);
      return null;
    case 'For':
      if (node.wordlist?.some((word) => mentionsDownload(word, watch))) watch.guesses.taint(node.name.text);
      return null;
    case 'Redirect': {
      if (!node.operator.includes('>') || !node.target) return null;
      return forbiddenChange(guessWord(node.target, watch.guesses), watch.guesses.folder, watch.ground);
    }
    default:
      return null;
  }
}

function judgeCommand(node: Command, watch: Watch): string | null {
  const { guesses, ground } = watch;
  const words = guessWords(node, guesses);
  if (feedsDownload(node, words, watch)) return 'it runs what it downloads';
  const commands = unwrap(words);
  for (const command of commands) {
    const why = forbiddenCommand(command, guesses.folder, ground) ?? alarmInWords(command, node, watch);
    if (why !== null) return why;
  }
  guesses.follow(commands[0] ?? []);
  if (node.redirects.some((redirect) => mentionsDownload(redirect, watch))) taintReads(node, watch);
  return null;
}

/** `sh -c "$(curl …)"`, `. <(curl …)`, `$(curl …)`, `eval "$page"`, `$line`: what is stored in a file can be looked at before. */
function feedsDownload(node: Command, words: readonly string[], watch: Watch): boolean {
  const { isTainted } = watch.guesses;
  if (node.name && (mentionsDownload(node.name, watch) || isTainted(node.name.text))) return true;
  const parts = [...node.args, ...node.redirects];
  const isGiven =
    parts.some((part) => mentionsDownload(part, watch)) ||
    node.args.some((word) => isTainted(word.text)) ||
    node.redirects.some((redirect) => redirect.type === 'HereString' && isTainted(redirect.target?.text ?? ''));
  return unwrap(words).some((command) => {
    const name = nameOf(command[0] ?? '');
    const takesText = SHELLS.has(name) || /^(eval|source|\.)$/.test(name);
    if ((takesText || runsCode(name, command.slice(1))) && isGiven) return true;
    if (runsWhatItFetches(command)) return true;
    return (
      INTERPRETERS.test(name) && node.args.some((word) => word.text.startsWith('<(') && mentionsDownload(word, watch))
    );
  });
}

const READERS = /^(read|mapfile|readarray)$/;

/** What is read in there is a part of a download. */
function taintReads(node: SyntaxNode, watch: Watch): void {
  if (node.type === 'Command') {
    const [program = '', ...words] = guessWords(node, watch.guesses);
    const named = words.filter((word) => /^[A-Za-z_]\w*$/.test(word));
    if (READERS.test(program)) for (const name of [...named, 'REPLY', 'MAPFILE']) watch.guesses.taint(name);
  }
  watch.unbash.forEachChild(node, (child) => taintReads(child, watch));
}

/** The texts that a command makes a command of. */
function alarmInWords(command: readonly string[], node: Command, watch: Watch): string | null {
  const [program = '', ...rest] = command;
  const name = nameOf(program);
  const texts: string[] = [];
  if (SHELLS.has(name)) {
    const option = rest.findIndex((word) => /^-\w*c$/.test(word));
    const text = option < 0 ? undefined : rest.slice(option + 1).find((word) => !word.startsWith('-'));
    texts.push(...(text === undefined ? [] : [text]), ...inputsOf(node, watch));
  }
  if (name === 'eval' || name === 'watch') texts.push(rest.join(' '));
  if (name === 'trap' || name === 'script') texts.push(...rest);
  texts.push(...startedTexts(command));
  return firstAlarm(texts, watch) ?? alarmInCode(command, watch.guesses.folder, watch.ground);
}

/** Here-documents and here-strings. */
function inputsOf(node: Command, { guesses }: Watch): string[] {
  return node.redirects.flatMap((redirect) => {
    if (redirect.type === 'HereDoc') return [redirect.body.text];
    return redirect.type === 'HereString' && redirect.target ? [guessWord(redirect.target, guesses)] : [];
  });
}

function firstAlarm(texts: readonly string[], watch: Watch): string | null {
  if (watch.texts >= TEXTS_MAX) return null;
  for (const text of texts) {
    const tree = watch.unbash.parse(text);
    const why = visit(tree, { ...watch, texts: watch.texts + 1 });
    if (why !== null) return why;
  }
  return null;
}

/** Goes through the stages once: what a shell has been fed by one stage need not be looked at for the next. */
function judgePipeline(node: Pipeline, watch: Watch): string | null {
  let downloads = false;
  let texts: string[] = [];
  let paths: string[] = [];
  for (const stage of node.commands) {
    if (downloads) taintReads(stage, watch);
    const isCode = stage.type === 'Command' && unwrap(guessWords(stage, watch.guesses)).some(startsFromInput);
    if (downloads && isCode) return 'it runs what it downloads';
    if (runsInput(stage, watch)) {
      const why = downloads ? 'it runs what it downloads' : firstAlarm(texts, watch);
      if (why !== null) return why;
      texts = [];
    }
    const words = stage.type === 'Command' ? guessWords(stage, watch.guesses) : [];
    if (removesInput(words)) {
      for (const path of paths) {
        const why = forbiddenTree(path, watch.guesses.folder, watch.ground);
        if (why !== null) return why;
      }
      paths = [];
    }
    downloads ||= mentionsDownload(stage, watch) || words.some((word) => watch.guesses.isTainted(word));
    if (stage.type === 'Command') texts.push(...textsOf(stage, words, watch));
    paths.push(...words.slice(1).filter((word) => !word.startsWith('-')));
  }
  return null;
}

/** What a command prints, where its words say so. */
function textsOf(node: Command, [program, ...words]: readonly string[], watch: Watch): string[] {
  const printed = program === 'echo' || program === 'printf' ? [...words, words.join(' ')] : [];
  return [...printed, ...inputsOf(node, watch)];
}

/** `find / | xargs rm -rf`: the remover's operands come from the words of the commands before it. */
function removesInput(words: readonly string[]): boolean {
  return nameOf(words[0] ?? '') === 'xargs' && unwrap(words).some(([program]) => nameOf(program ?? '') === 'rm');
}
