/**
 * A reader of GBNF that shares nothing with the writer: it parses the printed text as llama.cpp documents it, and then
 * recognises texts, or makes them up.
 */
type Range = readonly [number, number];

export type Node =
  | { readonly kind: 'characters'; readonly codes: readonly number[] }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly Range[] }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly min: number; readonly max: number }
  | { readonly kind: 'rule'; readonly name: string };

export type Rules = ReadonlyMap<string, Node>;

/** Throws where the text is no GBNF, names a rule that is not there, or has no `root`. */
export function readGbnf(text: string): Rules {
  const rules = new Map<string, Node>();
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const [, name, body] = /^([a-zA-Z][a-zA-Z0-9-]*) ::= (.+)$/.exec(line) ?? [];
    if (name === undefined || body === undefined) throw new Error(`no rule: ${line}`);
    if (rules.has(name)) throw new Error(`two rules of the name ${name}`);
    rules.set(name, new Reader(body).whole());
  }
  const missing = ['root', ...[...rules.values()].flatMap(namesIn)].filter((name) => !rules.has(name));
  if (missing.length > 0) throw new Error(`no such rule: ${missing}`);
  return rules;
}

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  whole(): Node {
    const node = this.choice();
    if (this.at < this.text.length) throw this.wrong();
    return node;
  }

  choice(): Node {
    const options = [this.sequence()];
    while (this.take('|')) options.push(this.sequence());
    return { kind: 'choice', options };
  }

  sequence(): Node {
    const parts: Node[] = [];
    this.skip();
    while (this.at < this.text.length && !/[|)]/.test(this.text.charAt(this.at))) {
      parts.push(this.times(this.one()));
      this.skip();
    }
    return { kind: 'sequence', parts };
  }

  one(): Node {
    if (this.take('(')) {
      const inner = this.choice();
      if (!this.take(')')) throw this.wrong();
      return inner;
    }
    if (this.take('"')) {
      const codes: number[] = [];
      while (!this.take('"')) codes.push(this.character());
      return { kind: 'characters', codes };
    }
    if (this.take('[')) return this.set();
    const [name = ''] = /^[a-zA-Z][a-zA-Z0-9-]*/.exec(this.text.slice(this.at)) ?? [];
    if (name === '') throw this.wrong();
    this.at += name.length;
    return { kind: 'rule', name };
  }

  set(): Node {
    const negated = this.take('^');
    const ranges: Range[] = [];
    while (!this.take(']')) {
      const from = this.character();
      const isRange = this.text[this.at] === '-' && this.text[this.at + 1] !== ']';
      if (isRange) this.at++;
      ranges.push([from, isRange ? this.character() : from]);
    }
    return { kind: 'class', negated, ranges };
  }

  times(part: Node): Node {
    if (this.take('*')) return this.times({ kind: 'repeat', part, min: 0, max: Number.POSITIVE_INFINITY });
    if (this.take('+')) return this.times({ kind: 'repeat', part, min: 1, max: Number.POSITIVE_INFINITY });
    if (this.take('?')) return this.times({ kind: 'repeat', part, min: 0, max: 1 });
    const [all, min = '', comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(this.text.slice(this.at)) ?? [];
    if (all === undefined) return part;
    this.at += all.length;
    const most = max ? Number(max) : comma ? Number.POSITIVE_INFINITY : Number(min);
    return { kind: 'repeat', part, min: Number(min), max: most };
  }

  /** The escapes that every engine knows, and no other. */
  character(): number {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) throw this.wrong();
    this.at += code > 0xffff ? 2 : 1;
    if (code !== 92) return code;
    const [sign = '', x, u] =
      /^(?:[nrt"\\[\]]|x([\dA-F]{2})(?![\da-fA-F])|u([\dA-F]{4}))/.exec(this.text.slice(this.at)) ?? [];
    if (sign === '') throw this.wrong();
    this.at += sign.length;
    const hex = x ?? u;
    if (hex !== undefined) return Number.parseInt(hex, 16);
    return ({ n: 10, r: 13, t: 9 } as Record<string, number>)[sign] ?? sign.charCodeAt(0);
  }

  take(sign: string): boolean {
    if (sign !== '"' && sign !== ']' && sign !== '^') this.skip();
    const there = this.text.startsWith(sign, this.at);
    if (there) this.at += sign.length;
    return there;
  }

  skip(): void {
    while (this.text[this.at] === ' ') this.at++;
  }

  wrong(): Error {
    return new Error(
      `not understood: ${this.text.slice(Math.max(0, this.at - 20), this.at)} ↯ ${this.text.slice(this.at, this.at + 40)}`,
    );
  }
}

function namesIn(node: Node): readonly string[] {
  switch (node.kind) {
    case 'rule':
      return [node.name];
    case 'sequence':
      return node.parts.flatMap(namesIn);
    case 'choice':
      return node.options.flatMap(namesIn);
    case 'repeat':
      return namesIn(node.part);
    default:
      return [];
  }
}

/** Whether the whole text is one of the grammar. */
export function admits(rules: Rules, text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const known = new Map<Node, Map<number, readonly number[]>>();

  /** Where the node may end if it begins there. */
  const ends = (node: Node, at: number): readonly number[] => {
    const before = known.get(node)?.get(at);
    if (before) return before;
    const found = [...new Set(find(node, at))];
    if (!known.has(node)) known.set(node, new Map());
    known.get(node)?.set(at, found);
    return found;
  };
  const find = (node: Node, at: number): readonly number[] => {
    switch (node.kind) {
      case 'characters':
        return node.codes.every((code, index) => codes[at + index] === code) ? [at + node.codes.length] : [];
      case 'class': {
        const code = codes[at];
        return code !== undefined && holds(node, code) ? [at + 1] : [];
      }
      case 'rule':
        return ends(ruleOf(rules, node.name), at);
      case 'choice':
        return node.options.flatMap((option) => ends(option, at));
      case 'sequence':
        return node.parts.reduce<readonly number[]>(
          (places, part) => [...new Set(places.flatMap((place) => ends(part, place)))],
          [at],
        );
      case 'repeat':
        return findRepeated(node, at);
    }
  };
  const findRepeated = ({ part, min, max }: Node & { readonly kind: 'repeat' }, at: number): readonly number[] => {
    const found = new Set<number>(min === 0 ? [at] : []);
    let places: readonly number[] = [at];
    for (let times = 1; times <= max && places.length > 0; times++) {
      const next = new Set(places.flatMap((place) => ends(part, place)));
      places = [...next].filter((place) => times < min || !found.has(place));
      if (times >= min) for (const place of places) found.add(place);
    }
    return [...found];
  };
  return ends({ kind: 'rule', name: 'root' }, 0).includes(codes.length);
}

export function holds({ negated, ranges }: Node & { readonly kind: 'class' }, code: number): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to) !== negated;
}

export function ruleOf(rules: Rules, name: string): Node {
  const rule = rules.get(name);
  if (!rule) throw new Error(`no such rule: ${name}`);
  return rule;
}
