/**
 * GBNF, in the dialect that llama.cpp, xgrammar (SGLang, vLLM) and llguidance all read: names of letters, digits and dashes,
 * one rule a line, no comments, few levels of brackets, and of the escapes only those that mean the same to each of them.
 */
import type { Expression, Grammar, Range } from './expression.ts';

const ESCAPES: { readonly [character: string]: string } = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };
/** llama.cpp knows no escape for these two: they stand where they have no meaning, at the end. */
const LAST_IN_SET = '^-';

/** The grammar in GBNF, its first rule `root`. */
export function writeGbnf(grammar: Grammar): string {
  return [...grammar].map(([name, expression]) => `${name} ::= ${written(expression, 'rule')}\n`).join('');
}

/** What surrounds an expression says whether it needs brackets. */
type Place = 'rule' | 'sequence' | 'repeat';

function written(expression: Expression, place: Place): string {
  switch (expression.kind) {
    case 'text':
      return `"${[...expression.text].map(inText).join('')}"`;
    case 'set':
      return setText(expression);
    case 'rule':
      return expression.name;
    case 'sequence': {
      const text = expression.parts.map((part) => written(part, 'sequence')).join(' ');
      return place === 'repeat' ? `(${text})` : text;
    }
    case 'choice': {
      const text = expression.options.map((option) => written(option, 'rule')).join(' | ');
      return place === 'rule' ? text : `(${text})`;
    }
    case 'repeat': {
      const part =
        expression.part.kind === 'repeat'
          ? `(${written(expression.part, 'rule')})`
          : written(expression.part, 'repeat');
      return part + timesText(expression.min, expression.max);
    }
  }
}

export function timesText(min: number, max: number | null): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  if (max === 1) return min === 0 ? '?' : '';
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

/** In the order of the characters: none that could be taken for a digit of it follows an escape. */
function setText({ negated, ranges }: Expression & { readonly kind: 'set' }): string {
  const isLast = ([from, to]: Range) => from === to && LAST_IN_SET.includes(String.fromCodePoint(from));
  const sorted = [...ranges].sort(([one], [other]) => one - other);
  const parts = [...sorted.filter((range) => !isLast(range)), ...sorted.filter(isLast)];
  const one = (code: number) => inSet(String.fromCodePoint(code));
  const texts = parts.map(([from, to]) => (from === to ? one(from) : `${one(from)}-${one(to)}`));
  return `[${negated ? '^' : ''}${texts.join('')}]`;
}

/** Not every escape means the same to all: `\x` takes two digits or as many as there are, `\u` may lose leading zeros. */
function inSet(character: string): string {
  if (character === '[' || character === ']') return `\\${character}`;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x1000 && code <= 0xffff) return `\\u${hex(code, 4)}`;
  return ESCAPES[character] ?? (code < 0x20 ? `\\x${hex(code, 2)}` : character);
}

function inText(character: string): string {
  if (character === '"') return '\\"';
  const code = character.codePointAt(0) ?? 0;
  return ESCAPES[character] ?? (code < 0x20 ? `\\u${hex(code, 4)}` : character);
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0');
}
