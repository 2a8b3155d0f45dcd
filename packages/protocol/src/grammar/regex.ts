/**
 * The same grammar as one regular expression, for engines that take nothing else. Rules are written out where they are used,
 * so it is long; JSON without a schema, which no regular expression describes, is let nest
 * no deeper than arrays and objects of plain values. Only what JavaScript, Python and Rust read
 * alike is used: no look-around, no back-references, no classes by name. It stands for the whole text; there are no anchors.
 */
import type { Expression, Grammar } from './expression.ts';
import { timesText } from './gbnf.ts';

/** So often a rule is written out inside of itself. */
const NESTED_MAX = 1;

const SIGNS = '^$\\.*+?()[]{}|';
const SET_SIGNS = '^\\[]-&~';
const ESCAPES: { readonly [character: string]: string } = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

type Place = 'choice' | 'sequence' | 'repeat';

/** The grammar as one regular expression for the whole text. */
export function writeRegex(grammar: Grammar): string {
  return written({ kind: 'rule', name: 'root' }, { grammar, inside: new Map() }, 'choice') ?? '';
}

type Scope = {
  readonly grammar: Grammar;
  /** How often each rule is being written out here. */
  readonly inside: ReadonlyMap<string, number>;
};

/** Null for what would nest too deep. */
function written(expression: Expression, scope: Scope, place: Place): string | null {
  switch (expression.kind) {
    case 'text': {
      const text = [...expression.text].map((character) => escaped(character, SIGNS)).join('');
      return place === 'repeat' && expression.text.length > 1 ? `(?:${text})` : text;
    }
    case 'set':
      return setText(expression);
    case 'rule':
      return ruleText(expression.name, scope, place);
    case 'sequence': {
      const parts = expression.parts.map((part) => written(part, scope, 'sequence'));
      if (parts.includes(null)) return null;
      return place === 'repeat' ? `(?:${parts.join('')})` : parts.join('');
    }
    case 'choice': {
      const options = expression.options.flatMap((option) => written(option, scope, 'choice') ?? []);
      if (options.length === 0) return null;
      return place === 'choice' ? options.join('|') : `(?:${options.join('|')})`;
    }
    case 'repeat': {
      const part = written(expression.part, scope, 'repeat');
      if (part === null) return expression.min === 0 ? '' : null;
      const text = part + timesText(expression.min, expression.max);
      return place === 'repeat' ? `(?:${text})` : text;
    }
  }
}

function ruleText(name: string, { grammar, inside }: Scope, place: Place): string | null {
  const times = (inside.get(name) ?? 0) + 1;
  const rule = grammar.get(name);
  if (rule === undefined || times > NESTED_MAX + 1) return null;
  return written(rule, { grammar, inside: new Map([...inside, [name, times]]) }, place);
}

function setText({ negated, ranges }: Expression & { readonly kind: 'set' }): string {
  const one = (code: number) => escaped(String.fromCodePoint(code), SET_SIGNS);
  const parts = ranges.map(([from, to]) => (from === to ? one(from) : `${one(from)}-${one(to)}`));
  return `[${negated ? '^' : ''}${parts.join('')}]`;
}

function escaped(character: string, signs: string): string {
  const short = ESCAPES[character];
  if (short !== undefined) return short;
  if (signs.includes(character)) return `\\${character}`;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return character;
  return code > 0xffff ? character : `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
