/** Texts made up from a grammar at random, out of what is likeliest to confuse a reader. The same seed, the same texts. */
import type { Chance } from '../../../../test/chance.ts';
import { holds, type Node, type Rules, ruleOf } from './gbnf-interpreter.ts';

/** From here on the shortest way to an end is taken. */
const DEPTH_MAX = 60;
const REPEATS_MEAN = 2;

const PIECES = [
  ...[
    'action>',
    'action tool="ls">',
    '/action>',
    '/command>',
    '/content\u3000>',
    '/thinking >',
    '/path>',
    'path a="',
    "path x='",
    'command>',
    'limit/>',
    'content a=b>',
    'message',
    'observation ',
    'final>',
    'thought>',
    'ction',
    'ction>',
  ],
  ...[
    '```',
    '\n```xml\n',
    '`',
    '~~~',
    '!--',
    '-->',
    ']]>',
    ']',
    '![CDATA[',
    '[CDATA[',
    'a]]>b',
    '/>',
    '>',
    '"',
    "'",
    '=',
    '"\n',
  ],
  ...[
    '&lt;',
    '&amp;',
    '&',
    '&#60;',
    '{',
    '{"a": 1}',
    'null',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '\u3000',
    '\ufeff',
    '\u2028',
    'é',
    '😀',
    'İ',
    'ſ',
    '\0',
  ],
  ...['\nAction: bash\nAction Input: ls\n', 'Observation:', 'Final Answer: x', 'a', 'x y', '0'],
  ...['bash>', 'ls/>', 'tool_call>', 'function=bash>', '/function>', 'parameter=command>', 'invoke name="bash">'],
  ...[
    '/parameter>',
    '/tool_call>',
    '/invoke>',
    'arg_key>',
    '|tool_call_begin|>',
    '｜tool▁call▁begin｜>',
    '[TOOL_CALLS]',
  ],
  ...['{"name": "bash", "arguments": {"command": "ls"}}', '"}]', "['a',]", '```json\n'],
];

/** Gives a maker of texts. */
export function deriver(rules: Rules, random: Chance): () => string {
  const heights = heightsOf(rules);
  const make = (node: Node, depth: number): string => {
    switch (node.kind) {
      case 'characters':
        return String.fromCodePoint(...node.codes);
      case 'class':
        return oneOf(node, random);
      case 'rule':
        return make(ruleOf(rules, node.name), depth + 1);
      case 'sequence':
        return (pieceFor(node.parts, random) ?? node.parts.map((part) => make(part, depth + 1))).join('');
      case 'choice':
        return make(depth > DEPTH_MAX ? lowest(node.options, heights) : pick(node.options, random), depth + 1);
      case 'repeat': {
        const more = depth > DEPTH_MAX ? 0 : Math.floor(-Math.log(1 - random()) * REPEATS_MEAN);
        const times = Math.min(node.max, node.min + more);
        return Array.from({ length: times }, () =>
          node.part.kind === 'class' ? someOf(node.part, node.max, random) : make(node.part, depth + 1),
        ).join('');
      }
    }
  };
  return () => make({ kind: 'rule', name: 'root' }, 0);
}

/** Where a character stands before any number of characters: a piece that begins with it, now and then. */
function pieceFor([first, rest, ...others]: readonly Node[], random: Chance): readonly string[] | null {
  if (others.length > 0 || first?.kind !== 'class' || rest?.kind !== 'repeat' || rest.part.kind !== 'class')
    return null;
  const [start = '', ...more] = pick(PIECES, random);
  const { part } = rest;
  const fits = more.length <= rest.max && more.every((character) => holds(part, codeOf(character)));
  return fits && holds(first, codeOf(start)) ? [start, ...more] : null;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** One character, or where any number of them may stand, a piece that is made of such. */
function someOf(set: Node & { readonly kind: 'class' }, max: number, random: Chance): string {
  if (max !== Number.POSITIVE_INFINITY) return oneOf(set, random);
  const piece = pick(PIECES, random);
  return [...piece].every((character) => holds(set, codeOf(character))) ? piece : oneOf(set, random);
}

function oneOf(set: Node & { readonly kind: 'class' }, random: Chance): string {
  if (!set.negated) {
    const [from, to] = pick(set.ranges, random);
    return String.fromCodePoint(from + Math.floor(random() * (to - from + 1)));
  }
  for (;;) {
    const [character = 'x'] =
      random() < 0.9 ? pick(PIECES, random) : String.fromCodePoint(Math.floor(random() * 0xd800));
    if (holds(set, codeOf(character))) return character;
  }
}

function pick<T>(list: readonly T[], random: Chance): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
}

function lowest(options: readonly Node[], heights: ReadonlyMap<Node, number>): Node {
  const [first, ...others] = options;
  if (!first) throw new Error('nothing to choose from');
  const height = (node: Node) => heights.get(node) ?? Number.POSITIVE_INFINITY;
  return others.reduce((best, node) => (height(node) < height(best) ? node : best), first);
}

/** How deep the shallowest text of each node is. */
function heightsOf(rules: Rules): ReadonlyMap<Node, number> {
  const heights = new Map<Node, number>();
  const measure = (node: Node): number => {
    const height = measured(node);
    heights.set(node, Math.min(height, heights.get(node) ?? Number.POSITIVE_INFINITY));
    return height;
  };
  const measured = (node: Node): number => {
    switch (node.kind) {
      case 'rule':
        return 1 + (heights.get(ruleOf(rules, node.name)) ?? Number.POSITIVE_INFINITY);
      case 'sequence':
        return Math.max(0, ...node.parts.map(measure));
      case 'choice':
        return 1 + Math.min(...node.options.map(measure));
      case 'repeat': {
        const part = measure(node.part);
        return node.min === 0 ? 0 : part;
      }
      default:
        return 0;
    }
  };
  for (let round = 0; round < rules.size; round++) for (const rule of rules.values()) measure(rule);
  return heights;
}
