/**
 * A grammar as data: named rules over a small algebra of expressions, which every notation can print. No expression may
 * be repeated that can be empty, and no rule begins with itself: llama.cpp takes neither.
 */

/** Code points, both ends included. */
export type Range = readonly [from: number, to: number];

export type Expression =
  | { readonly kind: 'text'; readonly text: string }
  /** One character: one of these, or with `negated` any other. */
  | { readonly kind: 'set'; readonly negated: boolean; readonly ranges: readonly Range[] }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  | { readonly kind: 'choice'; readonly options: readonly Expression[] }
  /** Without `max`: as often as one likes. */
  | { readonly kind: 'repeat'; readonly part: Expression; readonly min: number; readonly max: number | null }
  | { readonly kind: 'rule'; readonly name: string };

/** Names are letters, digits and dashes. The first rule is `root`: what a whole text is. */
export type Grammar = ReadonlyMap<string, Expression>;

/** A grammar in the making: rules by their names, and names by what the rule stands for. */
export type Draft = { readonly rules: Map<string, Expression>; readonly names: Map<string, string> };

const EMPTY: Expression = { kind: 'text', text: '' };

export function startDraft(): Draft {
  return { rules: new Map(), names: new Map() };
}

/**
 * The rule that stands for `key`, made when it is first asked for. It may refer to itself.
 *
 * @param wanted its name, if no other rule has it; what cannot stand in a name becomes a dash.
 */
export function shared(draft: Draft, key: string, wanted: string, make: () => Expression): Expression {
  const known = draft.names.get(key);
  if (known !== undefined) return { kind: 'rule', name: known };
  const plain = wanted.replace(/[^A-Za-z0-9]/g, '-').toLowerCase();
  let name = plain;
  for (let n = 2; draft.rules.has(name); n++) name = `${plain}-${n}`;
  draft.names.set(key, name);
  draft.rules.set(name, EMPTY);
  draft.rules.set(name, make());
  return { kind: 'rule', name };
}

export function text(text: string): Expression {
  return { kind: 'text', text };
}

export function oneOf(...ranges: readonly Range[]): Expression {
  const [[from, to] = [0, 0], second] = ranges;
  if (from === to && !second) return text(String.fromCodePoint(from));
  return { kind: 'set', negated: false, ranges };
}

export function noneOf(...ranges: readonly Range[]): Expression {
  return { kind: 'set', negated: true, ranges };
}

/** One range for each character. */
export function characters(characters: string): readonly Range[] {
  return [...characters].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    return [code, code];
  });
}

export function range(from: string, to: string): Range {
  return [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
}

export function sequence(...parts: readonly Expression[]): Expression {
  const joined: Expression[] = [];
  for (const part of parts.flatMap((part) => (part.kind === 'sequence' ? part.parts : isEmpty(part) ? [] : [part]))) {
    const last = joined.at(-1);
    if (last?.kind === 'text' && part.kind === 'text') joined.splice(-1, 1, text(last.text + part.text));
    else joined.push(part);
  }
  const [first = EMPTY] = joined;
  return joined.length < 2 ? first : { kind: 'sequence', parts: joined };
}

/** At least one option is needed. */
export function choice(...options: readonly Expression[]): Expression {
  const flat = options.flatMap((option) => (option.kind === 'choice' ? option.options : [option]));
  const [first = EMPTY] = flat;
  return flat.length < 2 ? first : { kind: 'choice', options: flat };
}

export function optional(part: Expression): Expression {
  if (isEmpty(part)) return part;
  return part.kind === 'repeat' && part.min < 2 ? { ...part, min: 0 } : { kind: 'repeat', part, min: 0, max: 1 };
}

export function repeated(part: Expression, min = 0, max: number | null = null): Expression {
  if (max === 0) return EMPTY;
  return min === 1 && max === 1 ? part : { kind: 'repeat', part, min, max };
}

export function isEmpty(part: Expression): boolean {
  return part.kind === 'text' && part.text === '';
}
