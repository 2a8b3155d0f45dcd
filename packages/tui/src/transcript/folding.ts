/** Which blocks of the transcript are open. A block is known by its place: blocks come at the end only, and stay. Pure. */
import type { Item } from './items.ts';

export type Folding = {
  /** What tools said is open, but for the blocks in `other`. */
  readonly tools: boolean;
  /** The same for thoughts. */
  readonly thoughts: boolean;
  /** Blocks that are not as the rest of their kind is. */
  readonly other: ReadonlySet<number>;
};

export const FOLDED: Folding = { tools: false, thoughts: false, other: new Set() };

/** `kind` of the block; null for one that is still being written. */
export function isOpen({ tools, thoughts, other }: Folding, block: number, kind: Item['kind'] | null): boolean {
  const kindIsOpen =
    kind === 'thought' ? thoughts : kind === 'observation' || kind === 'action' || kind === 'shell' ? tools : false;
  return kindIsOpen !== other.has(block);
}

export function toggled(folding: Folding, block: number): Folding {
  const other = new Set(folding.other);
  if (!other.delete(block)) other.add(block);
  return { ...folding, other };
}

/** All of them at once: none stays otherwise. */
export function allToggled(folding: Folding, kind: 'tools' | 'thoughts'): Folding {
  return { ...folding, [kind]: !folding[kind], other: new Set() };
}
