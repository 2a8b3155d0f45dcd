/**
 * What is known of the shell while a command is gone through: the folders that the next piece may run in, and the values
 * of the variables that the command itself has set. Where two ways meet, what differs is no longer known.
 */
import type { Ground } from './ground.ts';
import { ANY } from './unknown-text.ts';

export type State = {
  /** Absolute, links followed. More than one where a `cd` may have failed. */
  readonly folders: readonly string[];
  /** Where `cd -` leads; null where that is not known. */
  readonly previous: readonly string[] | null;
  /** By name; see `unknown-text.ts` for values that are not known. */
  readonly variables: ReadonlyMap<string, string>;
  /** Whether something is exported of which it is not known that it changes nothing. */
  readonly exports: boolean;
};

/** The state after something that succeeded, and after it failed; null where the shell has ended. */
export type After = { readonly ok: State | null; readonly failed: State | null };

/** Folders that a command may run in, at the same time. */
const FOLDERS_MAX = 8;

export function startIn(ground: Ground): State {
  return { folders: [ground.shellFolder], previous: null, variables: new Map(), exports: false };
}

export function assigned(state: State, name: string, value: string): State {
  return { ...state, variables: new Map(state.variables).set(name, value) };
}

export function always(state: State): After {
  return { ok: state, failed: state };
}

/** Null where no way leads on. Throws where too many meet: the command is then unknown. */
export function joined(...states: readonly (State | null)[]): State | null {
  let total: State | null = null;
  for (const state of states) {
    if (total === null || state === null || state === total) total ??= state;
    else total = meet(total, state);
  }
  return total;
}

/** Whether nothing is known in one that is not known in the other. */
export function isSame(one: State, other: State): boolean {
  return (
    one.exports === other.exports &&
    isSameList(one.previous, other.previous) &&
    one.folders.length === other.folders.length &&
    one.folders.every((folder) => other.folders.includes(folder)) &&
    one.variables.size === other.variables.size &&
    [...one.variables].every(([name, value]) => other.variables.get(name) === value)
  );
}

function isSameList(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return one?.join('\0') === other?.join('\0');
}

function meet(one: State, other: State): State {
  const folders = [...new Set([...one.folders, ...other.folders])];
  if (folders.length > FOLDERS_MAX) throw new Error('it may run in too many folders');
  const variables = new Map<string, string>();
  for (const name of new Set([...one.variables.keys(), ...other.variables.keys()])) {
    const value = one.variables.get(name);
    variables.set(name, value !== undefined && value === other.variables.get(name) ? value : ANY);
  }
  const previous = isSameList(one.previous, other.previous) ? one.previous : null;
  return { folders, previous, variables, exports: one.exports || other.exports };
}
