/** What all who go through a command share. */
import type { Facts } from '@tagma/protocol';
import type { ParsedScript } from 'unbash';
import type { Expander } from './expand.ts';
import type { Ground } from './ground.ts';
import type { Names } from './listed-names.ts';
import type { Pieces } from './parts.ts';
import type { After, State } from './state.ts';

export type Walk = {
  readonly ground: Ground;
  /** What each piece does, as it is found. */
  readonly found: Facts[];
  /** Which of it belongs to which simple command. */
  readonly pieces: Pieces;
  /** Whether nothing has been changed so far, here or before. */
  readonly isUnchanged: () => boolean;
  /** Simple commands that may still be gone through: a loop in a loop takes many. */
  readonly steps: { left: number };
  /** Names that may still be looked at, for all patterns together. */
  readonly names: { left: number };
  /** Where the loop that is being gone through may be left. */
  readonly jumps: State[];
  /** Goes through a part that has a shell of its own. */
  readonly go: (script: ParsedScript, state: State) => void;
  readonly parse: (source: string) => ParsedScript;
  /** The facts of a command in a text, which runs in a folder of its own. */
  readonly judge: (tree: ParsedScript, folder: string) => Facts;
};

/** A pipeline's stages tell each other which names they print. */
export type Stage = { readonly after: After; readonly names: Names | null };

export function expanderFor(state: State, walk: Walk): Expander {
  return { ground: walk.ground, state, note: (facts) => walk.found.push(facts), runInside: walk.go, names: walk.names };
}
