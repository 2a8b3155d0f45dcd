/**
 * A command as the simple commands that it is made of, each with what it does: so that a rule about one of them says nothing
 * about the others. What belongs to none of them (a loop, a redirection of a group) is a part of its own, without a text.
 */
import type { Facts, SimpleCommand } from '@tagma/protocol';
import type { Command, Redirection } from 'unbash';
import { sum } from './facts.ts';

/** Which of the pieces that were found belong to which simple command. Those in its substitutions are its own. */
export type Pieces = {
  readonly of: Map<Command, Facts[]>;
  /** The outermost command that is being gone through; null between them. */
  current: Command | null;
};

export function noPieces(): Pieces {
  return { of: new Map(), current: null };
}

/** What a simple command adds to what is found. */
export function withinCommand<T>(node: Command, found: readonly Facts[], pieces: Pieces, walk: () => T): T {
  if (pieces.current !== null) return walk();
  const from = found.length;
  pieces.current = node;
  try {
    return walk();
  } finally {
    pieces.of.set(node, [...(pieces.of.get(node) ?? []), ...found.slice(from)]);
    pieces.current = null;
  }
}

/**
 * Null where it is one simple command, as it is written, and where it is of no matter which of them does what: none does more
 * than look here. @param source the text that the nodes were read from
 */
export function partsOf(source: string, found: readonly Facts[], { of }: Pieces): readonly SimpleCommand[] | null {
  if (of.size === 0 || found.every(looksHere)) return null;
  const own = new Set([...of.values()].flat());
  const rest = found.filter((facts) => !own.has(facts));
  const parts = [...of].map(([node, facts]) => ({ command: textOf(node, source), ...sum(facts) }));
  if (rest.length > 0) parts.push({ command: '', ...sum(rest) });
  return parts.length === 1 && parts[0]?.command === source.trim() ? null : parts;
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
