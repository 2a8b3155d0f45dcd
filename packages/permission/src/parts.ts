/**
 * A command as the simple commands that it is made of, each with what it does: so that a rule about one of them says nothing
 * about the others. What belongs to none of them (a loop, a redirection of a group) is a part of its own, without a text. So is
 * a simple command whose text does not say all: one that gets its input from another, that stands behind a variable, or
 * before a text of lines of its own. No rule can name it, only the whole.
 */
import type { Facts, SimpleCommand } from '@tagma/protocol';
import type { Command, Redirection } from 'unbash';
import { sum } from './facts.ts';
import type { State } from './state.ts';

export type Pieces = {
  /** Which of the pieces that were found belong to which simple command. Those in its substitutions are its own. */
  readonly of: Map<Command, Piece>;
  /** Whether what is gone through is in a simple command, or in a substitution that belongs to none. */
  isWithin: boolean;
  /** Whether what is gone through gets its input from another command, or from a file of the group that it stands in. */
  isFed: boolean;
};

type Piece = {
  readonly found: readonly Facts[];
  /** Whether all that it is given stands in its text, or in the values of variables. */
  readonly isWhole: boolean;
  /** Whether variables have been set before it. */
  readonly hasVariables: boolean;
};

export function noPieces(): Pieces {
  return { of: new Map(), isWithin: false, isFed: false };
}

/** What a simple command adds to what is found. */
export function withinCommand<T>(
  node: Command,
  state: State,
  { found, pieces }: { readonly found: readonly Facts[]; readonly pieces: Pieces },
  walk: () => T,
): T {
  if (pieces.isWithin) return walk();
  const from = found.length;
  try {
    return apart(pieces, walk);
  } finally {
    const { exports, variables } = state;
    const before = pieces.of.get(node) ?? { found: [], isWhole: true, hasVariables: false };
    pieces.of.set(node, {
      found: [...before.found, ...found.slice(from)],
      isWhole: before.isWhole && !pieces.isFed && !exports && !node.redirects.some(({ type }) => type === 'HereDoc'),
      hasVariables: before.hasVariables || variables.size > 0,
    });
  }
}

/** No parts are told of what is gone through: it belongs to the command around it, or to none. */
export function apart<T>(pieces: Pieces, walk: () => T): T {
  const outer = pieces.isWithin;
  pieces.isWithin = true;
  try {
    return walk();
  } finally {
    pieces.isWithin = outer;
  }
}

/** Goes through what gets its input from elsewhere, if it does. */
export function fed<T>(pieces: Pieces, isFed: boolean, walk: () => T): T {
  const outer = pieces.isFed;
  pieces.isFed ||= isFed;
  try {
    return walk();
  } finally {
    pieces.isFed = outer;
  }
}

export function isInput(redirect: Redirection): boolean {
  return redirect.type !== 'Redirect' || redirect.operator.startsWith('<');
}

/**
 * Null where it is one simple command, as it is written, and where it is of no matter which of them does what: none does more
 * than look here. @param source the text that the nodes were read from
 */
export function partsOf(source: string, found: readonly Facts[], { of }: Pieces): readonly SimpleCommand[] | null {
  if (of.size === 0 || found.every(looksHere)) return null;
  const own = new Set([...of.values()].flatMap((piece) => piece.found));
  const rest = found.filter((facts) => !own.has(facts));
  const parts = [...of].map(([node, piece]) => ({
    command: nameable(textOf(node, source), piece),
    ...sum(piece.found),
  }));
  if (rest.length > 0) parts.push({ command: '', ...sum(rest) });
  return parts.length === 1 && parts[0]?.command === source.trim() ? null : parts;
}

/** The text where it says all, else none. A line that goes on may end where the text does. */
function nameable(text: string, { isWhole, hasVariables }: Piece): string {
  return isWhole && !(hasVariables && text.includes('$')) && !/\\(\n|$)/.test(text) ? text : '';
}

function looksHere({ readOnly, unknown, network, reads }: Facts): boolean {
  return readOnly && unknown === null && network.length === 0 && reads.every(({ where }) => where === 'inside');
}

/** Without what only says where its messages go: `npm test 2>&1` is `npm test`. */
function textOf({ pos, end, redirects }: Command, source: string): string {
  let text = '';
  let from = pos;
  for (const redirect of redirects.filter(isIdle)) {
    text += source.slice(from, redirect.pos).trimEnd();
    from = redirect.end;
  }
  return (text + source.slice(from, end)).trim();
}

function isIdle(redirect: Redirection): boolean {
  if (redirect.type !== 'Redirect' || redirect.descriptor?.type === 'FileDescriptorVariable') return false;
  const { operator, target } = redirect;
  if (operator === '>&') return /^[12]$/.test(target?.text ?? '');
  return ['>', '>>', '&>', '<'].includes(operator) && target?.text === '/dev/null';
}
