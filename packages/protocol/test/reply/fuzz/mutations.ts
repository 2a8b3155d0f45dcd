/** What goes wrong with a reply on its way: pieces of it lost, doubled, swapped, spliced with another, spelt otherwise. */
import { PIECES } from '../noise.ts';
import type { Dice } from './dice.ts';

type Mutation = (text: string, dice: Dice, other: () => string) => string;

/** Where something stands that can be lost or doubled as a whole. */
const TOKEN = /<[^<>]{0,80}>|[\w.-]+|\s+|./gsu;
const BLANKS = [' ', '\t', '\n', '\r\n', '\n\n', '\u00a0', '\u3000', '\u2028', '      ', ''] as const;
const SPAN_CHARACTERS_MAX = 60;

export function mutate(text: string, dice: Dice, other: () => string): string {
  return dice.pick(MUTATIONS)(text, dice, other);
}

const cut: Mutation = (text, dice) => text.slice(0, dice.below(text.length + 1));
const behead: Mutation = (text, dice) => text.slice(dice.below(text.length + 1));
const drop: Mutation = (text, dice) => onSpan(text, dice, () => '');
const double: Mutation = (text, dice) => onSpan(text, dice, (span) => span + span);
const repeat: Mutation = (text, dice) => onSpan(text, dice, (span) => span.repeat(2 + dice.below(9)));
const move: Mutation = (text, dice) => {
  let moved = '';
  const rest = onSpan(text, dice, (span) => {
    moved = span;
    return '';
  });
  return insertAt(rest, dice.below(rest.length + 1), moved);
};
const insert: Mutation = (text, dice) => insertAt(text, dice.below(text.length + 1), dice.pickText(PIECES));
const dropToken: Mutation = (text, dice) => onToken(text, dice, () => '');
const doubleToken: Mutation = (text, dice) => onToken(text, dice, (token) => token + token);
const replaceToken: Mutation = (text, dice) => onToken(text, dice, () => dice.pickText(PIECES));
const swapTokens: Mutation = (text, dice) => {
  const tokens = text.match(TOKEN) ?? [];
  const [one, two] = [dice.below(tokens.length), dice.below(tokens.length)];
  return tokens.map((token, i) => (i === one ? tokens[two] : i === two ? tokens[one] : token)).join('');
};
const changeCase: Mutation = (text, dice) =>
  onSpan(text, dice, (span) => (dice.oneIn(2) ? span.toUpperCase() : span.toLowerCase()));
const changeBlanks: Mutation = (text, dice) => {
  const blanks = dice.pick(BLANKS);
  return dice.oneIn(3) ? text.replace(/\n/g, blanks) : onSpan(text, dice, (span) => span.replace(/\s/g, blanks));
};
const changeQuotes: Mutation = (text, dice) =>
  onSpan(text, dice, (span) => span.replace(/["']/g, dice.pick(['', '"', "'", '\\"', '“'])));
const escapeSigns: Mutation = (text, dice) =>
  onSpan(text, dice, (span) => span.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
const wrap: Mutation = (text, dice) => {
  const [opener, closer] = dice.pick([
    ['```\n', '\n```'],
    ['`', '`'],
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<think>', '</think>'],
    ['"', '"'],
  ]);
  return onSpan(text, dice, (span) => `${opener}${span}${closer}`);
};
const splice: Mutation = (text, dice, other) => {
  const next = other();
  return text.slice(0, dice.below(text.length + 1)) + next.slice(dice.below(next.length + 1));
};
const join: Mutation = (text, dice, other) => text + dice.pick(['', '\n', ' ']) + other();
const nest: Mutation = (text, dice, other) => insertAt(text, dice.below(text.length + 1), other());
const unit: Mutation = (text, dice) =>
  insertAt(text, dice.below(text.length + 1), String.fromCharCode(dice.below(dice.oneIn(2) ? 0x80 : 0x1_0000)));

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  cut,
  behead,
  drop,
  double,
  repeat,
  move,
  insert,
  insert,
  insert,
  dropToken,
  dropToken,
  doubleToken,
  replaceToken,
  swapTokens,
  changeCase,
  changeBlanks,
  changeQuotes,
  escapeSigns,
  wrap,
  splice,
  join,
  nest,
  unit,
];

function onSpan(text: string, dice: Dice, change: (span: string) => string): string {
  const from = dice.below(text.length + 1);
  const to = Math.min(text.length, from + 1 + dice.below(SPAN_CHARACTERS_MAX));
  return text.slice(0, from) + change(text.slice(from, to)) + text.slice(to);
}

function onToken(text: string, dice: Dice, change: (token: string) => string): string {
  const tokens = text.match(TOKEN) ?? [];
  const index = dice.below(tokens.length);
  return tokens.map((token, i) => (i === index ? change(token) : token)).join('');
}

function insertAt(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at);
}
