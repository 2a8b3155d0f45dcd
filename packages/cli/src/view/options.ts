import type { NamedIn } from '../sessions/named.ts';

export type ViewOptions = NamedIn & {
  /** The record to begin at, or `turn:N`. */
  readonly at?: string;
};

/** The person leaves to go on from behind that record, in a new session. */
export type ForkWanted = { readonly fork: string; readonly record: number };
