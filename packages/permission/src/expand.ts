/**
 * The words of a command as the shell would hand them over: quotes gone, variables that are known put in, patterns looked
 * up, commands in it judged. An allow-list of parts: what has no case here is a reason not to understand the command.
 */
import { type Facts, NO_FACTS } from '@tagma/protocol';
import type {
  ArithmeticExpression,
  DoubleQuotedChild,
  ParameterExpansionPart,
  ParsedScript,
  Word,
  WordPart,
} from 'unbash';
import { isSecretVariable } from './environment.ts';
import { expandPattern, type PatternPiece } from './glob.ts';
import type { Ground } from './ground.ts';
import { knownOutput } from './known-output.ts';
import type { State } from './state.ts';
import { ANY, ANY_WORDS, DIGITS, isUnknownText } from './unknown-text.ts';

export type Expander = {
  readonly ground: Ground;
  readonly state: State;
  /** Told what the commands in the word do. */
  readonly note: (facts: Facts) => void;
  readonly runInside: (script: ParsedScript, state: State) => void;
  /** Names that may still be looked at, for all patterns together. */
  readonly names: { left: number };
};

export type Expanded =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly why: string };
export type Text = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

/** Words that one word may come to by its braces. */
const BRACED_MAX = 64;
/** What an unquoted, unescaped character of these would make of a word, where the parser has seen nothing in it. */
const LIVE = /[*?[\]$`()]|\{[^{}]*(,|\.\.)[^{}]*\}/;
/** Neither separates words nor is a pattern. */
const PLAIN_VALUE = /^[^\s*?[\]\\]+$/;

class NotUnderstood extends Error {}

/** A word among the words of a command: it may come to several, or to none. */
export function expandWord(word: Word, expander: Expander): Expanded {
  return understanding(() => ({ ok: true, words: wordsOf(word, expander) }));
}

/** A word where the shell separates nothing and looks nothing up: a value that is assigned, a text that is given. */
export function expandText(word: Word, expander: Expander): Text {
  return understanding(() => {
    const pieces = piecesOf(word, expander, true);
    return { ok: true, text: pieces.map(({ text }) => text.replaceAll(ANY_WORDS, ANY)).join('') };
  });
}

/** The body of a here-document. */
export function expandParts(parts: readonly WordPart[], expander: Expander): Text {
  return understanding(() => ({ ok: true, text: parts.map((part) => textOf(part, expander, true)).join('') }));
}

function understanding<T>(work: () => T): T | { readonly ok: false; readonly why: string } {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotUnderstood) return { ok: false, why: error.message };
    throw error;
  }
}

function wordsOf(word: Word, expander: Expander): readonly string[] {
  // These two are brackets of a test, not of a pattern.
  if (word.text === '[' || word.text === ']') return [word.text];
  return alternatives(piecesOf(word, expander, false)).flatMap((pieces) => {
    const text = pieces.map((piece) => piece.text).join('');
    // What comes to nothing without quotes is no word.
    if (text === '' && !word.parts?.some(({ type }) => type.endsWith('Quoted')) && word.parts) return [];
    if (!pieces.some(({ isPattern }) => isPattern)) return [text];
    return patternWords(word, pieces, expander);
  });
}

function patternWords(
  word: Word,
  pieces: readonly PatternPiece[],
  { state, names: budget }: Expander,
): readonly string[] {
  if (pieces.some(({ text }) => isUnknownText(text)))
    throw new NotUnderstood(`a pattern of what is not known (${word.text})`);
  const names = new Set<string>();
  for (const folder of state.folders) {
    const found = expandPattern(pieces, folder, budget);
    if (found === null) throw new NotUnderstood(`a pattern that the shell expands (${word.text})`);
    for (const name of found) names.add(name);
  }
  if ([...names].some((name) => /\p{C}/u.test(name)))
    throw new NotUnderstood('a name that holds characters that cannot be seen');
  return [...names];
}

/** Braces become several words before all else. Their text stands as a list in `text`, marked by `{`. */
function alternatives(pieces: readonly Piece[]): readonly (readonly PatternPiece[])[] {
  let all: PatternPiece[][] = [[]];
  for (const piece of pieces) {
    const choices = piece.choices ?? [piece.text];
    all = all.flatMap((before) => choices.map((text) => [...before, { text, isPattern: piece.isPattern }]));
    if (all.length > BRACED_MAX) throw new NotUnderstood('braces that come to too many words');
  }
  return all;
}

type Piece = PatternPiece & { readonly choices?: readonly string[] };

function piecesOf(word: Word, expander: Expander, isText: boolean): Piece[] {
  const { home } = expander.ground;
  if (/[=:]~/.test(word.text)) throw new NotUnderstood(`a ~ that the shell may expand (${word.text})`);
  const tilde = word.text.startsWith('~');
  if (tilde && !/^~(\/|$)/.test(word.text)) throw new NotUnderstood(`another person's home (${word.text})`);
  if (!word.parts) {
    const text = literal(word.text, word.value);
    return [{ text: tilde ? home + text.slice(1) : text, isPattern: false }];
  }
  const pieces = word.parts.map((part): Piece => {
    if (isText && (part.type === 'Glob' || part.type === 'BraceExpansion'))
      return { text: part.text, isPattern: false };
    if (part.type === 'Glob') return { text: part.text, isPattern: true };
    if (part.type === 'BraceExpansion') return { text: part.text, isPattern: false, choices: choicesOf(part.text) };
    return { text: textOf(part, expander, isText), isPattern: false };
  });
  const [first, ...others] = pieces;
  return tilde && first ? [{ ...first, text: home + first.text.slice(1) }, ...others] : pieces;
}

/** `{a,b}` and `{1..9}`, without anything in them that would be expanded again. */
function choicesOf(text: string): readonly string[] {
  const inside = text.slice(1, -1);
  const [, from, to] = /^(\d{1,4})\.\.(\d{1,4})$/.exec(inside) ?? [];
  if (from !== undefined && to !== undefined) {
    const [start, end] = [Number(from), Number(to)];
    if (/^0\d/.test(from) || end < start || end - start >= BRACED_MAX) throw new NotUnderstood(`braces (${text})`);
    return Array.from({ length: end - start + 1 }, (_, at) => String(start + at));
  }
  if (!/^[\w./@:+%,-]*$/.test(inside) || inside.includes('..'))
    throw new NotUnderstood(`braces that the shell expands (${text})`);
  return inside.split(',');
}

function textOf(part: WordPart, expander: Expander, isQuoted: boolean): string {
  switch (part.type) {
    case 'Literal':
      return isQuoted ? part.value : literal(part.text, part.value);
    case 'SingleQuoted':
      return part.value;
    case 'AnsiCQuoted':
      if (/[\p{C}]/u.test(part.value.replaceAll(/[\n\t]/g, '')))
        throw new NotUnderstood("a string in $'…' with characters that cannot be seen");
      return part.value;
    case 'DoubleQuoted':
      return part.parts.map((child) => quotedText(child, expander)).join('');
    case 'SimpleExpansion':
      return unquoted(variable(part.text.slice(1), expander), isQuoted);
    case 'ParameterExpansion':
      return unquoted(parameter(part, expander), isQuoted);
    case 'CommandExpansion':
      return unquoted(output(part.script, expander), isQuoted);
    case 'ArithmeticExpansion':
      return number(part.expression, part.text);
    case 'ProcessSubstitution':
      if (part.operator !== '<' || !part.script) throw new NotUnderstood(`a command in a command (${part.text})`);
      expander.runInside(part.script, expander.state);
      return '/dev/fd/63';
    default:
      throw new NotUnderstood(`syntax of the kind ${part.type} (${part.text})`);
  }
}

function quotedText(part: DoubleQuotedChild, expander: Expander): string {
  return part.type === 'Literal' ? part.value : textOf(part, expander, true);
}

/** Outside of quotes, a value is separated into words, and these are looked up. */
function unquoted(value: string, isQuoted: boolean): string {
  if (isQuoted) return value;
  if (value === DIGITS) return value;
  return isUnknownText(value) || !PLAIN_VALUE.test(value) ? ANY_WORDS : value;
}

function literal(text: string, value: string): string {
  if (LIVE.test(text.replaceAll(/\\[\s\S]/g, '')))
    throw new NotUnderstood(`a character that the shell may expand (${text})`);
  return value;
}

function variable(name: string, { state, ground, note }: Expander): string {
  if (/^[?$#]$/.test(name)) return DIGITS;
  const value = state.variables.get(name);
  if (value !== undefined) return value;
  if (name === 'HOME') return ground.home;
  const [folder] = state.folders;
  if (name === 'PWD') return state.folders.length === 1 && folder !== undefined ? folder : ANY;
  if (!/^[a-z_]\w*$/i.test(name) && !/^[\d@*_!-]$/.test(name)) throw new NotUnderstood(`a variable ($${name})`);
  if (isSecretVariable(name)) note({ ...NO_FACTS, readOnly: false });
  return ANY;
}

/** Operations on a value are not worked out, but they must not run or assign anything. */
function parameter(part: ParameterExpansionPart, expander: Expander): string {
  const { parameter: name, prefix, index, operation, text } = part;
  if (index || prefix === '!' || !/^([a-z_]\w*|[?$#!\d@*])$/i.test(name))
    throw new NotUnderstood(`a variable (${text})`);
  const value = variable(name, expander);
  if (prefix === '#') return DIGITS;
  if (!operation) return value;
  const check = (...words: (Word | undefined)[]) => {
    for (const word of words)
      if (word) for (const inner of word.parts ?? []) if (inner.type !== 'Glob') textOf(inner, expander, true);
  };
  switch (operation.type) {
    case 'Default':
      if (operation.operator.includes('=')) throw new NotUnderstood(`a variable that is set on the way (${text})`);
      check(operation.operand);
      return ANY;
    case 'Remove':
      check(operation.operand);
      return ANY;
    case 'Replace':
      check(operation.pattern, operation.replacement);
      return ANY;
    case 'CaseModification':
      check(operation.operand);
      return ANY;
    case 'Slice':
      if (!/^ ?-?\d+$/.test(operation.offset.text) || !/^-?\d*$/.test(operation.length?.text ?? '')) break;
      return ANY;
  }
  throw new NotUnderstood(`a variable (${text})`);
}

function output(script: ParsedScript | undefined, expander: Expander): string {
  if (!script) throw new NotUnderstood('a command in a command that cannot be read');
  expander.runInside(script, expander.state);
  return knownOutput(script, expander.state) ?? ANY;
}

/** Numbers alone: the shell would evaluate whatever a name in there holds. */
function number(expression: ArithmeticExpression | undefined, text: string): string {
  if (!expression || !/^[\d\s()+*/%<>=!&|^~?:-]+$/.test(text.replace(/^\$[[(]+/, '').replace(/[\])]+$/, '')))
    throw new NotUnderstood(`arithmetic (${text})`);
  return ANY;
}
